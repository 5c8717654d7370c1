package storemark.report.published;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What an unequal set-up is worth in the runs of a report. Immutable.
 *
 * @param says the set-up in one line
 * @param found what it gained each engine, in words; empty when there is no equal variant, or it was not measured
 */
public record Difference(String says, String found) {
    /** All of {@code source}. */
    public static List<Difference> of(Source source, Facts facts) {
        return source.unequal().stream()
                .map(unequal -> new Difference(unequal.says(), found(source, unequal, facts)))
                .toList();
    }

    private static String found(Source source, Source.Unequal unequal, Facts facts) {
        if (unequal.workload() == null) {
            return "";
        }
        List<String> engines =
                unequal.engines() == null ? List.copyOf(source.engines().keySet()) : unequal.engines();
        List<String> found = new ArrayList<>();
        for (String engine : engines) {
            Selector both = source.selector(engine).with(Map.of(Fact.WORKLOAD, unequal.workload()));
            List<Double> ratios = ratios(both, unequal, facts);
            if (!ratios.isEmpty()) {
                double mean = Math.exp(
                        ratios.stream().mapToDouble(Math::log).average().orElseThrow());
                found.add(engine + " " + ClaimCheck.number(mean) + " (" + ratios.size()
                        + (ratios.size() == 1 ? " test)" : " tests)"));
            }
        }
        return found.isEmpty()
                ? "the equal variant was not measured beside it"
                : "rate as published / equal: " + String.join(", ", found);
    }

    private static List<Double> ratios(Selector both, Source.Unequal unequal, Facts facts) {
        Set<String> same = facts.telling().stream()
                .filter(label -> !unequal.published().containsKey(label))
                .collect(Collectors.toSet());
        List<Double> ratios = new ArrayList<>();
        for (Fact published : facts.select(both.withOnly(unequal.published()))) {
            for (Fact equal : facts.select(both.withOnly(unequal.equal()))) {
                boolean pair = same.stream()
                        .allMatch(label -> String.valueOf(published.labels().get(label))
                                .equals(String.valueOf(equal.labels().get(label))));
                if (pair && published.rate().mean() > 0 && equal.rate().mean() > 0) {
                    ratios.add(published.rate().mean() / equal.rate().mean());
                }
            }
        }
        return ratios;
    }
}
