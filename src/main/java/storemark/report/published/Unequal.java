package storemark.report.published;

import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A set-up of a page that favoured one. Immutable.
 *
 * @param says one line
 * @param gain the set-up as published, compared with an equal one; null where there is no equal variant
 */
public record Unequal(String says, Comparison gain) {
    /** What it gained each engine, in words, as the geometric mean over all tests; empty when there is no equal variant. */
    public String worth(Source source, Facts facts) {
        if (gain == null) {
            return "";
        }
        Map<String, DoubleSummaryStatistics> gains = new Ratios(gain, source, facts, Set.of())
                .found.stream()
                        .collect(Collectors.groupingBy(
                                Ratio::engine,
                                LinkedHashMap::new,
                                Collectors.summarizingDouble(
                                        ratio -> Math.log(ratio.value().mean()))));
        String words = gains.entrySet().stream()
                .map(one -> one.getKey() + " "
                        + Ratio.number(Math.exp(one.getValue().getAverage())) + " ("
                        + one.getValue().getCount() + (one.getValue().getCount() == 1 ? " test)" : " tests)"))
                .collect(Collectors.joining(", "));
        return words.isEmpty() ? "the equal variant was not measured" : "rate as published / equal: " + words;
    }
}
