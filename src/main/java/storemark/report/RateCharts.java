package storemark.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import storemark.results.Estimate;
import storemark.results.Measurement.Step;
import storemark.results.Metric;
import storemark.workload.Workload;

/** Rate by key range, and by records so far for workloads that change the set of keys: one chart a {@link Group}. */
final class RateCharts {
    private RateCharts() {}

    /** Charts of workloads that leave the set of keys as it is, over the key range. */
    static List<Chart> byKeyRange(ReportData data) {
        return charts(data, false);
    }

    /** Charts of insert and remove, over the records in the store. */
    static List<Chart> byEntries(ReportData data) {
        return charts(data, true);
    }

    private static List<Chart> charts(ReportData data, boolean keyChanging) {
        return data.charted().stream()
                .filter(group -> group.workload().countsOperations() == keyChanging)
                .filter(group -> !series(group).isEmpty())
                .map(RateCharts::chart)
                .toList();
    }

    private static List<Series> series(Group group) {
        return group.measured().stream()
                .filter(one -> !points(one, group.axis()).isEmpty())
                .toList();
    }

    private static List<Series.Point> points(Series series, Metric axis) {
        return series.points(step -> step.metric(axis), Step::rate);
    }

    /** No memory region for removals: stores keep their files while they empty. */
    private static Chart chart(Group group) {
        Metric axis = group.axis();
        Control control = Control.of(
                series(group),
                one -> Estimate.of(one.steps().stream().mapToDouble(Step::rate).toArray())
                        .mean());
        List<Series> drawn = control.drawn();
        TreeSet<Double> places = new TreeSet<>();
        drawn.forEach(one -> points(one, axis).forEach(point -> places.add(point.x())));
        boolean line = places.size() > 1;
        List<String> subtitle = new ArrayList<>(List.of(group.setUp(true), Spread.of(drawn, axis)));
        hotShare(group).ifPresent(subtitle::add);
        partlyReadAhead(drawn).ifPresent(subtitle::add);
        control.note().ifPresent(subtitle::add);
        List<Chart.Line> lines = drawn.stream()
                .map(one -> new Chart.Line(
                        one.name(),
                        one.style(),
                        points(one, axis).stream()
                                .map(point -> Chart.point(line ? point.x() : 0, point.y()))
                                .toList()))
                .toList();
        return new Chart(
                "rate-" + group.id(),
                line ? Chart.Kind.LINES : Chart.Kind.BARS,
                title(group),
                subtitle,
                new Chart.Axis(axisName(group.workload()), Quantity.COUNT, line && Scale.logX(places)),
                new Chart.Axis("ops/s", Quantity.COUNT, line && Scale.logY(lines)),
                line ? null : List.of(Quantity.COUNT.format(places.first())),
                lines,
                line && !group.workload().shrinks() ? Memory.region(drawn, axis, places.last()) : null,
                null);
    }

    /** How uneven the draws were, in fact and not as asked for; nothing where all records were alike. */
    static Optional<String> hotShare(Group group) {
        double[] shares = group.measured().stream()
                .filter(series -> !series.parameters()
                                .getOrDefault("distribution", "uniform")
                                .equals("uniform")
                        || group.variant().containsKey("distribution"))
                .flatMap(series -> series.steps().stream())
                .mapToDouble(step -> step.metric(Metric.hotShare))
                .filter(share -> share >= 0) // neither unread nor uncounted
                .toArray();
        return shares.length == 0
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT,
                        "draws that fell on the hottest 1%% of the records: %.1f%%",
                        100 * DoubleStream.of(shares).average().orElseThrow()));
    }

    /** Series whose rates begin with more misses than the others', as not all that a step adds was read before it. */
    private static Optional<String> partlyReadAhead(List<Series> drawn) {
        String names = drawn.stream()
                .filter(one -> one.steps().stream()
                        .mapToDouble(step -> step.metric(Metric.prescanShare))
                        .anyMatch(share -> share >= 0 && share < 1))
                .map(Series::name)
                .collect(Collectors.joining(", "));
        return names.isEmpty() ? Optional.empty() : Optional.of("not all read ahead of each step, for time: " + names);
    }

    private static String title(Group group) {
        String by =
                group.workload().grows() ? "entries so far" : group.workload().shrinks() ? "entries left" : "key range";
        return group.title() + ": rate by " + by;
    }

    private static String axisName(Workload workload) {
        return workload.grows()
                ? "records in the store"
                : workload.shrinks() ? "records left in the store" : "key range (records)";
    }
}
