package storemark.report;

import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * All charts of a report that show anything: each component is a section of {@code report.html}.
 *
 * @param notes one line for each window by threads that has no chart
 */
record ChartSet(
        List<Chart> best,
        List<Chart> records,
        List<Chart> keyRange,
        List<Chart> entries,
        List<Chart> threads,
        List<String> notes,
        List<Chart> disk,
        List<Chart> peakMemory,
        List<Chart> ageing,
        List<Chart> latency,
        List<Chart> load,
        List<Chart> promises,
        List<Chart> machines) {
    static ChartSet of(ReportData data) {
        ScalabilityCharts byThreads = ScalabilityCharts.of(data);
        return new ChartSet(
                shown(RecordCharts.best(data)),
                shown(RecordCharts.rates(data)),
                shown(RateCharts.of(data, false)),
                shown(RateCharts.of(data, true)),
                shown(byThreads.charts().stream()),
                byThreads.notes(),
                shown(Stream.concat(PlaceCharts.disk(data), RecordCharts.efficiency(data))),
                shown(Stream.concat(PlaceCharts.memory(data), RecordCharts.memory(data))),
                shown(Ageing.charts(data)),
                shown(data.charted().stream().map(LatencyCharts::of)),
                shown(LoadCharts.of(data).stream()),
                shown(DeviceWorkCharts.of(data)),
                shown(data.runs().stream().flatMap(run -> ShardSpeeds.of(run).map(ShardSpeeds::chart).stream())));
    }

    private static List<Chart> shown(Stream<Chart> charts) {
        return Chart.withEqualAxes(
                charts.filter(chart -> !chart.series().isEmpty()).toList());
    }

    /** It in a report of several parts, of this one. */
    ChartSet of(String part) {
        UnaryOperator<List<Chart>> named =
                charts -> charts.stream().map(chart -> chart.of(part)).toList();
        return new ChartSet(
                named.apply(best),
                named.apply(records),
                named.apply(keyRange),
                named.apply(entries),
                named.apply(threads),
                notes,
                named.apply(disk),
                named.apply(peakMemory),
                named.apply(ageing),
                named.apply(latency),
                named.apply(load),
                named.apply(promises),
                named.apply(machines));
    }

    /** In the order of the page. */
    List<Chart> all() {
        return Stream.of(
                        best,
                        records,
                        keyRange,
                        entries,
                        threads,
                        disk,
                        peakMemory,
                        ageing,
                        latency,
                        load,
                        promises,
                        machines)
                .flatMap(List::stream)
                .toList();
    }
}
