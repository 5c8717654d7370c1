package storemark.report.published;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import storemark.text.ParameterText;

/**
 * Which set-ups are meant: for each label the values that it may have. Immutable.
 *
 * @param wanted labels that are not in it may have any value
 */
record Selector(Map<String, List<String>> wanted) {
    boolean matches(Map<String, String> labels) {
        return wanted.entrySet().stream()
                .allMatch(entry ->
                        labels.containsKey(entry.getKey()) && entry.getValue().contains(labels.get(entry.getKey())));
    }

    /** This selector, with {@code more} in place of what it says of the same labels. */
    Selector with(Map<String, List<String>> more) {
        Map<String, List<String>> merged = new LinkedHashMap<>(wanted);
        if (more != null) {
            merged.putAll(more);
        }
        return new Selector(merged);
    }

    Selector withOnly(Map<String, String> more) {
        Map<String, List<String>> lists = new LinkedHashMap<>();
        more.forEach((name, value) -> lists.put(name, List.of(value)));
        return with(lists);
    }

    Selector without(String label) {
        Map<String, List<String>> fewer = new LinkedHashMap<>(wanted);
        fewer.remove(label);
        return new Selector(fewer);
    }

    /** Whether it leaves a label no choice. */
    boolean fixes(String label) {
        return wanted.containsKey(label) && wanted.get(label).size() == 1;
    }

    /** {@code engine tupl, workload read, window past memory}. */
    @Override
    public String toString() {
        return words(wanted.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey,
                        entry -> String.join(" or ", entry.getValue()),
                        (left, right) -> left,
                        LinkedHashMap::new)));
    }

    /** Labels as people read them, the engine and the workload first. */
    static String words(Map<String, String> labels) {
        Comparator<Map.Entry<String, String>> first =
                Comparator.comparing(entry -> !entry.getKey().equals(Fact.ENGINE));
        return labels.entrySet().stream()
                .sorted(first.thenComparing(entry -> !entry.getKey().equals(Fact.WORKLOAD))
                        .thenComparing(Map.Entry::getKey))
                .filter(entry ->
                        !(entry.getKey().equals(Fact.WINDOW) && entry.getValue().equals(Fact.ALL)))
                .map(entry -> words(entry.getKey(), entry.getValue()))
                .collect(Collectors.joining(", "));
    }

    /** One label as people read it. */
    static String words(String label, String value) {
        return switch (label) {
            case Fact.ENGINE, Fact.WORKLOAD, Fact.RUN -> value;
            case Fact.WINDOW -> "data " + value;
            case Fact.MEDIUM -> "on " + value;
            case Fact.THREADS ->
                switch (value) {
                    case "1" -> "1 thread";
                    case Side.CORES -> "a thread for each core";
                    default -> value + " threads";
                };
            default -> ParameterText.of(label, value);
        };
    }
}
