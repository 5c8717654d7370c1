package storemark.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import storemark.results.Measurement;
import storemark.results.Measurement.Step;
import storemark.results.Metric;
import storemark.results.SteadyState;

/** What writing has left to be paid after the last step, and whether the rates had settled by then: a row a written cell. */
final class DebtTable {
    private static final List<String> HEAD = List.of(
            "workload", "engine", "acknowledged, ops/s", "with debt, ops/s", "settling", "written by it", "last third");

    private static final int LAST = HEAD.size() - 1;
    private static final String TOO_FEW = "too few increments to tell";

    private DebtTable() {}

    /** The table; null when nothing was written, or by a version that did not measure this. */
    static Table of(ReportData data) {
        List<List<String>> rows = new ArrayList<>();
        for (Group group : data.groups()) {
            for (Series series : group.measured()) {
                boolean measured =
                        series.repetitions().stream().anyMatch(repetition -> !Double.isNaN(repetition.settleNanos()));
                if (measured && !series.control()) {
                    rows.add(row(group, series));
                }
            }
        }
        boolean silent = rows.stream().allMatch(row -> row.get(LAST).equals(TOO_FEW));
        return silent
                ? Table.orNone(
                        "data words",
                        HEAD.subList(0, LAST),
                        rows.stream().map(row -> row.subList(0, LAST)).toList())
                : Table.orNone("data words", HEAD, rows);
    }

    private static List<String> row(Group group, Series series) {
        boolean ended = series.repetitions().stream().noneMatch(repetition -> repetition.last(Metric.settleEnded) == 0);
        return List.of(
                group.column() + ", " + Words.threads(group.threads()),
                series.name(),
                Quantity.COUNT.format(
                        series.estimate(Measurement::rateWithoutDebt).mean()),
                Quantity.COUNT.format(series.estimate(Measurement::rateWithDebt).mean()),
                Quantity.NANOS.format(series.estimate(Measurement::settleNanos).mean())
                        + (ended ? "" : ", then timed out"),
                Quantity.BYTES.format(series.estimate(repetition -> repetition.last(Metric.settleWriteBytes))
                        .mean()),
                series.repetitions().stream()
                        .map(DebtTable::lastThird)
                        .distinct()
                        .collect(Collectors.joining("; ")));
    }

    private static String lastThird(Measurement repetition) {
        SteadyState state =
                SteadyState.of(repetition.steps().stream().map(Step::rate).toList());
        String change =
                String.format(Locale.ROOT, " (%+.0f%% \u00b1 %.0f%%)", 100 * state.change(), 100 * state.error());
        return switch (state.verdict()) {
            case SETTLED -> "settled" + change;
            case FALLING -> "still falling" + change;
            case RISING -> "still rising" + change;
            case TOO_FEW_STEPS -> TOO_FEW;
        };
    }
}
