package storemark.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import storemark.results.Estimate;
import storemark.results.Measurement;
import storemark.workload.Workload;

/** Bytes on disk, and how many times the bytes of keys and values that is: after an ordered load, and after inserts. */
final class DiskCharts {
    /** What the line about the records says. */
    private static final Set<String> TOLD =
            Set.of("entries", "keyBytes", "valueBytes", "compressibility", "durability", "memory", "cold");

    private DiskCharts() {}

    static List<Chart> of(ReportData data) {
        Map<String, List<Group>> byRecords = new LinkedHashMap<>();
        for (Group group : data.charted()) {
            boolean shown = group.workload().grows() || !group.workload().writes();
            if (shown && !group.measured().isEmpty()) {
                byRecords
                        .computeIfAbsent(records(group), key -> new ArrayList<>())
                        .add(group);
            }
        }
        List<List<Group>> places =
                byRecords.values().stream().flatMap(DiskCharts::places).toList();
        List<Chart> charts = new ArrayList<>();
        for (List<Group> shown : places) {
            String suffix = places.size() == 1 ? "" : "-" + (charts.size() / 2 + 1);
            charts.add(chart(
                    shown,
                    "disk" + suffix,
                    "Bytes on disk",
                    new Chart.Axis("bytes on disk", Quantity.BYTES, false),
                    DiskUse::bytes,
                    null));
            charts.add(chart(
                    shown,
                    "amplification" + suffix,
                    "Space amplification",
                    new Chart.Axis("\u00d7 bytes of keys and values", Quantity.RATIO, false),
                    DiskUse::amplification,
                    new Chart.Reference(1, "no overhead")));
        }
        charts.addAll(RecordCharts.efficiency(data));
        return charts;
    }

    /** For each chart of one size of records: the first that shows a load, and inserts. */
    private static Stream<List<Group>> places(List<Group> groups) {
        List<Group> load = groups.stream()
                .filter(group -> !group.workload().writes())
                .limit(1)
                .toList();
        List<Group> inserts =
                groups.stream().filter(group -> group.workload().grows()).toList();
        List<List<Group>> charts = inserts.isEmpty() ? List.of(List.of()) : PlaceNames.charts(inserts);
        return charts.stream()
                .map(some -> Stream.concat(load.stream(), some.stream()).toList());
    }

    private static String records(Group group) {
        return Words.setUp(Workload.READ, group.measured().get(0).parameters(), group.options());
    }

    private static Chart chart(
            List<Group> shown,
            String id,
            String title,
            Chart.Axis y,
            ToDoubleFunction<Measurement> value,
            Chart.Reference reference) {
        PlaceNames places = names(shown);
        return Chart.bars(
                id,
                title,
                Stream.of(records(shown.get(0)), places.shared(), Spread.ofRounds(shown)),
                "state of the store",
                y,
                places.names(),
                shown,
                (group, series) -> {
                    Estimate estimate = series.estimate(value);
                    boolean stored = estimate.mean() > 0 && Double.isFinite(estimate.mean());
                    return stored && !series.control() ? estimate : Estimate.of();
                },
                reference);
    }

    /** Names of the places of a load, if there is one, and of inserts. */
    private static PlaceNames names(List<Group> shown) {
        List<Group> inserts =
                shown.stream().filter(group -> group.workload().grows()).toList();
        boolean loaded = inserts.size() < shown.size();
        PlaceNames found = inserts.size() < 2
                ? new PlaceNames(
                        inserts.stream().map(group -> group.workload().label()).toList(), "")
                : PlaceNames.of(inserts, TOLD);
        List<String> names = new ArrayList<>(loaded ? List.of("after load") : List.of());
        found.names().forEach(name -> names.add("after " + name));
        return new PlaceNames(
                names, found.shared().isEmpty() || !loaded ? found.shared() : "inserts: " + found.shared());
    }
}
