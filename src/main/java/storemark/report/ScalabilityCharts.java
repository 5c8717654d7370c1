package storemark.report;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import storemark.results.Estimate;
import storemark.results.Measurement.Step;

/**
 * Rate by threads: for each workload a chart of the key ranges whose data are in memory, and one of those whose data are
 * past it.
 *
 * @param charts what could be drawn
 * @param notes one line for each window in which no step was measured
 */
record ScalabilityCharts(List<Chart> charts, List<String> notes) {
    static ScalabilityCharts of(ReportData data) {
        List<Group> measured = data.charted().stream()
                .filter(group -> !group.measured().isEmpty())
                .toList();
        List<Chart> charts = new ArrayList<>();
        Map<String, List<String>> empty = new LinkedHashMap<>();
        for (List<Group> byThreads : Group.byThreads(measured)) {
            if (byThreads.size() == 1 && hasOneStep(byThreads.get(0))) {
                continue; // the chart by key range is this very bar
            }
            for (Window window : Window.of(byThreads)) {
                Chart chart = chart(byThreads, window);
                if (chart.series().isEmpty()) {
                    empty.computeIfAbsent(
                                    window.title() + ": no key range had " + window.about(), key -> new ArrayList<>())
                            .add(byThreads.get(0).column());
                } else {
                    charts.add(chart);
                }
            }
        }
        List<String> notes = new ArrayList<>();
        empty.forEach((window, names) -> notes.add("No chart with " + window + " (" + String.join(", ", names) + ")."));
        return new ScalabilityCharts(charts, notes);
    }

    private static boolean hasOneStep(Group group) {
        return group.measured().stream()
                .flatMap(series -> series.rounds().stream())
                .allMatch(round -> round.steps().size() == 1);
    }

    private static Chart chart(List<Group> groups, Window window) {
        // The control is judged where it is fastest: at the highest thread count.
        Control control = Control.of(
                groups.get(groups.size() - 1).measured(),
                one -> one.rate(window::holds).mean());
        Set<String> left = control.left().stream().map(Series::name).collect(Collectors.toSet());
        Group first = groups.get(0);
        String places = window.places(groups);
        return Chart.bars(
                "threads-" + first.workload() + first.variantId() + window.id(),
                first.title() + ": rate by threads" + (window.title().isEmpty() ? "" : ", " + window.title()),
                Stream.of(
                        first.setUp(false),
                        window.about().isEmpty() ? places : places + ": data are " + window.about(),
                        "bar: all operations divided by all time; whisker: slowest to fastest step of any round",
                        control.note().orElse("")),
                "threads",
                new Chart.Axis("ops/s", Quantity.COUNT, false),
                groups.stream().map(group -> String.valueOf(group.threads())).toList(),
                groups,
                (group, series) -> left.contains(series.name()) ? Estimate.of() : bar(series, window),
                null);
    }

    private static Estimate bar(Series series, Window window) {
        DoubleSummaryStatistics steps = series.steps().stream()
                .filter(window::holds)
                .mapToDouble(Step::rate)
                .filter(value -> !Double.isNaN(value))
                .summaryStatistics();
        double mean = series.rate(window::holds).mean();
        return new Estimate(mean, steps.getMin(), steps.getMax(), (int) steps.getCount());
    }
}
