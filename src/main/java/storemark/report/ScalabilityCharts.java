package storemark.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
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
        Map<String, Chart.Line> lines = new LinkedHashMap<>();
        for (int place = 0; place < groups.size(); place++) {
            for (Series series : groups.get(place).measured()) {
                Optional<double[]> bar = left.contains(series.name()) ? Optional.empty() : bar(series, place, window);
                bar.ifPresent(point -> lines.computeIfAbsent(
                                series.name(), name -> new Chart.Line(name, series.style(), new ArrayList<>()))
                        .points()
                        .add(point));
            }
        }
        Group first = groups.get(0);
        List<String> subtitle = new ArrayList<>(List.of(first.setUp(false)));
        String places = window.places(groups);
        subtitle.add(window.about().isEmpty() ? places : places + ": data are " + window.about());
        subtitle.add("bar: all operations divided by all time; whisker: slowest to fastest step of any round");
        control.note().ifPresent(subtitle::add);
        return new Chart(
                "threads-" + first.workload() + first.variantId() + window.id(),
                Chart.Kind.BARS,
                first.title() + ": rate by threads" + (window.title().isEmpty() ? "" : ", " + window.title()),
                subtitle,
                new Chart.Axis("threads", Quantity.COUNT, false),
                new Chart.Axis("ops/s", Quantity.COUNT, false),
                groups.stream().map(group -> String.valueOf(group.threads())).toList(),
                lines.values().stream().sorted(Chart.Line.ORDER).toList(),
                null,
                null);
    }

    private static Optional<double[]> bar(Series series, int place, Window window) {
        Estimate rate = series.rate(window::holds);
        double[] steps = series.steps().stream()
                .filter(window::holds)
                .mapToDouble(Step::rate)
                .filter(value -> !Double.isNaN(value))
                .sorted()
                .toArray();
        return steps.length == 0
                ? Optional.empty()
                : Optional.of(new double[] {place, rate.mean(), steps[0], steps[steps.length - 1]});
    }
}
