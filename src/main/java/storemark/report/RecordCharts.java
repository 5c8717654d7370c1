package storemark.report;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import storemark.parameter.Parameters;
import storemark.results.Estimate;
import storemark.results.RunFile.CellEntry;
import storemark.results.RunFile.State;

/** Charts of families, that is where stores of several sizes were measured: what is best, rate, space efficiency, peak memory. */
final class RecordCharts {
    private RecordCharts() {}

    /** The rate of each workload. */
    static Stream<Chart> rates(ReportData data) {
        Chart.Axis rate = new Chart.Axis("ops/s", Quantity.COUNT, true);
        return data.families().stream().map(family -> {
            Group all = family.get(0).without("entries");
            String title = Words.workload(all.workload()) + ": rate by number of records";
            Chart chart = chart("records-" + all.id(), title, family, rate, "", (group, one) -> one.rate(step -> true))
                    .as(all.option());
            return TurnsOfChart.annotate(chart, data, family, (group, step) -> group.entries());
        });
    }

    /** Bytes of keys and values for each byte on disk, after all were inserted. */
    static Stream<Chart> efficiency(ReportData data) {
        Chart.Axis share = new Chart.Axis("bytes of keys and values / bytes on disk", Quantity.RATIO, false);
        return data.families().stream()
                .filter(family -> family.get(0).workload().grows())
                .map(family -> {
                    Group all = family.get(0).without("entries");
                    return chart(
                                    "efficiency-" + all.id(),
                                    "Space efficiency",
                                    family,
                                    share,
                                    DiskUse.impossible(family),
                                    (group, one) -> one.control() ? Estimate.of() : one.estimate(DiskUse::efficiency))
                            .as(Parameters.caption(all.variant()));
                });
    }

    /** The most that any of the workloads took, over equal records. */
    static Stream<Chart> memory(ReportData data) {
        Map<Map<String, String>, List<Group>> byRecords =
                Group.by(data.families().stream().flatMap(List::stream), RecordCharts::records);
        return byRecords.entrySet().stream().map(entry -> {
            PeakMemory peak = PeakMemory.of(entry.getValue());
            Chart.Axis bytes = new Chart.Axis(peak.axis() + ", of all workloads", Quantity.BYTES, false);
            String id = "memory-records" + Group.id(entry.getKey());
            return chart(id, "Peak memory by number of records", entry.getValue(), bytes, peak.words(), peak::of)
                    .as(Parameters.caption(entry.getKey()));
        });
    }

    private static Map<String, String> records(Group group) {
        return Group.only(group.variant(), List.of("keyBytes", "valueBytes", "compressibility", "cache"));
    }

    /** One line a series; where several groups have the same number of records, the highest. */
    private static Chart chart(
            String id,
            String title,
            List<Group> groups,
            Chart.Axis y,
            String about,
            BiFunction<Group, Series, Estimate> value) {
        Chart.Lines lines = new Chart.Lines();
        Control control = Control.of(groups);
        groups.forEach(group -> group.measured().stream()
                .filter(one -> !y.log() || control.draws(one))
                .forEach(one -> lines.add(one, group.entries(), value.apply(group, one))));
        Group first = groups.get(0);
        String setUp = first.setUp(first.workload(), one -> "records of " + Words.size(one));
        return Chart.of(
                id,
                title,
                List.of(
                        Words.joined(" \u00b7 ", setUp, Words.threads(first.threads())),
                        about,
                        Spread.ofRepetitions(groups),
                        leftOut(groups),
                        y.log() ? control.note() : ""),
                "records in the store",
                y,
                lines);
    }

    /** What stays blank on purpose. */
    private static String leftOut(Collection<Group> groups) {
        String reasons = groups.stream()
                .flatMap(group -> group.series().stream())
                .flatMap(series -> series.missing().stream())
                .filter(cell -> cell.state() == State.LEFT_OUT)
                .map(CellEntry::reason)
                .distinct()
                .collect(Collectors.joining("; "));
        return reasons.isEmpty() ? "" : "left blank: " + reasons;
    }

    /**
     * Which engine is the fastest in which usage: workloads and kinds of records down, numbers of records across, and in each
     * field the best engine and how far it is ahead of the next. After Figure 5 of a comparison of files with embedded stores.
     */
    static Stream<Chart> best(ReportData data) {
        List<Group> fields = data.families().stream()
                .flatMap(List::stream)
                .filter(group -> group.series().stream()
                                .filter(series -> !series.control())
                                .count()
                        > 1) // where only one was to be measured, none is the fastest
                .toList();
        if (fields.isEmpty()) {
            return Stream.empty();
        }
        List<String> rows = fields.stream().map(RecordCharts::row).distinct().toList();
        List<String> columns = fields.stream()
                .sorted(Comparator.comparing((Group group) -> group.variant().getOrDefault("compressibility", ""))
                        .reversed()
                        .thenComparingDouble(Group::entries))
                .map(RecordCharts::column)
                .distinct()
                .toList();
        Chart.Lines lines = new Chart.Lines();
        int blank = 0;
        boolean undecided = false;
        for (Group field : fields) {
            Ranking ranking = Ranking.of(field);
            undecided |= !ranking.isDecided() && !ranking.ratios().isEmpty();
            List<Series> best = field.measured().stream()
                    .filter(series -> !series.control() && isShown(series, ranking))
                    .toList();
            if (best.isEmpty()) {
                blank++;
            }
            for (int place = 0; place < best.size(); place++) {
                lines.points(best.get(place)).add(new double[] {
                    columns.indexOf(column(field)), rows.indexOf(row(field)), ranking.ahead(), place, best.size()
                });
            }
        }
        Chart map = Chart.of(
                Chart.Kind.MAP,
                "best-map",
                "The fastest store for each usage",
                List.of(
                        "in each field: the fastest engine, or all that tie, and how many times as fast as the next; without the control",
                        undecided ? SummaryTable.TOO_FEW + ", the highest rate is shown" : "",
                        leftOut(fields),
                        Promises.broken(fields.stream().flatMap(field -> field.measured().stream())),
                        blank == 0
                                ? ""
                                : blank + " of " + fields.size() + " fields are blank: nothing was measured there"),
                "records",
                new Chart.Axis("", Quantity.RATIO, false),
                columns,
                lines);
        return Stream.of(map.with(Chart.Marks.ofRows(rows)));
    }

    /** The only one, the best and what ties with it, or while nothing is decided the one with the highest rate. */
    private static boolean isShown(Series series, Ranking ranking) {
        String leader = ranking.leader();
        return leader == null
                ? series.meanRate() > 0
                : ranking.isDecided()
                        ? ranking.isBest(series.name())
                        : series.name().equals(leader);
    }

    private static String column(Group field) {
        return Parameters.caption(Group.only(field.variant(), List.of("compressibility", "entries")));
    }

    private static String row(Group field) {
        return Words.joined(
                ", ",
                field.workload().label(),
                Parameters.caption(Group.without(field.variant(), List.of("compressibility", "entries"))),
                field.threads() == 1 ? "" : Words.threads(field.threads()));
    }
}
