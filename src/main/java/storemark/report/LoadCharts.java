package storemark.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import storemark.parameter.Parameters;
import storemark.parameter.Rate;
import storemark.report.LatencyCharts.Percentile;

/** Latency by load: percentiles over the planned rate, and over its share of the engine's own maximum. */
final class LoadCharts {
    private static final List<Percentile> PERCENTILES =
            List.of(LatencyCharts.P50, LatencyCharts.P99, LatencyCharts.P999);

    private LoadCharts() {}

    static List<Chart> of(ReportData data) {
        Map<Object, List<Planned>> loads = Planned.of(data)
                .filter(one -> one.rate().kind() != Rate.Kind.LIMIT)
                .collect(Collectors.groupingBy(LoadCharts::atAnyRate, LinkedHashMap::new, Collectors.toList()));
        List<Chart> charts = new ArrayList<>();
        for (List<Planned> load : loads.values()) {
            for (Percentile percentile : PERCENTILES) {
                charts.add(
                        chart(load, percentile, "share", "% of the engine's own maximum", Planned::percentOfMaximum));
                charts.add(chart(load, percentile, "rate", "planned operations per second", Planned::planned));
            }
        }
        return charts;
    }

    private static Object atAnyRate(Planned one) {
        Group group = one.group();
        return List.of(group.workload(), group.threads(), Group.without(group.variant(), List.of("rate")));
    }

    private static Chart chart(
            List<Planned> load, Percentile percentile, String by, String axis, ToDoubleFunction<Planned> x) {
        Chart.Lines lines = new Chart.Lines();
        for (Planned one : load) {
            double place = x.applyAsDouble(one);
            if (Double.isFinite(place) && !one.series().control()) {
                lines.add(
                        one.series(),
                        place,
                        one.series().estimate(repetition -> LatencyCharts.latency(repetition, percentile)));
            }
        }
        Group first = load.get(0).group();
        Map<String, String> variant = Group.without(first.variant(), List.of("rate"));
        Chart chart = Chart.of(
                "load-" + by + "-" + percentile.metric() + "-" + first.workload() + "-t" + first.threads()
                        + Group.id(variant),
                Words.workload(first.workload()) + ": latency by "
                        + (by.equals("rate") ? "rate" : "share of the maximum"),
                List.of(
                        first.setUpAndThreads(),
                        Spread.ofRepetitions(load.stream().map(Planned::group).toList()),
                        "open loop: from the planned start of each operation, at the largest key range",
                        pastLimit(load)),
                axis,
                new Chart.Axis(percentile.name() + " latency", Quantity.NANOS, true),
                lines);
        return chart.as(
                Words.joined(", ", percentile.name(), Parameters.caption(variant), Words.threads(first.threads())));
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
                : "past the limit, below 98% of the plan: "
                        + past.entrySet().stream()
                                .map(one -> one.getKey() + " at " + String.join(", ", one.getValue()))
                                .collect(Collectors.joining("; "));
    }
}
