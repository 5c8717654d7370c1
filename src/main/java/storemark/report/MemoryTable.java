package storemark.report;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import storemark.results.Metric;

/**
 * For every series that was given a memory budget: what its process used of it, and its rate while the data are in memory
 * and past it.
 */
final class MemoryTable {
    private MemoryTable() {}

    /** The table; null when nothing in the runs was given a budget. */
    static Table of(ReportData data) {
        Table table = new Table.Columns<Row>()
                .with("engine", row -> row.series.name())
                .with("workload", row -> row.group.column())
                .with("threads", row -> String.valueOf(row.group.threads()))
                .with("limit", Row::limit)
                .with("peak", row -> peak(row.series))
                .with("page cache", row -> known(Quantity.BYTES, row.series.highest(Metric.pageCacheBytes)))
                .with("heap", row -> known(Quantity.BYTES, row.series.highest(Metric.heapBytes)))
                .with("native", row -> known(Quantity.BYTES, row.series.highest(Metric.nativeBytes)))
                .with("in memory, ops/s", row -> known(Quantity.COUNT, row.inMemory()))
                .with("past memory, ops/s", row -> known(Quantity.COUNT, row.pastMemory()))
                .with("past / in", Row::ratio)
                .orNone(Group.byThreads(data.groups()).stream().flatMap(MemoryTable::rows));
        return table == null ? null : new Table("data lines", table.heads(), table.rows(), table.folded());
    }

    private static Stream<Row> rows(List<Group> byThreads) {
        List<Window> windows = Window.of(byThreads);
        return byThreads.stream()
                .flatMap(group -> group.measured().stream()
                        .filter(series -> Memory.isGiven(series.parameters()))
                        .map(series -> new Row(group, series, windows)));
    }

    private record Row(Group group, Series series, List<Window> windows) {
        String limit() {
            boolean enforced = series.metrics(Metric.memoryLimitBytes).findAny().isPresent();
            return Quantity.BYTES.format(series.budget()) + (enforced ? "" : ", not enforced");
        }

        double inMemory() {
            return series.rate(windows.get(0)::holds).mean();
        }

        double pastMemory() {
            return series.rate(windows.get(windows.size() - 1)::holds).mean();
        }

        String ratio() {
            double ratio = pastMemory() / inMemory();
            return Double.isFinite(ratio) ? String.format(Locale.ROOT, "%.3g%%", 100 * ratio) : "-";
        }
    }

    /** What the group was charged; where there was none, what the process has had at the most, and said to be that. */
    private static String peak(Series series) {
        double charged = series.metrics(Metric.memoryPeakBytes).max().orElse(Double.NaN);
        double resident = series.metrics(Metric.rssPeakBytes).max().orElse(Double.NaN);
        return Double.isNaN(charged) && !Double.isNaN(resident)
                ? known(Quantity.BYTES, resident) + " resident"
                : known(Quantity.BYTES, charged);
    }

    private static String known(Quantity quantity, double value) {
        return Double.isNaN(value) ? "-" : quantity.format(value);
    }
}
