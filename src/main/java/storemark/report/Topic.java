package storemark.report;

import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;

/** The sections of a report that are made of its cells, in the order of the page: of each part a table, charts, or both. */
@SuppressWarnings("ImmutableEnumChecker") // its functions hold nothing
enum Topic {
    RATES(SummaryTable::html),
    TIES(SummaryTable::ties),
    MEMORY(MemoryTable::of, data -> Stream.of()),
    BEST(data -> null, RecordCharts::best),
    RECORDS(data -> null, RecordCharts::rates),
    KEY_RANGE(data -> null, data -> RateCharts.of(data, false)),
    ENTRIES(data -> null, data -> RateCharts.of(data, true)),
    THREADS(data -> null, data -> ScalabilityCharts.of(data).charts().stream()),
    DISK(data -> null, data -> Stream.concat(PlaceCharts.disk(data), RecordCharts.efficiency(data))),
    DEVICE(DeviceTable::of, data -> Stream.of()),
    PEAK_MEMORY(data -> null, data -> Stream.concat(PlaceCharts.memory(data), RecordCharts.memory(data))),
    AGEING(Ageing::table, Ageing::charts),
    LATENCY(data -> null, data -> data.charted().stream().map(group -> LatencyCharts.of(data, group))),
    LIMITS(LoadTables::limits, data -> Stream.of()),
    LOAD(LoadTables::rates, data -> LoadCharts.of(data).stream()),
    WRITERS(WriterTable::of, data -> Stream.of()),
    PROFILE(ProfileTable::of, data -> Stream.of()),
    DEBT(DebtTable::of, data -> Stream.of()),
    PROMISES(Promises::table, data -> DeviceWorkCharts.of(data)),
    MACHINES(
            data -> ShardSpeeds.of(data.runs().get(0)).map(ShardSpeeds::table).orElse(null),
            data -> data.runs().stream().flatMap(run -> ShardSpeeds.of(run).map(ShardSpeeds::chart).stream())),
    MISSING(Topic::missing, data -> Stream.of());

    private final BiFunction<ReportData, SummaryTable, Table> table;
    private final Function<ReportData, Stream<Chart>> charts;

    Topic(Function<SummaryTable, Table> table) {
        this.table = (data, rates) -> table.apply(rates);
        this.charts = data -> Stream.of();
    }

    Topic(Function<ReportData, Table> table, Function<ReportData, Stream<Chart>> charts) {
        this.table = (data, rates) -> table.apply(data);
        this.charts = charts;
    }

    /** The charts that show anything, by section. */
    static Map<Topic, List<Chart>> charts(ReportData data) {
        Map<Topic, List<Chart>> all = new EnumMap<>(Topic.class);
        for (Topic topic : values()) {
            all.put(
                    topic,
                    Chart.withEqualAxes(topic.charts
                            .apply(data)
                            .filter(chart -> !chart.series().isEmpty())
                            .toList()));
        }
        return all;
    }

    /** Null where there is none. */
    Table table(ReportData data, SummaryTable rates) {
        return table.apply(data, rates);
    }

    /** Its name in the page. */
    String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The cells without a result, equal ones of several repetitions once. */
    private static Table missing(ReportData data) {
        return Table.orNone(
                List.of("engine", "workload", "threads", "state", "reason"),
                data.all()
                        .flatMap(group -> group.series().stream()
                                .flatMap(series -> series.missing().stream()
                                        .map(cell -> List.of(
                                                series.name(),
                                                group.column(),
                                                Words.threads(group.threads()),
                                                Words.state(cell.state()),
                                                Objects.requireNonNullElse(cell.reason(), "")))))
                        .distinct()
                        .toList());
    }
}
