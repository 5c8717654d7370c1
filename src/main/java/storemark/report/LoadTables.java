package storemark.report;

import java.util.List;
import java.util.Locale;
import storemark.parameter.Rate;
import storemark.results.Estimate;
import storemark.results.Metric;

/** What came of operations at planned times: a row for each series and rate. */
final class LoadTables {
    private static final String P999 = "p99.9";

    private LoadTables() {}

    /** Both, for a terminal: of each rate what was achieved, and its latency; empty where no rate was planned. */
    static String text(ReportData data) {
        Table rates = rates(data);
        Table limits = limits(data);
        return Words.joined(
                "\n",
                rates == null
                        ? ""
                        : "latency at planned rates\n\n" + toP999(rates).text(),
                limits == null ? "" : "highest rate that keeps a latency\n\n" + limits.text());
    }

    private static Table toP999(Table rates) {
        List<String> heads =
                rates.heads().get(0).cells().stream().map(Table.Cell::text).toList();
        return rates.part(0, heads.indexOf(P999) + 1);
    }

    /** Latencies at rates; null where none was measured. */
    static Table rates(ReportData data) {
        List<String> head = List.of(
                "workload",
                "engine",
                "planned, ops/s",
                "of its maximum",
                "achieved",
                "p50",
                "p99",
                P999,
                "longest",
                "sender late, p99.9",
                "longest GC pause",
                "longest safepoint",
                "longest stall",
                "compactions");
        Table table = Table.orNone(
                "data words",
                head,
                Planned.of(data)
                        .filter(one -> one.rate().kind() != Rate.Kind.LIMIT)
                        .map(LoadTables::row)
                        .toList());
        return table == null ? null : table.filled();
    }

    private static List<String> row(Planned one) {
        double percent = one.percentOfMaximum();
        return List.of(
                workload(one),
                one.series().name(),
                Quantity.COUNT.format(one.planned()),
                Double.isNaN(percent) ? "" : String.format(Locale.ROOT, "%.0f%%", percent),
                String.format(Locale.ROOT, "%.1f%%", 100 * one.achieved())
                        + (one.isPastLimit() ? ", past the limit" : ""),
                time(one, Metric.latencyP50),
                time(one, Metric.latencyP99),
                time(one, Metric.latencyP999),
                time(one, Metric.latencyMax),
                time(one, Metric.lagP999),
                time(one, Metric.gcLongestNanos),
                time(one, Metric.safepointLongestNanos),
                stall(one),
                time(one, Metric.compactionNanos));
    }

    private static String stall(Planned one) {
        return one.estimate(step -> step.metric(Metric.stallLongestNanos)).mean() == 0
                ? "below 10 ms"
                : time(one, Metric.stallLongestNanos);
    }

    private static String workload(Planned one) {
        return one.group().workload().label() + ", " + Words.threads(one.group().threads());
    }

    private static String time(Planned one, Metric metric) {
        double nanos = one.estimate(step -> step.metric(metric)).mean();
        return Double.isNaN(nanos) ? "" : Quantity.NANOS.format(nanos);
    }

    /** The highest rates that kept a latency; null where none was searched for. */
    static Table limits(ReportData data) {
        return Table.orNone(
                "data words",
                List.of(
                        "workload",
                        "engine",
                        "p99.9 below",
                        "highest rate, ops/s",
                        "range",
                        "of the closed loop's pace"),
                Planned.of(data)
                        .filter(one -> one.rate().kind() == Rate.Kind.LIMIT)
                        .map(LoadTables::limit)
                        .toList());
    }

    private static List<String> limit(Planned one) {
        Estimate limit = one.limit();
        double first = one.series()
                .estimate(repetition -> repetition.steps().get(0).rate())
                .mean();
        return List.of(
                workload(one),
                one.series().name(),
                Quantity.NANOS.format(one.rate().value()),
                Quantity.COUNT.format(limit.mean()),
                limit.samples() < 2
                        ? "one run"
                        : Quantity.COUNT.format(limit.low()) + " to " + Quantity.COUNT.format(limit.high()),
                String.format(Locale.ROOT, "%.0f%%", 100 * limit.mean() / first));
    }
}
