package storemark.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import storemark.results.Estimate;

/** The highest resident memory of each fork, by workload. */
final class MemoryCharts {
    /** More workloads than this get charts of their own, or the bars would be too thin. */
    private static final int MOST = 8;

    private MemoryCharts() {}

    static List<Chart> of(ReportData data) {
        List<Group> groups = data.charted().stream()
                .filter(group -> !group.measured().isEmpty())
                .toList();
        List<Chart> charts = new ArrayList<>();
        for (int from = 0; from < groups.size(); from += MOST) {
            List<Group> shown = groups.subList(from, Math.min(groups.size(), from + MOST));
            Chart chart = chart(shown, groups.size() <= MOST ? "" : "-" + (from / MOST + 1));
            if (!chart.series().isEmpty()) {
                charts.add(chart);
            }
        }
        charts.addAll(RecordCharts.memory(data));
        return charts;
    }

    private static Chart chart(List<Group> groups, String suffix) {
        PeakMemory memory = PeakMemory.of(groups);
        Map<String, Chart.Line> lines = new LinkedHashMap<>();
        for (int place = 0; place < groups.size(); place++) {
            for (Series series : groups.get(place).measured()) {
                Estimate peak = memory.of(groups.get(place), series);
                if (peak.samples() > 0) {
                    lines.computeIfAbsent(
                                    series.name(), name -> new Chart.Line(name, series.style(), new ArrayList<>()))
                            .points()
                            .add(Chart.point(place, peak));
                }
            }
        }
        int rounds = groups.stream()
                .mapToInt(group -> Spread.rounds(group.measured()))
                .max()
                .orElse(1);
        return new Chart(
                "peak-memory" + suffix,
                Chart.Kind.BARS,
                "Peak memory",
                List.of(memory.words(), Spread.ofRounds(rounds)),
                new Chart.Axis("workload", Quantity.COUNT, false),
                new Chart.Axis(memory.axis(), Quantity.BYTES, false),
                groups.stream()
                        .map(group -> group.column() + ", " + Words.threads(group.threads()))
                        .toList(),
                lines.values().stream().sorted(Chart.Line.ORDER).toList(),
                null,
                null);
    }
}
