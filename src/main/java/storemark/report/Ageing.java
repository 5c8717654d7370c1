package storemark.report;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import storemark.parameter.Parameters;
import storemark.results.Estimate;

/** What turnovers have made of rates and space, beside the same records freshly loaded. */
final class Ageing {
    private static final String CHURN = Parameters.CHURN.jmhName();
    private static final Chart.Reference FRESH = new Chart.Reference(1, "freshly loaded");

    private Ageing() {}

    /** Groups that differ in the age of their datasets alone, the fresh one first. */
    private static List<List<Group>> families(ReportData data) {
        return Group.families(data.groups().stream(), CHURN, Ageing::turnovers).stream()
                .filter(family -> turnovers(family.get(0)) == 0)
                .toList();
    }

    private static int turnovers(Group group) {
        return Integer.parseInt(group.variant().get(CHURN).replace("x", ""));
    }

    /** Engines that were measured, the control left out. */
    private static Stream<Series> engines(Group group) {
        return group.measured().stream().filter(one -> !one.control());
    }

    private static Optional<Series> find(Group group, String name) {
        return engines(group).filter(one -> one.name().equals(name)).findFirst();
    }

    /** Rates of each workload by the age of the store, and what stores that were not written to take on disk. */
    static Stream<Chart> charts(ReportData data) {
        List<List<Group>> families = families(data);
        Map<Map<String, String>, List<Group>> loaded = new LinkedHashMap<>();
        families.stream()
                .filter(family -> !family.get(0).workload().writes())
                .forEach(family ->
                        loaded.putIfAbsent(family.get(0).without(CHURN).variant(), family));
        return Stream.of(
                        families.stream().map(family -> rates(data, family)),
                        families.stream().map(Ageing::places),
                        loaded.values().stream().map(Ageing::space))
                .flatMap(charts -> charts);
    }

    private static Chart rates(ReportData data, List<Group> family) {
        Chart chart = chart(
                family,
                "ageing-" + family.get(0).without(CHURN).id(),
                Words.workload(family.get(0).workload()) + ": rate by age",
                new Chart.Axis("rate / rate when freshly loaded", Quantity.RATIO, false),
                spread(family),
                (aged, group) -> find(family.get(0), aged.name())
                        .flatMap(fresh -> turnovers(group) == 0
                                ? Optional.of(Estimate.of(1))
                                : SeriesRatio.of(aged, fresh).map(SeriesRatio::estimate))
                        .orElse(Estimate.of()));
        return TurnsOfChart.annotate(
                chart.with(Chart.Marks.ofReference(FRESH)), data, family, (group, step) -> turnovers(group));
    }

    private static Chart places(List<Group> family) {
        return chart(
                family,
                "ageing-places-" + family.get(0).without(CHURN).id(),
                Words.workload(family.get(0).workload()) + ": place by age",
                new Chart.Axis("place by mean rate; 1 is the highest", Quantity.COUNT, false),
                "",
                (aged, group) -> Estimate.of(place(group, aged.name())));
    }

    private static Chart space(List<Group> family) {
        return chart(
                        family,
                        "ageing-disk" + Group.id(family.get(0).without(CHURN).variant()),
                        "Bytes on disk by age",
                        new Chart.Axis("bytes on disk / bytes when freshly loaded", Quantity.RATIO, false),
                        "",
                        (aged, group) -> find(family.get(0), aged.name())
                                .map(fresh -> Estimate.of(disk(aged) / disk(fresh)))
                                .orElse(Estimate.of()))
                .with(Chart.Marks.ofReference(FRESH));
    }

    /** What is drawn of a series of a group. */
    private interface Value {
        Estimate of(Series aged, Group group);
    }

    private static String spread(List<Group> family) {
        int repetitions = Spread.repetitions(engines(family.get(0)).toList());
        return repetitions == 1
                ? "geometric mean over increments"
                : "median of " + repetitions
                        + " repetitions, each the geometric mean over increments; error bars: 95% interval";
    }

    private static Chart chart(List<Group> family, String id, String title, Chart.Axis y, String spread, Value value) {
        Chart.Lines lines = new Chart.Lines();
        for (Group group : family) {
            engines(group).forEach(aged -> lines.add(aged, turnovers(group), value.of(aged, group)));
        }
        Group first = family.get(0);
        return Chart.of(
                        id,
                        title,
                        List.of(
                                first.setUpAndThreads().replace(" \u00b7 " + Parameters.caption(CHURN, "0x"), ""),
                                "after each turnover the same records, all of them deleted and inserted at random",
                                spread),
                        "turnovers",
                        y,
                        lines)
                .as(first.without(CHURN).option());
    }

    private static double disk(Series series) {
        return series.estimate(DiskUse::bytes).mean();
    }

    /** Each engine young and old: rates, places among the engines, space; null where nothing has aged. */
    static Table table(ReportData data) {
        return new Table.Columns<Row>()
                .with("workload", row -> row.young.without(CHURN).columnAndThreads())
                .with("engine", row -> row.aged.name())
                .with("turnovers", row -> String.valueOf(turnovers(row.old)))
                .with("fresh, ops/s", row -> Quantity.COUNT.format(row.fresh.meanRate()))
                .with("aged, ops/s", row -> Quantity.COUNT.format(row.aged.meanRate()))
                .with("aged / fresh, by increment", Row::rates)
                .with("place, fresh", row -> String.valueOf(place(row.young, row.aged.name())))
                .with("place, aged", row -> String.valueOf(place(row.old, row.aged.name())))
                .with("fresh on disk", row -> Quantity.BYTES.format(disk(row.fresh)))
                .with("aged on disk", row -> Quantity.BYTES.format(disk(row.aged)))
                .with("space", row -> Quantity.RATIO.format(disk(row.aged) / disk(row.fresh)))
                .orNone(families(data).stream().flatMap(family -> rows(family.get(0), family.get(family.size() - 1))));
    }

    private static Stream<Row> rows(Group young, Group old) {
        return engines(old)
                .flatMap(aged -> find(young, aged.name()).map(fresh -> new Row(young, old, fresh, aged)).stream());
    }

    private record Row(Group young, Group old, Series fresh, Series aged) {
        String rates() {
            return SeriesRatio.of(aged, fresh)
                    .map(ratio ->
                            ratio.repetitions() < 2 ? Quantity.RATIO.format(ratio.median()) : Ranking.words(ratio))
                    .orElse("");
        }
    }

    /** Among the engines, by the mean rate: 1 for the highest. */
    private static int place(Group group, String name) {
        List<String> ranked = engines(group)
                .sorted(Comparator.comparingDouble(Series::meanRate).reversed())
                .map(Series::name)
                .toList();
        return 1 + ranked.indexOf(name);
    }
}
