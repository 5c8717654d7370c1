package storemark.report;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import storemark.results.Measurement;
import storemark.results.Measurement.Step;
import storemark.results.Metric;
import storemark.results.SteadyState;

/** What writing has left to be paid after the last step, and whether the rates had settled by then: a row a written cell. */
final class DebtTable {
    private static final String TOO_FEW = "too few increments to tell";

    private DebtTable() {}

    /** The table; null when nothing was written, or by a version that did not measure this. */
    static Table of(ReportData data) {
        List<Row> rows = data.groups().stream()
                .flatMap(group -> group.measured().stream().map(series -> new Row(group, series)))
                .filter(Row::isMeasured)
                .toList();
        Table.Columns<Row> columns = new Table.Columns<Row>()
                .with("workload", row -> row.group.columnAndThreads())
                .with("engine", row -> row.series.name())
                .with("acknowledged, ops/s", row -> row.mean(Quantity.COUNT, Measurement::rateWithoutDebt))
                .with("with debt, ops/s", row -> row.mean(Quantity.COUNT, Measurement::rateWithDebt))
                .with("settling", Row::settling)
                .with("written while settling", row -> Quantity.BYTES.format(row.series.last(Metric.settleWriteBytes)));
        if (!rows.stream().allMatch(row -> row.lastThird().equals(TOO_FEW))) {
            columns.with("last third", Row::lastThird);
        }
        return columns.orNone(rows.stream());
    }

    private record Row(Group group, Series series) {
        boolean isMeasured() {
            return !series.control()
                    && series.repetitions().stream().anyMatch(repetition -> !Double.isNaN(repetition.settleNanos()));
        }

        String mean(Quantity quantity, ToDoubleFunction<Measurement> value) {
            return quantity.format(series.estimate(value).mean());
        }

        String settling() {
            boolean ended =
                    series.repetitions().stream().noneMatch(repetition -> repetition.last(Metric.settleEnded) == 0);
            return mean(Quantity.NANOS, Measurement::settleNanos) + (ended ? "" : ", then timed out");
        }

        String lastThird() {
            return series.repetitions().stream()
                    .map(DebtTable::lastThird)
                    .distinct()
                    .collect(Collectors.joining("; "));
        }
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
