package storemark.report.published;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * All that the runs of a report measured, and what they planned and did not. Immutable.
 *
 * @param measured one for each engine, set-up and window
 * @param gaps cells without a result
 * @param cores physical cores that the run could use, by its name; missing or 0 where they are not known
 */
public record Facts(List<Fact> measured, List<Gap> gaps, Map<String, Integer> cores) {
    /**
     * A cell without a result.
     *
     * @param leftOut whether the suite leaves it out on purpose, as the page did
     */
    public record Gap(Map<String, String> labels, String reason, boolean leftOut) {}

    public Facts {
        measured = List.copyOf(measured);
        gaps = List.copyOf(gaps);
        cores = Map.copyOf(cores);
    }

    /** The names of the runs, in their order. */
    public List<String> runs() {
        return measured.stream()
                .map(fact -> fact.labels().get(Fact.RUN))
                .filter(Objects::nonNull)
                .distinct()
                .toList();
    }

    List<Fact> select(Selector selector) {
        return measured.stream().filter(fact -> selector.matches(fact.labels())).toList();
    }

    /**
     * The labels that tell set-ups of one engine apart: those that take several values within one engine and workload. What
     * differs only between engines, such as a share of memory, does not keep their set-ups from being compared.
     */
    Set<String> telling() {
        Map<List<String>, Map<String, Set<String>>> seen = new LinkedHashMap<>();
        for (Fact fact : measured) {
            List<String> place = List.of(
                    fact.labels().getOrDefault(Fact.ENGINE, ""), fact.labels().getOrDefault(Fact.WORKLOAD, ""));
            Map<String, Set<String>> values = seen.computeIfAbsent(place, key -> new LinkedHashMap<>());
            fact.labels()
                    .forEach((name, value) ->
                            values.computeIfAbsent(name, key -> new TreeSet<>()).add(value));
        }
        Set<String> telling = new TreeSet<>(Set.of(Fact.WORKLOAD));
        seen.values()
                .forEach(values -> values.forEach((name, all) -> {
                    if (all.size() > 1) {
                        telling.add(name);
                    }
                }));
        return telling;
    }
}
