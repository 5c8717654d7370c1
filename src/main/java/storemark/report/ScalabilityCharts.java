package storemark.report;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.DoubleFunction;
import java.util.function.DoublePredicate;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Predicate;
import storemark.results.Estimate;
import storemark.results.Measurement.Step;
import storemark.results.Metric;

/**
 * Rate by threads: for each workload one chart of the key ranges whose data are in memory, and one of those whose data are
 * past it. Both windows are the same for all engines of a chart, so that bars compare equal work: the first ends where the
 * largest store leaves it, the second starts where the smallest has entered it.
 *
 * @param charts what could be drawn
 * @param notes one line a chart that could not
 */
record ScalabilityCharts(List<Chart> charts, List<String> notes) {
    /** A part of the key range: its name in a title and in a file name, its definition, and which places are in it. */
    private record Window(String title, String id, String about, DoublePredicate holds) {}

    static ScalabilityCharts of(ReportData data) {
        Map<String, List<Group>> workloads = new LinkedHashMap<>();
        for (Group group : data.groups()) {
            if (!group.measured().isEmpty()) {
                workloads
                        .computeIfAbsent(group.workload() + group.variantId(), key -> new ArrayList<>())
                        .add(group);
            }
        }
        List<Chart> charts = new ArrayList<>();
        Map<String, List<String>> empty = new LinkedHashMap<>();
        for (List<Group> byThreads : workloads.values()) {
            for (Window window : windows(byThreads)) {
                List<Chart.Line> lines = lines(byThreads, window, control(byThreads, window));
                if (lines.isEmpty()) {
                    empty.computeIfAbsent(
                                    window.title() + ": no key range had " + window.about(), key -> new ArrayList<>())
                            .add(byThreads.get(0).column());
                } else {
                    charts.add(chart(byThreads, window, lines));
                }
            }
        }
        List<String> notes = new ArrayList<>();
        empty.forEach((window, names) -> notes.add("No chart with " + window + " (" + String.join(", ", names) + ")."));
        return new ScalabilityCharts(charts, notes);
    }

    private static List<Window> windows(List<Group> groups) {
        Metric axis = groups.get(0).axis();
        List<Series> series =
                groups.stream().flatMap(group -> group.measured().stream()).toList();
        if (series.stream().allMatch(one -> Double.isNaN(one.budget()))) {
            return List.of(new Window("", "", "", x -> true));
        }
        String budget = series.stream().mapToDouble(Series::budget).distinct().count() > 1
                ? "memory"
                : Quantity.BYTES.format(series.get(0).budget()) + " memory";
        List<DoubleUnaryOperator> stored = new ArrayList<>();
        for (Series one : series) {
            DataSize size = DataSize.of(one, axis);
            if (!size.isEmpty() && !Double.isNaN(one.budget())) {
                stored.add(x -> size.at(x) / one.budget());
            }
        }
        DoubleFunction<DoubleSummaryStatistics> shares = x ->
                stored.stream().mapToDouble(share -> share.applyAsDouble(x)).summaryStatistics();
        return List.of(
                new Window(
                        "data in memory",
                        "-in-memory",
                        "at most " + Math.round(100 * Memory.IN_MEMORY) + "% of " + budget + " in the largest store",
                        x -> stored.isEmpty() || shares.apply(x).getMax() <= Memory.IN_MEMORY),
                new Window(
                        "data past memory",
                        "-past-memory",
                        "at least " + Math.round(100 * Memory.PAST_MEMORY) + "% of " + budget
                                + " in the smallest store",
                        x -> !stored.isEmpty() && shares.apply(x).getMin() >= Memory.PAST_MEMORY));
    }

    private static Predicate<Step> steps(Group group, Window window) {
        return step -> window.holds().test(step.metric(group.axis()));
    }

    private static Control control(List<Group> groups, Window window) {
        Map<String, Series> byName = new LinkedHashMap<>();
        groups.forEach(group -> group.measured().forEach(one -> byName.put(one.name(), one)));
        Predicate<Step> inside = steps(groups.get(0), window);
        return Control.of(List.copyOf(byName.values()), one -> one.rate(inside).mean());
    }

    private static List<Chart.Line> lines(List<Group> groups, Window window, Control control) {
        List<Chart.Line> lines = new ArrayList<>();
        for (Series drawn : control.drawn()) {
            List<double[]> points = new ArrayList<>();
            for (int place = 0; place < groups.size(); place++) {
                Predicate<Step> inside = steps(groups.get(place), window);
                for (Series one : groups.get(place).measured()) {
                    Estimate rate = one.rate(inside);
                    if (one.name().equals(drawn.name()) && rate.samples() > 0) {
                        double[] rates = one.steps().stream()
                                .filter(inside)
                                .mapToDouble(Step::rate)
                                .filter(value -> !Double.isNaN(value))
                                .sorted()
                                .toArray();
                        points.add(new double[] {place, rate.mean(), rates[0], rates[rates.length - 1]});
                    }
                }
            }
            if (!points.isEmpty()) {
                lines.add(new Chart.Line(drawn.name(), drawn.style(), points));
            }
        }
        return lines;
    }

    private static Chart chart(List<Group> groups, Window window, List<Chart.Line> lines) {
        Group first = groups.get(0);
        List<String> subtitle = new ArrayList<>();
        subtitle.add(first.setUp(false));
        String range = range(groups, window);
        subtitle.add(window.about().isEmpty() ? range : range + ": data are " + window.about());
        subtitle.add("bar: all operations divided by all time; whisker: slowest to fastest step of any round");
        control(groups, window).note().ifPresent(subtitle::add);
        return new Chart(
                "threads-" + first.workload() + first.variantId() + window.id(),
                Chart.Kind.BARS,
                first.title() + ": rate by threads" + (window.title().isEmpty() ? "" : ", " + window.title()),
                subtitle,
                new Chart.Axis("threads", Quantity.COUNT, false),
                new Chart.Axis("ops/s", Quantity.COUNT, false),
                groups.stream().map(group -> String.valueOf(group.threads())).toList(),
                lines,
                null,
                null);
    }

    /** {@code key ranges 200k to 600k}: the measured places inside the window. */
    private static String range(List<Group> groups, Window window) {
        TreeSet<Double> places = new TreeSet<>();
        for (Group group : groups) {
            group.measured()
                    .forEach(one -> one.steps().stream()
                            .filter(steps(group, window))
                            .map(step -> step.metric(group.axis()))
                            .filter(place -> !Double.isNaN(place))
                            .forEach(places::add));
        }
        String what = groups.get(0).axis() == Metric.entries ? "entries " : "key ranges ";
        return places.isEmpty()
                ? "all steps"
                : what + Quantity.COUNT.format(places.first()) + " to " + Quantity.COUNT.format(places.last());
    }
}
