package storemark.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import storemark.results.Results;
import storemark.results.RunFile.EngineEntry;

/** What two runs differ in beside their cells: options, machine, Java, versions and settings of engines. */
final class RunDifferences {
    /** Facts that differ between any two runs of one machine, and the list of those that could not be read. */
    private static final Set<String> PASSING = Set.of("started", "available", "free", "swap used", "unknown");

    /** Of longer values, such as flags, only the words that differ are told. */
    private static final int LONG = 60;

    private static final String UNKNOWN = "not recorded";

    private RunDifferences() {}

    /** A line for each, {@code jvm version: 17.0.1 -> 25.0.3}; empty when there are none. */
    static List<String> of(Results base, Results other) {
        Map<String, Map<String, String>> before = facts(base);
        Map<String, Map<String, String>> after = facts(other);
        Set<String> groups = new LinkedHashSet<>(before.keySet());
        groups.addAll(after.keySet());
        List<String> differences = new ArrayList<>();
        for (String group : groups) {
            boolean engine = group.startsWith("engine ");
            if (!engine || (before.containsKey(group) && after.containsKey(group))) {
                add(group, before.getOrDefault(group, Map.of()), after.getOrDefault(group, Map.of()), differences);
            }
        }
        return differences;
    }

    private static Map<String, Map<String, String>> facts(Results run) {
        RunSetUp setUp = RunSetUp.of(run, false);
        Map<String, Map<String, String>> facts = new LinkedHashMap<>(setUp.facts());
        for (EngineEntry engine : setUp.engines()) {
            Map<String, String> made = new LinkedHashMap<>();
            made.put("version", engine.version());
            made.put("durability", engine.durability());
            made.putAll(engine.settings());
            facts.put("engine " + engine.spec(), made);
        }
        return facts;
    }

    private static void add(String group, Map<String, String> before, Map<String, String> after, List<String> lines) {
        Set<String> names = new LinkedHashSet<>(before.keySet());
        names.addAll(after.keySet());
        names.removeAll(PASSING);
        for (String name : names) {
            String then = Objects.requireNonNullElse(before.get(name), UNKNOWN);
            String now = Objects.requireNonNullElse(after.get(name), UNKNOWN);
            if (!then.equals(now)) {
                boolean isLong = Math.max(then.length(), now.length()) > LONG;
                lines.add(group + " " + name + ": "
                        + (isLong ? rest(then, now) + " -> " + rest(now, then) : then + " -> " + now));
            }
        }
    }

    /** The words of {@code text} that {@code other} has not. */
    private static String rest(String text, String other) {
        Set<String> words = new LinkedHashSet<>(List.of(text.split("\\s+")));
        words.removeAll(List.of(other.split("\\s+")));
        return words.isEmpty() ? "(nothing more)" : String.join(" ", words);
    }
}
