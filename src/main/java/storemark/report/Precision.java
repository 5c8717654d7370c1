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
import storemark.results.RunFile.CellEntry;
import storemark.results.RunFile.State;
import storemark.statistics.Ratio;
import storemark.text.Amount;

/** How well the ratios of a run are known, where repetitions were added until they are: see {@code --until}. */
public final class Precision {
    /** Beyond any interval. */
    private static final double UNKNOWN = Double.POSITIVE_INFINITY;

    private Precision() {}

    /**
     * A comparison with a ratio that is not known well enough.
     *
     * @param cells ids of all that was measured
     * @param lacking how many repetitions more would do, as intervals narrow by the root; one at least
     */
    public record Wide(Set<String> cells, long lacking) {}

    /**
     * The comparisons of {@code run} with a ratio to the leader that is not known to within {@code share}, or by fewer repetitions
     * than a verdict needs; those of which the ratio is known least first.
     */
    public static List<Wide> wide(Results run, double share) {
        Map<Group, Double> widths = widths(new ReportData(List.of(run)));
        return widths.entrySet().stream()
                .filter(group -> group.getValue() > share)
                .sorted(Map.Entry.<Group, Double>comparingByValue(Comparator.reverseOrder()))
                .map(group -> wide(group.getKey(), group.getValue() / share))
                .toList();
    }

    private static Wide wide(Group group, double times) {
        Set<String> cells = group.measured().stream()
                .flatMap(series -> series.repetitions().stream())
                .map(Measurement::cell)
                .collect(Collectors.toSet());
        int repetitions = Spread.repetitions(group.measured());
        return new Wide(cells, times == UNKNOWN ? 1 : Math.max(1, Math.round(repetitions * (times * times - 1))));
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
                : ended(data) + " before all ratios were known to within " + until + ": " + open;
    }

    /** Why no more repetitions were added. */
    private static String ended(ReportData data) {
        Set<State> states =
                data.runs().get(0).run().cells().stream().map(CellEntry::state).collect(Collectors.toSet());
        return states.contains(State.PENDING)
                ? "the run was interrupted"
                : states.contains(State.FAILED) ? "cells failed" : "the time for repetitions ended";
    }
}
