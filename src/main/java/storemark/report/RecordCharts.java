package storemark.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;
import storemark.parameter.Parameter;
import storemark.results.Estimate;
import storemark.results.RunFile.CellEntry;
import storemark.results.RunFile.State;

/** Charts over the number of records, where stores of several sizes were measured: rate, space efficiency, peak memory. */
final class RecordCharts {
    private RecordCharts() {}

    /** The rate of each workload. */
    static List<Chart> rates(ReportData data) {
        return data.families().stream()
                .map(family -> chart(
                        "records-" + family.id(),
                        family.title() + ": rate by number of records",
                        List.of(family.groups()),
                        new Chart.Axis("ops/s", Quantity.COUNT, true),
                        List.of(),
                        (group, series) -> series.rate(step -> true)))
                .toList();
    }

    /** Bytes of keys and values for each byte on disk, after all were inserted. */
    static List<Chart> efficiency(ReportData data) {
        return data.families().stream()
                .filter(family -> family.workload().grows())
                .map(family -> chart(
                        "efficiency-" + family.id(),
                        "Space efficiency" + about(family.variant()),
                        List.of(family.groups()),
                        new Chart.Axis("bytes of keys and values / bytes on disk", Quantity.RATIO, false),
                        List.of(),
                        (group, series) -> series.control() ? Estimate.of() : series.estimate(DiskUse::efficiency)))
                .toList();
    }

    /** The most that any of the workloads took, over equal records. */
    static List<Chart> memory(ReportData data) {
        Map<Map<String, String>, List<List<Group>>> byRecords = new LinkedHashMap<>();
        for (Family family : data.families()) {
            Map<String, String> records = new TreeMap<>(family.variant());
            records.keySet().retainAll(List.of("keyBytes", "valueBytes", "compressibility", "cache"));
            byRecords.computeIfAbsent(records, key -> new ArrayList<>()).add(family.groups());
        }
        List<Chart> charts = new ArrayList<>();
        byRecords.forEach((records, families) -> {
            PeakMemory peak =
                    PeakMemory.of(families.stream().flatMap(List::stream).toList());
            charts.add(chart(
                    "memory-records" + Group.id(records),
                    "Peak memory" + about(records),
                    families,
                    new Chart.Axis(peak.axis() + ", of all workloads", Quantity.BYTES, false),
                    List.of(peak.words()),
                    peak::of));
        });
        return charts;
    }

    private static String about(Map<String, String> variant) {
        return variant.isEmpty() ? "" : ": " + Parameter.caption(variant);
    }

    /** One line a series; where several groups have the same number of records, the highest. */
    private static Chart chart(
            String id,
            String title,
            List<List<Group>> families,
            Chart.Axis y,
            List<String> about,
            BiFunction<Group, Series, Estimate> value) {
        Map<String, TreeMap<Double, Estimate>> values = new LinkedHashMap<>();
        Map<String, Chart.Line> lines = new LinkedHashMap<>();
        List<Group> all = families.stream().flatMap(List::stream).toList();
        for (Group group : all) {
            for (Series series : group.measured()) {
                Estimate estimate = value.apply(group, series);
                if (estimate.samples() > 0 && Double.isFinite(estimate.mean())) {
                    Chart.line(lines, series);
                    values.computeIfAbsent(series.name(), name -> new TreeMap<>())
                            .merge(
                                    Family.entries(group),
                                    estimate,
                                    (one, other) -> one.mean() >= other.mean() ? one : other);
                }
            }
        }
        TreeSet<Double> places = new TreeSet<>();
        values.forEach((name, estimates) -> estimates.forEach((entries, estimate) -> {
            places.add(entries);
            lines.get(name).points().add(Chart.point(entries, estimate));
        }));
        Group first = families.get(0).get(0);
        List<String> subtitle =
                new ArrayList<>(List.of(first.setUp(true).replaceFirst("^[^ ]+ records of ", "records of ")));
        subtitle.addAll(about);
        subtitle.add(Spread.ofRounds(all));
        leftOut(families).ifPresent(subtitle::add);
        boolean log = y.log() && Scale.logY(lines.values());
        return new Chart(
                id,
                Chart.Kind.LINES,
                title,
                subtitle,
                new Chart.Axis("records in the store", Quantity.COUNT, !places.isEmpty() && Scale.logX(places)),
                new Chart.Axis(y.name(), y.form(), log),
                null,
                List.copyOf(lines.values()),
                null,
                null);
    }

    /** What stays blank on purpose. */
    static Optional<String> leftOut(List<List<Group>> families) {
        List<String> reasons = families.stream()
                .flatMap(List::stream)
                .flatMap(group -> group.series().stream())
                .flatMap(series -> series.missing().stream())
                .filter(cell -> cell.state() == State.LEFT_OUT)
                .map(CellEntry::reason)
                .distinct()
                .toList();
        return reasons.isEmpty() ? Optional.empty() : Optional.of("left blank: " + String.join("; ", reasons));
    }
}
