package storemark.report;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import storemark.results.Measurement.Step;
import storemark.results.Metric;
import storemark.workload.Workload;

/** Rate by key range, and by records so far for workloads that change the set of keys: one chart a {@link Group}. */
final class RateCharts {
    private RateCharts() {}

    /** @param keyChanging which of the two */
    static Stream<Chart> of(ReportData data, boolean keyChanging) {
        return data.charted().stream()
                .filter(group -> group.workload().countsOperations() == keyChanging)
                .map(group -> chart(data, group));
    }

    /** No memory region for removals: stores keep their files while they empty. */
    private static Chart chart(ReportData data, Group group) {
        Metric axis = group.axis();
        Workload workload = group.workload();
        Control control = Control.of(
                group.measured(), one -> one.estimateSteps(Step::rate).mean());
        Chart.Lines lines = new Chart.Lines();
        control.drawn()
                .forEach(one -> one.points(axis, Step::rate).forEach(point -> lines.add(one, point.x(), point.y())));
        String by = workload.grows() ? "entries so far" : workload.shrinks() ? "entries left" : "key range";
        Chart chart = Chart.of(
                "rate-" + group.id(),
                Words.workload(workload) + ": rate by " + by,
                List.of(
                        group.setUpAndThreads(),
                        Spread.of(control.drawn(), axis),
                        group.isUntouched() ? "touch: none: no byte of any value is read, whatever its size" : "",
                        hotShare(group),
                        ProcessorCache.inside(data, List.of(group), Window.all(axis)),
                        partlyReadAhead(control.drawn()),
                        control.note()),
                workload.grows()
                        ? "records in the store"
                        : workload.shrinks() ? "records left in the store" : "key range (records)",
                new Chart.Axis("ops/s", Quantity.COUNT, true),
                lines);
        Chart one = TurnsOfChart.annotate(
                chart.as(group.option()), data, List.of(group), (same, step) -> step.metric(axis));
        return chart.kind() == Chart.Kind.BARS || workload.shrinks()
                ? one
                : one.with(new Chart.Marks(
                        DataSize.past(control.drawn(), axis),
                        ProcessorCache.end(data, group),
                        null,
                        null,
                        one.marks().watch()));
    }

    /** How uneven the draws were, in fact and not as asked for; empty where all records were alike. */
    static String hotShare(Group group) {
        OptionalDouble share = group.measured().stream()
                .filter(series -> group.variant().containsKey("distribution")
                        || !series.parameters()
                                .getOrDefault("distribution", "uniform")
                                .equals("uniform"))
                .flatMapToDouble(series -> series.metrics(Metric.hotShare))
                .filter(one -> one >= 0) // uncounted
                .average();
        return share.isEmpty()
                ? ""
                : String.format(
                        Locale.ROOT,
                        "draws that fell on the hottest 1%% of the records: %.1f%%",
                        100 * share.getAsDouble());
    }

    /** Series whose rates begin with more misses than the others', as not all that a step adds was read before it. */
    private static String partlyReadAhead(List<Series> drawn) {
        Stream<String> names = drawn.stream()
                .filter(one -> one.metrics(Metric.prescanShare).anyMatch(share -> share >= 0 && share < 1))
                .map(Series::name);
        return Words.listed("new records not all read before each increment, for lack of time or memory: ", names);
    }
}
