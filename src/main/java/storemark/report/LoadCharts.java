package storemark.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import storemark.parameter.Rate;
import storemark.report.LatencyCharts.Percentile;
import storemark.results.Metric;

/**
 * Latency by load: percentiles, and what stopped operations for long, over the planned rate and over its share of the engine's own
 * maximum.
 */
final class LoadCharts {
    private static final List<Percentile> TIMES = List.of(
            named(LatencyCharts.P50),
            named(LatencyCharts.P99),
            named(LatencyCharts.P999),
            new Percentile(Metric.safepointLongestNanos, "longest safepoint", 1),
            new Percentile(Metric.stallLongestNanos, "longest stall", 1),
            new Percentile(Metric.compactionNanos, "compactions, all together", 1));

    private LoadCharts() {}

    private static Percentile named(Percentile percentile) {
        return new Percentile(percentile.metric(), percentile.name() + " latency", percentile.needed());
    }

    static List<Chart> of(ReportData data) {
        Map<Group, List<Planned>> loads = Group.by(
                Planned.of(data).filter(one -> one.rate().kind() != Rate.Kind.LIMIT),
                one -> one.group().without("rate"));
        List<Chart> charts = new ArrayList<>();
        for (List<Planned> load : loads.values()) {
            for (Percentile time : TIMES) {
                charts.add(
                        chart(data, load, time, "share", "% of the engine's own maximum", Planned::percentOfMaximum));
                charts.add(chart(data, load, time, "rate", "planned operations per second", Planned::planned));
            }
        }
        return charts;
    }

    private static Chart chart(
            ReportData data, List<Planned> load, Percentile time, String by, String axis, ToDoubleFunction<Planned> x) {
        Chart.Lines lines = new Chart.Lines();
        for (Planned one : load) {
            double place = x.applyAsDouble(one);
            if (Double.isFinite(place) && !one.series().control()) {
                lines.add(
                        one.series(),
                        place,
                        one.series().estimate(repetition -> positive(LatencyCharts.latency(repetition, time))));
                if (one.isPastLimit()) {
                    lines.cross(one.series(), place);
                }
            }
        }
        Group first = load.get(0).group();
        Group atAnyRate = first.without("rate");
        Chart chart = Chart.of(
                "load-" + by + "-" + time.metric() + "-" + atAnyRate.id(),
                Words.workload(first.workload()) + ": latency by "
                        + (by.equals("rate") ? "rate" : "share of the maximum"),
                List.of(
                        first.setUpAndThreads(),
                        Spread.ofRepetitions(load.stream().map(Planned::group).toList()),
                        "open loop: from the planned start of each operation, at the last increment",
                        pastLimit(load)),
                axis,
                new Chart.Axis(time.name(), Quantity.NANOS, true),
                lines);
        return TurnsOfChart.annotate(
                chart.as(time.name() + ", " + atAnyRate.option()),
                data,
                load.stream().map(Planned::group).distinct().toList());
    }

    /** {@link Double#NaN} where there was none. */
    private static double positive(double nanos) {
        return nanos > 0 ? nanos : Double.NaN;
    }

    /** Which points are not what the engine can sustain. */
    private static String pastLimit(List<Planned> load) {
        Map<String, List<String>> past = new LinkedHashMap<>();
        load.stream()
                .filter(one -> one.isPastLimit() && !one.series().control())
                .forEach(one -> past.computeIfAbsent(one.series().name(), name -> new ArrayList<>())
                        .add(Quantity.COUNT.format(one.planned()) + "/s"));
        return past.isEmpty()
                ? ""
                : "\u00d7: past the limit, below 98% of the plan: "
                        + past.entrySet().stream()
                                .map(one -> one.getKey() + " at " + String.join(", ", one.getValue()))
                                .collect(Collectors.joining("; "));
    }
}
