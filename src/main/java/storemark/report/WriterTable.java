package storemark.report;

import java.util.Locale;
import storemark.parameter.Parameter;
import storemark.parameter.Parameters;
import storemark.results.Metric;

/** What threads that read and threads that wrote beside them did, a row for each series. */
final class WriterTable {
    private WriterTable() {}

    /** The table; null where nothing was written beside reads. */
    static Table of(ReportData data) {
        Table table = new Table.Columns<Row>()
                .with("workload", Row::workload)
                .with("engine", row -> row.series.name())
                .with("reads, ops/s", row -> Quantity.COUNT.format(row.series.meanRate()))
                .with("p50", row -> LoadTables.time(row.series.last(Metric.latencyP50)))
                .with("p99", row -> LoadTables.time(row.series.last(Metric.latencyP99)))
                .with("p99.9", row -> LoadTables.time(row.series.last(Metric.latencyP999)))
                .with("writes, ops/s", row -> Quantity.COUNT.format(mean(row.series, Metric.writerRate)))
                .with("of the plan", row -> percent(mean(row.series, Metric.writerAchievedShare)))
                .with("p50", row -> LoadTables.time(row.series.last(Metric.writerLatencyP50)))
                .with("p99", row -> LoadTables.time(row.series.last(Metric.writerLatencyP99)))
                .with("p99.9", row -> LoadTables.time(row.series.last(Metric.writerLatencyP999)))
                .with("longest GC pause", row -> LoadTables.time(row.series.highest(Metric.gcLongestNanos)))
                .with("longest safepoint", row -> LoadTables.time(row.series.highest(Metric.safepointLongestNanos)))
                .orNone(data.groups().stream()
                        .filter(group -> group.workload().hasWriters())
                        .flatMap(group -> group.measured().stream().map(series -> new Row(group, series))));
        return table == null ? null : table.filled();
    }

    private record Row(Group group, Series series) {
        String workload() {
            return Words.joined(
                    " ",
                    Words.threads(group.threads()) + " reading,",
                    caption(Parameters.WRITERS, "1"),
                    caption(Parameters.WRITE_RATE, "max"));
        }

        private String caption(Parameter<?> parameter, String otherwise) {
            String name = parameter.jmhName();
            return Parameters.caption(name, series.parameters().getOrDefault(name, otherwise));
        }
    }

    private static String percent(double share) {
        return Double.isNaN(share) ? "" : String.format(Locale.ROOT, "%.1f%%", 100 * share);
    }

    /** Over all increments of all repetitions. */
    private static double mean(Series series, Metric metric) {
        return series.metrics(metric).average().orElse(Double.NaN);
    }
}
