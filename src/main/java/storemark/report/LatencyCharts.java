package storemark.report;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import storemark.parameter.Parameters;
import storemark.results.Measurement;
import storemark.results.Metric;
import storemark.workload.Walk;

/** Latency by percentile at the last increment: one chart a {@link Group}. */
final class LatencyCharts {
    /**
     * A place on the x axis.
     *
     * @param needed how many timed operations it takes to draw it: with fewer than ten above it, it is due to chance
     */
    record Percentile(Metric metric, String name, int needed) {}

    static final Percentile P50 = new Percentile(Metric.latencyP50, "p50", 20);
    static final Percentile P99 = new Percentile(Metric.latencyP99, "p99", 1000);
    static final Percentile P999 = new Percentile(Metric.latencyP999, "p99.9", 10_000);

    private static final List<Percentile> PERCENTILES = List.of(
            P50,
            new Percentile(Metric.latencyP90, "p90", 100),
            P99,
            P999,
            new Percentile(Metric.latencyP9999, "p99.99", 100_000),
            new Percentile(Metric.latencyMax, "max", 1));

    private LatencyCharts() {}

    static Chart of(ReportData data, Group group) {
        Control control = Control.of(
                group.measured(),
                one -> 1e9
                        / one.estimate(repetition -> latency(repetition, PERCENTILES.get(0)))
                                .mean());
        Chart.Lines lines = new Chart.Lines();
        for (int place = 0; place < PERCENTILES.size(); place++) {
            Percentile percentile = PERCENTILES.get(place);
            for (Series series : control.drawn()) {
                lines.add(series, place, series.estimate(repetition -> latency(repetition, percentile)));
            }
        }
        Chart chart = Chart.of(
                        Chart.Kind.LINES,
                        "latency-" + group.id(),
                        Words.workload(group.workload()) + ": latency by percentile, closed loop",
                        List.of(
                                group.setUpAndThreads(),
                                "at the last increment, from a sample of its " + calls(group)
                                        + "; percentiles with at least ten of the sample above them; "
                                        + Spread.ofRepetitions(List.of(group)),
                                "closed loop: an operation starts when the last one has ended, so waiting behind a slow one is not included",
                                control.left().isEmpty() ? "" : "control, not drawn: far below the others"),
                        "percentile of operations",
                        new Chart.Axis("latency, closed loop", Quantity.NANOS, true),
                        PERCENTILES.stream().map(Percentile::name).toList(),
                        lines)
                .as(group.option());
        return TurnsOfChart.annotate(chart, data, List.of(group));
    }

    /** At the last increment; as the other. */
    static double latency(Measurement repetition, Percentile percentile) {
        return latency(repetition, repetition.last(), percentile);
    }

    /** In nanoseconds; {@link Double#NaN} where fewer than ten of the operations that were timed are above it. */
    static double latency(Measurement repetition, Measurement.Step step, Percentile percentile) {
        Map<String, String> parameters = repetition.parameters();
        boolean all = parameters.containsKey(Parameters.RATE.jmhName()); // at planned times
        double oneIn = all ? 1 : Double.parseDouble(parameters.getOrDefault("sample", "1"));
        double begun =
                all ? step.metric(Metric.achievedShare) : 1; // those that were due and did not begin are timed too
        double timed = step.metric(Metric.operations) / operationsPerCall(repetition) / oneIn / begun;
        return timed >= percentile.needed() ? step.metric(percentile.metric()) : Double.NaN;
    }

    /** A run of the sequential workloads, or a batch of updates, is one call, and timed as one. */
    private static int operationsPerCall(Measurement repetition) {
        return switch (repetition.workload().timed()) {
            case RUN -> recordsInWalk(repetition);
            case TRANSACTION -> Integer.parseInt(repetition.parameters().getOrDefault("batch", "1"));
            case OPERATION -> 1;
        };
    }

    private static int recordsInWalk(Measurement repetition) {
        Map<String, String> parameters = repetition.parameters();
        Walk walk = Walk.valueOf(
                parameters.getOrDefault(Parameters.WALK.jmhName(), "runs").toUpperCase(Locale.ROOT));
        long entries = Long.parseLong(parameters.getOrDefault(Parameters.ENTRIES.jmhName(), "0"));
        return (int) walk.recordsInCall(entries, repetition.threads());
    }

    /** What was timed: its operations, or several at once. */
    private static String calls(Group group) {
        int most = group.measured().stream()
                .flatMap(series -> series.repetitions().stream())
                .mapToInt(LatencyCharts::operationsPerCall)
                .max()
                .orElse(1);
        String count = Quantity.COUNT.format(most);
        return most == 1
                ? "operations"
                : group.workload().readsInOrder() ? "runs of " + count + " records" : "batches of " + count;
    }
}
