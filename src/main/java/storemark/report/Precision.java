package storemark.report;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import storemark.parameter.Parameters;
import storemark.results.Measurement;
import storemark.results.Results;
import storemark.statistics.Ratio;
import storemark.text.Amount;

/** How well the ratios of a run are known, where repetitions were added until they are: see {@code --until}. */
public final class Precision {
    /** Beyond any interval. */
    private static final double UNKNOWN = Double.POSITIVE_INFINITY;

    private Precision() {}

    /**
     * The comparisons of {@code run} with a ratio to the leader that is not known to within {@code share}, or by fewer repetitions
     * than a verdict needs.
     *
     * @return the ids of the cells of each, those of which the ratio is known least first
     */
    public static List<Set<String>> wide(Results run, double share) {
        Map<Group, Double> widths = widths(new ReportData(List.of(run)));
        return widths.entrySet().stream()
                .filter(group -> group.getValue() > share)
                .sorted(Map.Entry.<Group, Double>comparingByValue(Comparator.reverseOrder()))
                .map(group -> group.getKey().measured().stream()
                        .flatMap(series -> series.repetitions().stream())
                        .map(Measurement::cell)
                        .collect(Collectors.toSet()))
                .toList();
    }

    /** The widest half-width in each group that has two engines to compare. */
    private static Map<Group, Double> widths(ReportData data) {
        Map<Group, Double> widths = new LinkedHashMap<>();
        for (Group group : data.groups()) {
            Ranking.of(group).ratios().values().stream()
                    .mapToDouble(ratio -> ratio.repetitions() < Ratio.FEWEST ? UNKNOWN : ratio.halfWidth())
                    .max()
                    .ifPresent(width -> widths.put(group, width));
        }
        return widths;
    }

    /** What has come of {@code --until}, in a line; empty for runs without it. */
    static String words(ReportData data) {
        if (data.runs().size() != 1) {
            return "";
        }
        String until = data.runs().get(0).run().options().get(Parameters.UNTIL.toString());
        if (until == null) {
            return "";
        }
        double share = Double.parseDouble(until.replace("%", "")) / 100;
        Map<Group, Double> widths = widths(data);
        String open = widths.entrySet().stream()
                .filter(group -> group.getValue() > share)
                .map(group -> group.getKey().column() + " x" + group.getKey().threads() + " "
                        + (group.getValue() == UNKNOWN
                                ? "with too few repetitions"
                                : "to within " + Amount.ofCount(100 * group.getValue()) + "%"))
                .collect(Collectors.joining("; "));
        return open.isEmpty()
                ? "all ratios to the highest rate are known to within " + until
                : "the time for repetitions ended before all ratios were known to within " + until + ": " + open;
    }
}
