package storemark.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import storemark.parameter.Parameters;
import storemark.results.Estimate;
import storemark.workload.Workload;

/** Bars by workload: space on disk, and the highest resident memory. */
final class PlaceCharts {
    /** What the line about the records says. */
    private static final Set<String> TOLD =
            Set.of("entries", "keyBytes", "valueBytes", "compressibility", "durability", "memory", "cold");

    private PlaceCharts() {}

    /** Bytes on disk, and how many times the bytes of keys and values that is: after an ordered load, and after inserts. */
    static Stream<Chart> disk(ReportData data) {
        Chart.Axis bytes = new Chart.Axis("bytes on disk", Quantity.BYTES, false);
        Chart.Axis times = new Chart.Axis("\u00d7 bytes of keys and values", Quantity.RATIO, false);
        List<List<Group>> places = measured(data)
                .filter(group -> group.workload().grows() || !group.workload().writes())
                .collect(Collectors.groupingBy(PlaceCharts::records, LinkedHashMap::new, Collectors.toList()))
                .values()
                .stream()
                .flatMap(PlaceCharts::loadAndInserts)
                .toList();
        return numbered(places, (suffix, shown) -> {
            PlaceNames names = states(shown);
            List<String> about = List.of(
                    records(shown.get(0)), names.shared(), Spread.ofRepetitions(shown), DiskUse.impossible(shown));
            Chart.Lines onDisk = Chart.Lines.of(shown, (group, one) -> stored(one, one.estimate(DiskUse::bytes)));
            Chart.Lines amplified =
                    Chart.Lines.of(shown, (group, one) -> stored(one, one.estimate(DiskUse::amplification)));
            String option = places.size() == 1 ? "" : Words.joined(", ", records(shown.get(0)), names.shared());
            String x = "state of the store";
            return Stream.of(
                    bars("disk" + suffix, "Bytes on disk", about, x, bytes, names, onDisk)
                            .as(option),
                    bars("amplification" + suffix, "Space amplification", about, x, times, names, amplified)
                            .as(option)
                            .with(Chart.Marks.ofReference(new Chart.Reference(1, "no overhead"))));
        });
    }

    /** The highest resident memory of each fork; a chart that takes off the control's is none of workloads without it. */
    static Stream<Chart> memory(ReportData data) {
        Map<Boolean, List<Group>> byControl = measured(data).collect(Collectors.partitioningBy(PeakMemory::hasControl));
        List<List<Group>> places = Stream.of(true, false)
                .flatMap(has -> PlaceNames.charts(byControl.get(has)).stream())
                .toList();
        return numbered(places, (suffix, shown) -> {
            PeakMemory memory = PeakMemory.of(shown);
            PlaceNames names = PlaceNames.of(shown, Set.of());
            List<String> about = List.of(names.shared(), memory.words(), Spread.ofRepetitions(shown));
            Chart.Axis bytes = new Chart.Axis(memory.axis(), Quantity.BYTES, false);
            Chart.Lines lines = Chart.Lines.of(shown, memory::of);
            String option = places.size() == 1 ? "" : Words.joined(", ", names.shared(), names.range());
            return Stream.of(bars("peak-memory" + suffix, "Peak memory", about, "workload", bytes, names, lines)
                    .as(option));
        });
    }

    private static Stream<Chart> numbered(
            List<List<Group>> places, BiFunction<String, List<Group>, Stream<Chart>> charts) {
        return IntStream.range(0, places.size())
                .boxed()
                .flatMap(at -> charts.apply(places.size() == 1 ? "" : "-" + (at + 1), places.get(at)));
    }

    private static Chart bars(
            String id, String title, List<String> about, String x, Chart.Axis y, PlaceNames names, Chart.Lines lines) {
        return Chart.of(Chart.Kind.BARS, id, title, about, x, y, names.names(), lines);
    }

    private static Stream<Group> measured(ReportData data) {
        return data.charted().stream().filter(group -> !group.measured().isEmpty());
    }

    private static Estimate stored(Series series, Estimate estimate) {
        return estimate.mean() > 0 && !series.control() ? estimate : Estimate.of();
    }

    /** For each chart of one size of records: all that were loaded, and inserts. */
    private static Stream<List<Group>> loadAndInserts(List<Group> groups) {
        Map<Boolean, List<Group>> byInsert = groups.stream()
                .collect(Collectors.partitioningBy(group -> group.workload().grows()));
        List<List<Group>> inserts = PlaceNames.charts(byInsert.get(true));
        return (inserts.isEmpty() ? Stream.of(List.<Group>of()) : inserts.stream())
                .map(some -> Stream.concat(loaded(byInsert.get(false)), some.stream())
                        .toList());
    }

    /** The first of {@code groups} with the series of others that were loaded alike: not each may have been measured in the first. */
    private static Stream<Group> loaded(List<Group> groups) {
        if (groups.isEmpty()) {
            return Stream.of();
        }
        Group first = groups.get(0);
        Map<String, Series> series = new LinkedHashMap<>();
        groups.stream()
                .filter(group -> List.of(Parameters.LOADED, Parameters.CHURN).stream()
                        .allMatch(loading -> Objects.equals(
                                group.variant().get(loading.jmhName()),
                                first.variant().get(loading.jmhName()))))
                .flatMap(group -> group.measured().stream())
                .forEach(one -> series.putIfAbsent(one.name(), one));
        return Stream.of(new Group(
                first.workload(), first.threads(), first.variant(), first.advisory(), List.copyOf(series.values())));
    }

    private static String records(Group group) {
        return group.setUp(Workload.READ, Words::records);
    }

    /** Names of the places of a load, if there is one, and of inserts. */
    private static PlaceNames states(List<Group> shown) {
        boolean loaded = !shown.get(0).workload().grows();
        List<Group> inserts = shown.subList(loaded ? 1 : 0, shown.size());
        PlaceNames found = inserts.size() < 2
                ? new PlaceNames(
                        inserts.stream().map(group -> group.workload().label()).toList(), "")
                : PlaceNames.of(inserts, TOLD);
        List<String> names = Stream.concat(loaded ? Stream.of("load") : Stream.of(), found.names().stream())
                .map(name -> "after " + name)
                .toList();
        return new PlaceNames(
                names, loaded && !found.shared().isEmpty() ? "inserts: " + found.shared() : found.shared());
    }
}
