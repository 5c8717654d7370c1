package storemark.report.published;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import storemark.parameter.Parameters;
import storemark.report.published.Comparison.Need;
import storemark.report.published.Comparison.Pick;
import storemark.report.published.Fact.Measure;
import storemark.text.Amount;

/** Comparisons and set-ups in words. */
final class ClaimWords {
    private static final List<String> SCALE =
            List.of("entries", "keyBytes", "valueBytes", "cache", "memory", Fact.RAM, Fact.THREADS, Fact.MEDIUM);

    private ClaimWords() {}

    /** What is judged: {@code tupl / lmdb < 1 (read, data in memory, 2 threads or 4 threads); ...}. */
    static String of(Claim claim) {
        return claim.judged().stream()
                .filter(comparison -> comparison.is() != null)
                .map(ClaimWords::of)
                .collect(Collectors.joining("; "));
    }

    private static String of(Comparison comparison) {
        String name = comparison.says().isEmpty() ? "" : comparison.says() + ": ";
        String need = comparison.need() == Need.ALL ? "" : " in " + word(comparison.need());
        return name + ratio(comparison) + " " + comparison.is().text() + need + where(comparison);
    }

    private static String ratio(Comparison comparison) {
        String measure = comparison.ratio() != null
                ? "(" + ratio(comparison.ratio()) + where(comparison.ratio()) + ") of "
                : comparison.measure() == Measure.RATE ? "" : word(comparison.measure()) + " of ";
        String pick = comparison.pick() == Pick.EACH ? "" : word(comparison.pick()) + " of ";
        String to = comparison.to() == null ? "" : " / " + pick + side(comparison.to());
        return measure + side(comparison.of()) + to;
    }

    private static String where(Comparison comparison) {
        return comparison.where().wanted().isEmpty() ? "" : " (" + of(comparison.where()) + ")";
    }

    private static String side(Selector labels) {
        return labels.wanted().isEmpty() ? "the same without" : of(labels);
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    /** {@code read, 2 threads or 4 threads}. */
    static String of(Selector selector) {
        return selector.wanted().entrySet().stream()
                .filter(ClaimWords::tells)
                .map(label -> label.getValue().stream()
                        .map(value -> of(label.getKey(), value))
                        .collect(Collectors.joining(" or ")))
                .collect(Collectors.joining(", "));
    }

    /** That it is about all key ranges need not be said, nor what may be missing. */
    private static boolean tells(Map.Entry<String, List<String>> label) {
        return !label.getValue().contains("")
                && !(label.getKey().equals(Fact.WINDOW) && label.getValue().equals(List.of(DataPlace.ALL.name())));
    }

    /**
     * How much was measured, on what: {@code 1M records, keys of 8 B, values of 100 B, machine of 24 GiB, 1 thread to 16 threads, on disk}.
     *
     * @param setUps labels of each
     */
    static String scale(List<Map<String, String>> setUps) {
        return SCALE.stream()
                .map(label -> range(
                        label,
                        setUps.stream()
                                .map(labels -> labels.get(label))
                                .filter(value -> value != null && !value.equals("none"))
                                .distinct()
                                .toList()))
                .filter(words -> !words.isEmpty())
                .collect(Collectors.joining(", "));
    }

    /** Numbers from the least to the most, else all values. */
    private static String range(String label, List<String> values) {
        boolean numbers = values.stream().allMatch(value -> value.matches("[0-9]+"));
        List<String> sorted = numbers
                ? values.stream()
                        .sorted(Comparator.comparingLong(Long::parseLong))
                        .toList()
                : values;
        return numbers && sorted.size() > 2
                ? of(label, sorted.get(0)) + " to " + of(label, sorted.get(sorted.size() - 1))
                : sorted.stream().map(value -> of(label, value)).collect(Collectors.joining(" and "));
    }

    /** {@code tupl, read, 4 threads}. */
    static String of(Map<String, String> labels) {
        return of(Selector.ANY.with(labels));
    }

    /** One label. */
    static String of(String label, String value) {
        return switch (label) {
            case Fact.ENGINE, Fact.WORKLOAD, Fact.RUN -> value;
            case Fact.WINDOW -> "data " + DataPlace.valueOf(value).words();
            case Fact.MEDIUM, Fact.FILE_SYSTEM -> "on " + value;
            case Fact.RAM -> "machine of " + Amount.ofBytes(Long.parseLong(value));
            case Fact.THREADS -> value.equals("1") ? "1 thread" : value + " threads";
            default -> Parameters.caption(label, value);
        };
    }
}
