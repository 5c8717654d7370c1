package storemark.report.published;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A claim as a condition on ratios of measured numbers. Labels and their meaning are told at the head of {@code sources.yaml}.
 * Immutable; every field may be null.
 *
 * @param says what a case claims, in words: it is then judged by itself, by its own {@code need}, and the claim holds when each
 *     such case does
 * @param measure {@code rate}, {@code disk} or {@code space}; null is the rate
 * @param where labels of both sides
 * @param of labels of the numerator
 * @param to labels of the denominator; null where the number itself is judged
 * @param pick {@code best} or {@code least} of several denominators; null for each by itself
 * @param expect the {@link Condition}, or {@link #EXCEPTED} for a case that the claim leaves open: it is shown and not judged
 * @param need {@code all}, {@code most} or {@code any} of the ratios; null is all
 * @param growing a label at whose largest value the ratio is to be larger than at its smallest, within each run
 * @param lead the engine whose ratio is divided by the largest of the others', which is what is judged then
 * @param free labels in which both sides may differ
 * @param cases conditions of their own, each on top of what this says; null for one
 */
public record Claim(
        String says,
        String measure,
        Map<String, List<String>> where,
        Map<String, List<String>> of,
        Map<String, List<String>> to,
        String pick,
        String expect,
        String need,
        String growing,
        String lead,
        List<String> free,
        List<Claim> cases) {
    static final String EXCEPTED = "excepted";

    /** This claim's cases, each complete. */
    List<Claim> parts() {
        if (cases == null) {
            return List.of(this);
        }
        List<Claim> parts = new ArrayList<>();
        for (Claim one : cases) {
            parts.add(new Claim(
                    one.says,
                    measure,
                    merged(where, one.where),
                    merged(of, one.of),
                    one.to == null && to == null ? null : merged(to, one.to),
                    either(one.pick, pick),
                    either(one.expect, expect),
                    either(one.need, need),
                    growing,
                    one.lead,
                    free,
                    null));
        }
        return parts;
    }

    private static String either(String own, String all) {
        return own == null ? all : own;
    }

    /** This case once for each combination of the values that {@code where} lists; engines stay a list. */
    List<Claim> combinations() {
        List<Map<String, List<String>>> places = new ArrayList<>(List.of(merged(where, null)));
        for (String label : merged(where, null).keySet()) {
            List<Map<String, List<String>>> longer = new ArrayList<>();
            for (Map<String, List<String>> place : places) {
                for (List<String> values : choices(label, place.get(label))) {
                    longer.add(merged(place, Map.of(label, values)));
                }
            }
            places = longer;
        }
        return places.stream().map(this::at).toList();
    }

    private Claim at(Map<String, List<String>> place) {
        return new Claim(says, measure, place, of, to, pick, expect, need, growing, lead, free, null);
    }

    private static List<List<String>> choices(String label, List<String> values) {
        return label.equals(Fact.ENGINE)
                ? List.of(values)
                : values.stream().map(value -> List.of(value)).toList();
    }

    private static Map<String, List<String>> merged(Map<String, List<String>> outer, Map<String, List<String>> inner) {
        Map<String, List<String>> merged = new LinkedHashMap<>();
        if (outer != null) {
            merged.putAll(outer);
        }
        if (inner != null) {
            merged.putAll(inner);
        }
        return merged;
    }
}
