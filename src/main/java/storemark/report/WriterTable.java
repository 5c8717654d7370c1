package storemark.report;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import storemark.parameter.Parameters;
import storemark.results.Metric;

/** What threads that read and threads that wrote beside them did, a row for each series. */
final class WriterTable {
    private WriterTable() {}

    /** The table; null where nothing was written beside reads. */
    static Table of(ReportData data) {
        Table table = Table.orNone(
                "data words",
                List.of(
                        "workload",
                        "engine",
                        "reads, ops/s",
                        "p50",
                        "p99",
                        "p99.9",
                        "writes, ops/s",
                        "of the plan",
                        "p50",
                        "p99",
                        "p99.9",
                        "longest GC pause",
                        "longest safepoint"),
                data.groups().stream()
                        .filter(group -> group.workload().hasWriters())
                        .flatMap(group -> group.measured().stream().map(series -> row(group, series)))
                        .toList());
        return table == null ? null : table.filled();
    }

    private static List<String> row(Group group, Series series) {
        Map<String, String> parameters = series.parameters();
        double achieved = mean(series, Metric.writerAchievedShare);
        return List.of(
                Words.threads(group.threads()) + " reading, "
                        + Parameters.caption(
                                Parameters.WRITERS.jmhName(),
                                parameters.getOrDefault(Parameters.WRITERS.jmhName(), "1"))
                        + " "
                        + Parameters.caption(
                                Parameters.WRITE_RATE.jmhName(),
                                parameters.getOrDefault(Parameters.WRITE_RATE.jmhName(), "max")),
                series.name(),
                Quantity.COUNT.format(series.rate(step -> true).mean()),
                time(series, Metric.latencyP50),
                time(series, Metric.latencyP99),
                time(series, Metric.latencyP999),
                Quantity.COUNT.format(mean(series, Metric.writerRate)),
                Double.isNaN(achieved) ? "" : String.format(Locale.ROOT, "%.1f%%", 100 * achieved),
                time(series, Metric.writerLatencyP50),
                time(series, Metric.writerLatencyP99),
                time(series, Metric.writerLatencyP999),
                time(series, Metric.gcLongestNanos),
                time(series, Metric.safepointLongestNanos));
    }

    /** Over all increments of all repetitions. */
    private static double mean(Series series, Metric metric) {
        return series.metrics(metric).average().orElse(Double.NaN);
    }

    /** At the largest key range, as everywhere. */
    private static String time(Series series, Metric metric) {
        double nanos = series.estimate(
                        repetition -> repetition.largest(Metric.keyRange).metric(metric))
                .mean();
        return Double.isNaN(nanos) ? "" : Quantity.NANOS.format(nanos);
    }
}
