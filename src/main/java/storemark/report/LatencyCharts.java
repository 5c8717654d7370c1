package storemark.report;

import java.util.ArrayList;
import java.util.List;
import storemark.results.Estimate;
import storemark.results.Measurement;
import storemark.results.Metric;
import storemark.workload.Workload;

/** Latency by percentile at the largest key range: one chart a {@link Group}. */
final class LatencyCharts {
    private static final List<Metric> PERCENTILES = List.of(
            Metric.latencyP50,
            Metric.latencyP90,
            Metric.latencyP99,
            Metric.latencyP999,
            Metric.latencyP9999,
            Metric.latencyMax);
    private static final List<String> NAMES = List.of("p50", "p90", "p99", "p99.9", "p99.99", "max");
    /** One operation in so many is above each percentile. */
    private static final List<Integer> ONE_IN = List.of(2, 10, 100, 1_000, 10_000);
    /** A percentile that fewer of the timed operations are above is one of chance, and not drawn. */
    private static final int ABOVE = 10;

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
                NAMES,
                lines,
                null,
                null);
    }

    private static List<double[]> points(Series series) {
        List<double[]> points = new ArrayList<>();
        for (int place = 0; place < PERCENTILES.size(); place++) {
            Metric percentile = PERCENTILES.get(place);
            double needed = percentile == Metric.latencyMax ? 1 : ABOVE * ONE_IN.get(place);
            Estimate latency = Estimate.of(series.rounds().stream()
                    .filter(round -> timed(round) >= needed)
                    .mapToDouble(round -> Series.last(round).metric(percentile))
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
