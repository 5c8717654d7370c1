package storemark.report.published;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import storemark.report.published.Verdict.Outcome;

/**
 * The results of the comparisons of a claim that have the same name: they are judged together. Those that the claim excepts are kept apart.
 *
 * @param first of them
 * @param ratios what was measured
 * @param missing why, once for each ratio that was not
 */
record Evidence(Comparison first, List<Ratio> ratios, List<String> missing) {
    static List<Evidence> of(Claim claim, Source source, Facts facts) {
        Map<String, Evidence> evidence = new LinkedHashMap<>();
        for (Comparison comparison : claim.judged()) {
            Ratios ratios = new Ratios(comparison, source, facts, claim.varied());
            Evidence same = evidence.computeIfAbsent(
                    comparison.says() + (comparison.is() == null),
                    name -> new Evidence(comparison, new ArrayList<>(), new ArrayList<>()));
            same.ratios.addAll(ratios.found);
            same.missing.addAll(ratios.missing);
        }
        return List.copyOf(evidence.values());
    }

    /** Whether it is judged by ratios at this value of a label, and does not compare values of that label. */
    boolean isAt(String label, String value) {
        return isJudged()
                && ratios.stream()
                        .filter(ratio -> !ratio.by().own().contains(label))
                        .anyMatch(ratio -> value.equals(ratio.labels().get(label)));
    }

    boolean isJudged() {
        return first.is() != null;
    }

    /** What follows from those ratios that are decided and {@code known}, whatever the others and the missing ones might be. */
    Outcome outcome(Predicate<Ratio> known) {
        List<Ratio> decided =
                ratios.stream().filter(known.and(Ratio::isDecided)).toList();
        long holding = decided.stream().filter(Ratio::holds).count();
        return first.need().outcome(holding, decided.size() - holding, ratios.size() + missing.size());
    }

    /** Why it is not decided, or not by all that it might be. */
    Stream<String> reasons() {
        return Stream.concat(missing.stream(), ratios.stream().flatMap(one -> one.absent().stream()));
    }

    /** What was measured, in words; empty when nothing was. */
    String figure() {
        double[] values = ratios.stream()
                .mapToDouble(ratio -> ratio.value().mean())
                .sorted()
                .toArray();
        if (values.length == 0) {
            return "";
        }
        String name = first.says().isEmpty() ? "" : first.says() + ": ";
        if (values.length == 1) {
            return name + Ratio.number(values[0]);
        }
        double median = (values[(values.length - 1) / 2] + values[values.length / 2]) / 2;
        return name + Ratio.number(values[0]) + " to " + Ratio.number(values[values.length - 1]) + ", median "
                + Ratio.number(median) + "; as claimed in "
                + ratios.stream().filter(Ratio::holds).count() + " of " + values.length;
    }
}
