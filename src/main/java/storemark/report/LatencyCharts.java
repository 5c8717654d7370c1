package storemark.report;

import java.util.ArrayList;
import java.util.List;
import storemark.results.Estimate;
import storemark.results.Measurement;
import storemark.results.Metric;
import storemark.workload.Workload;

/** Latency by percentile at the largest key range: one chart a {@link Group}. */
final class LatencyCharts {
    /**
     * A place on the x axis.
     *
     * @param oneIn one operation in so many is above it
     */
    private record Percentile(Metric metric, String name, int oneIn) {
        /** Of the timed operations, for it to be drawn: one that fewer than ten are above is one of chance. */
        double needed() {
            return metric == Metric.latencyMax ? 1 : 10 * oneIn;
        }
    }

    private static final List<Percentile> PERCENTILES = List.of(
            new Percentile(Metric.latencyP50, "p50", 2),
            new Percentile(Metric.latencyP90, "p90", 10),
            new Percentile(Metric.latencyP99, "p99", 100),
            new Percentile(Metric.latencyP999, "p99.9", 1_000),
            new Percentile(Metric.latencyP9999, "p99.99", 10_000),
            new Percentile(Metric.latencyMax, "max", 0));

    private LatencyCharts() {}

    static List<Chart> of(ReportData data) {
        return data.charted().stream().map(LatencyCharts::chart).toList();
    }

    private static Chart chart(Group group) {
        List<Chart.Line> lines = group.measured().stream()
                .map(series -> new Chart.Line(series.name(), series.style(), points(series)))
                .filter(line -> !line.points().isEmpty())
                .toList();
        String rounds = Spread.ofRounds(List.of(group));
        return new Chart(
                "latency-" + group.id(),
                Chart.Kind.LINES,
                group.title() + ": latency by percentile",
                List.of(
                        group.setUp(true),
                        "at the last and largest step, from a sample of its " + calls(group)
                                + ", where ten at least are above; " + rounds),
                new Chart.Axis("percentile of operations", Quantity.COUNT, false),
                new Chart.Axis("latency", Quantity.NANOS, Scale.logY(lines)),
                PERCENTILES.stream().map(Percentile::name).toList(),
                lines,
                null,
                null);
    }

    private static List<double[]> points(Series series) {
        List<double[]> points = new ArrayList<>();
        for (int place = 0; place < PERCENTILES.size(); place++) {
            Percentile percentile = PERCENTILES.get(place);
            Estimate latency = Estimate.of(series.rounds().stream()
                    .filter(round -> timed(round) >= percentile.needed())
                    .mapToDouble(round -> Series.last(round).metric(percentile.metric()))
                    .toArray());
            if (latency.samples() > 0) {
                points.add(Chart.point(place, latency));
            }
        }
        return points;
    }

    private static double timed(Measurement round) {
        double oneIn = Double.parseDouble(round.parameters().getOrDefault("sample", "1"));
        return Series.last(round).metric(Metric.operations) / operationsPerCall(round) / oneIn;
    }

    /** A run of the sequential workloads, or a batch of updates, is one call, and timed as one. */
    private static int operationsPerCall(Measurement round) {
        return switch (round.workload().timed()) {
            case RUN -> Workload.RECORDS_IN_RUN;
            case TRANSACTION -> Integer.parseInt(round.parameters().getOrDefault("batch", "1"));
            case OPERATION -> 1;
        };
    }

    /** What was timed: its operations, or several at once. */
    private static String calls(Group group) {
        int most = group.measured().stream()
                .flatMap(series -> series.rounds().stream())
                .mapToInt(LatencyCharts::operationsPerCall)
                .max()
                .orElse(1);
        String count = Quantity.COUNT.format(most);
        return switch (group.workload().timed()) {
            case RUN -> "runs of " + count + " records";
            case TRANSACTION -> most == 1 ? "operations" : "batches of " + count;
            case OPERATION -> "operations";
        };
    }
}
