package storemark.report;

import java.util.Locale;
import storemark.parameter.Rate;
import storemark.report.LatencyCharts.Percentile;
import storemark.results.Estimate;
import storemark.results.Metric;

/** What came of operations at planned times: a row for each series and rate. */
final class LoadTables {
    private LoadTables() {}

    /** Both, for a terminal: of each rate what was achieved, and its latency; empty where no rate was planned. */
    static String text(ReportData data) {
        Table rates = table(data, latencies());
        Table limits = limits(data);
        return Words.joined(
                "\n",
                rates == null ? "" : "latency at planned rates\n\n" + rates.text(),
                limits == null ? "" : "highest rate that keeps a latency\n\n" + limits.text());
    }

    /** Latencies at rates, and what may have caused them; null where none was measured. */
    static Table rates(ReportData data) {
        return table(
                data,
                latencies()
                        // Of all repetitions: a mean of the longest times is one that nothing took.
                        .with("longest", one -> time(one.series().highest(Metric.latencyMax)))
                        .with("sender late, p99.9", one -> time(one.series().last(Metric.lagP999)))
                        .with("longest GC pause", one -> time(one.series().highest(Metric.gcLongestNanos)))
                        .with("longest safepoint", one -> time(one.series().highest(Metric.safepointLongestNanos)))
                        .with("longest stall", LoadTables::stall)
                        .with("compactions", one -> time(one.series().last(Metric.compactionNanos))));
    }

    private static Table.Columns<Planned> latencies() {
        return new Table.Columns<Planned>()
                .with("workload", LoadTables::workload)
                .with("engine", one -> one.series().name())
                .with("planned, ops/s", one -> Quantity.COUNT.format(one.planned()))
                .with("of its maximum", LoadTables::ofMaximum)
                .with("achieved", LoadTables::achieved)
                .with("p50", one -> latency(one, LatencyCharts.P50))
                .with("p99", one -> latency(one, LatencyCharts.P99))
                .with("p99.9", one -> latency(one, LatencyCharts.P999));
    }

    private static Table table(ReportData data, Table.Columns<Planned> columns) {
        Table table = columns.orNone(Planned.of(data).filter(one -> one.rate().kind() != Rate.Kind.LIMIT));
        return table == null ? null : table.filled();
    }

    private static String ofMaximum(Planned one) {
        double percent = one.percentOfMaximum();
        return Double.isNaN(percent) ? "" : String.format(Locale.ROOT, "%.0f%%", percent);
    }

    private static String achieved(Planned one) {
        return String.format(Locale.ROOT, "%.1f%%", 100 * one.achieved())
                + (one.isPastLimit() ? ", past the limit" : "");
    }

    private static String stall(Planned one) {
        double longest = one.series().highest(Metric.stallLongestNanos);
        return longest == 0 ? "below 10 ms" : time(longest);
    }

    private static String workload(Planned one) {
        return one.group().workload().label() + ", " + Words.threads(one.group().threads());
    }

    private static String latency(Planned one, Percentile percentile) {
        return time(one.series()
                .estimate(repetition -> LatencyCharts.latency(repetition, percentile))
                .mean());
    }

    /** In words; empty where it is not known. */
    static String time(double nanos) {
        return Double.isNaN(nanos) ? "" : Quantity.NANOS.format(nanos);
    }

    /** The highest rates that kept a latency; null where none was searched for. */
    static Table limits(ReportData data) {
        return new Table.Columns<Planned>()
                .with("workload", LoadTables::workload)
                .with("engine", one -> one.series().name())
                .with("p99.9 below", one -> Quantity.NANOS.format(one.rate().value()))
                .with("highest rate, ops/s", LoadTables::limit)
                .with("range", one -> range(one.limit()))
                .with(
                        "tries within target up to this rate",
                        one -> String.format(Locale.ROOT, "%.0f%%", 100 * one.keptShare()))
                .orNone(Planned.of(data).filter(one -> one.rate().kind() == Rate.Kind.LIMIT));
    }

    private static String range(Estimate limit) {
        return limit.samples() < 2
                ? "one repetition"
                : Quantity.COUNT.format(limit.low()) + " to " + Quantity.COUNT.format(limit.high());
    }

    private static String limit(Planned one) {
        double rate = one.limit().mean();
        return rate == 0 ? "none" : (one.isOpenAbove() ? "at least " : "") + Quantity.COUNT.format(rate);
    }
}
