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
import storemark.results.Measurement.Step;
import storemark.results.Metric;
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
            add(charts, chart(shown, "disk" + suffix, "Bytes on disk", "bytes on disk", Quantity.BYTES, null));
            add(
                    charts,
                    chart(
                            shown,
                            "amplification" + suffix,
                            "Space amplification",
                            "\u00d7 bytes of keys and values",
                            Quantity.RATIO,
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

    private static void add(List<Chart> charts, Chart chart) {
        if (!chart.series().isEmpty()) {
            charts.add(chart);
        }
    }

    private static String records(Group group) {
        return Words.setUp(Workload.READ, group.measured().get(0).parameters(), group.options());
    }

    private static Chart chart(
            List<Group> shown, String id, String title, String axis, Quantity form, Chart.Reference reference) {
        Map<String, Chart.Line> lines = new LinkedHashMap<>();
        for (int place = 0; place < shown.size(); place++) {
            for (Series series : shown.get(place).measured()) {
                ToDoubleFunction<Measurement> value =
                        round -> form == Quantity.BYTES ? diskBytes(round) : diskBytes(round) / raw(round);
                Estimate estimate =
                        Estimate.of(series.rounds().stream().mapToDouble(value).toArray());
                if (!series.control() && estimate.mean() > 0 && Double.isFinite(estimate.mean())) {
                    lines.computeIfAbsent(
                                    series.name(), name -> new Chart.Line(name, series.style(), new ArrayList<>()))
                            .points()
                            .add(Chart.point(place, estimate));
                }
            }
        }
        int rounds = shown.stream()
                .mapToInt(group -> Spread.rounds(group.measured()))
                .max()
                .orElse(1);
        PlaceNames places = names(shown);
        return new Chart(
                id,
                Chart.Kind.BARS,
                title,
                Stream.of(records(shown.get(0)), places.shared(), Spread.ofRounds(rounds))
                        .filter(line -> !line.isEmpty())
                        .toList(),
                new Chart.Axis("state of the store", Quantity.COUNT, false),
                new Chart.Axis(axis, form, false),
                places.names(),
                lines.values().stream().sorted(Chart.Line.ORDER).toList(),
                null,
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

    /** The step with most records: for inserts the end of the curve. */
    private static Step largest(Measurement round) {
        Step largest = round.steps().get(0);
        for (Step step : round.steps()) {
            if (step.metric(Metric.entries) >= largest.metric(Metric.entries)) {
                largest = step;
            }
        }
        return largest;
    }

    /** Bytes of keys and values for each byte on disk: 1 without any overhead, more with compression. */
    static double efficiency(Measurement round) {
        return raw(round) / diskBytes(round);
    }

    /**
     * What the store takes with most records in it. After inserts that is what it takes once it has settled: before, some
     * hold records in memory that are in no file yet, others files that are garbage.
     */
    static double diskBytes(Measurement round) {
        double settled = round.last(Metric.settledDiskBytes);
        boolean grown = round.workload().grows();
        return grown && !Double.isNaN(settled) ? settled : unsettledDiskBytes(round);
    }

    /** What the store takes with most records in it, before it settles: with its logs and what is not compacted yet. */
    static double unsettledDiskBytes(Measurement round) {
        return largest(round).metric(Metric.diskBytes);
    }

    private static double raw(Measurement round) {
        double key = Words.bytes(round.parameters().get("keyBytes"));
        double value = Words.bytes(round.parameters().get("valueBytes"));
        return largest(round).metric(Metric.entries) * (key + value);
    }
}
