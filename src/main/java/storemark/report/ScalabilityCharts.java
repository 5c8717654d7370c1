package storemark.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import storemark.parameter.Parameters;
import storemark.results.Estimate;

/**
 * Rate by threads: for each workload a chart of the key ranges whose data are in memory, and one of those whose data are
 * past it.
 *
 * @param charts what could be drawn
 * @param unmeasured windows in which no step was measured, with the columns that lack it unless all do
 */
record ScalabilityCharts(List<Chart> charts, List<String> unmeasured) {
    static ScalabilityCharts of(ReportData data) {
        List<Group> measured = data.charted().stream()
                .filter(group -> !group.measured().isEmpty())
                .toList();
        List<Chart> charts = new ArrayList<>();
        Map<String, List<String>> empty = new LinkedHashMap<>();
        int drawn = 0;
        for (List<Group> byThreads : Group.byThreads(measured)) {
            if (byThreads.size() == 1 && hasOneStep(byThreads.get(0))) {
                continue; // the chart by key range is this very bar
            }
            drawn++;
            for (Window window : Window.of(byThreads)) {
                Chart chart = chart(data, byThreads, window);
                if (!chart.series().isEmpty()) {
                    charts.add(chart);
                } else {
                    empty.computeIfAbsent(window.title(), title -> new ArrayList<>())
                            .add(byThreads.get(0).column());
                }
            }
        }
        int all = drawn;
        List<String> unmeasured = empty.entrySet().stream()
                .map(window -> window.getKey()
                        + (window.getValue().size() == all ? "" : " (" + String.join("; ", window.getValue()) + ")"))
                .toList();
        return new ScalabilityCharts(charts, unmeasured);
    }

    private static boolean hasOneStep(Group group) {
        return group.measured().stream()
                .flatMap(series -> series.repetitions().stream())
                .allMatch(repetition -> repetition.steps().size() == 1);
    }

    private static Chart chart(ReportData data, List<Group> groups, Window window) {
        // The control is judged where it is fastest: at the highest thread count.
        Control control = Control.of(
                groups.get(groups.size() - 1).measured(),
                one -> one.rate(window::holds).mean());
        Chart.Lines lines =
                Chart.Lines.of(groups, (group, one) -> control.draws(one) ? one.rate(window::holds) : Estimate.of());
        Group first = groups.get(0);
        Chart chart = Chart.of(
                Chart.Kind.BARS,
                "threads-" + first.workload() + Group.id(first.variant()) + window.id(),
                Words.workload(first.workload()) + ": rate by threads",
                List.of(
                        first.setUp(),
                        Words.joined(": data are ", window.places(groups), window.about()),
                        ProcessorCache.inside(data, groups, window),
                        "bar: all operations divided by all time; " + Spread.ofRepetitions(groups),
                        control.note()),
                "threads",
                new Chart.Axis("ops/s", Quantity.COUNT, false),
                groups.stream().map(group -> String.valueOf(group.threads())).toList(),
                lines);
        return TurnsOfChart.annotate(
                chart.as(Words.joined(", ", Parameters.caption(first.variant()), window.title())),
                data,
                groups,
                (group, step) -> window.holds(step) ? groups.indexOf(group) : Double.NaN);
    }
}
