package storemark.report;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The sections of a report that have charts, in the order of the page. */
enum ChartSection {
    BEST,
    RECORDS,
    KEY_RANGE,
    ENTRIES,
    THREADS,
    DISK,
    PEAK_MEMORY,
    AGEING,
    LATENCY,
    LOAD,
    PROMISES,
    MACHINES;

    /** Its charts that show anything. */
    List<Chart> of(ReportData data) {
        return Chart.withEqualAxes(
                made(data).filter(chart -> !chart.series().isEmpty()).toList());
    }

    private Stream<Chart> made(ReportData data) {
        return switch (this) {
            case BEST -> RecordCharts.best(data);
            case RECORDS -> RecordCharts.rates(data);
            case KEY_RANGE -> RateCharts.of(data, false);
            case ENTRIES -> RateCharts.of(data, true);
            case THREADS -> ScalabilityCharts.of(data).charts().stream();
            case DISK -> Stream.concat(PlaceCharts.disk(data), RecordCharts.efficiency(data));
            case PEAK_MEMORY -> Stream.concat(PlaceCharts.memory(data), RecordCharts.memory(data));
            case AGEING -> Ageing.charts(data);
            case LATENCY -> data.charted().stream().map(group -> LatencyCharts.of(data, group));
            case LOAD -> LoadCharts.of(data).stream();
            case PROMISES -> DeviceWorkCharts.of(data);
            case MACHINES -> data.runs().stream().flatMap(run -> ShardSpeeds.of(run).map(ShardSpeeds::chart).stream());
        };
    }

    /** Its name in the page. */
    String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
