package storemark.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import storemark.results.Estimate;

/** The highest resident memory of each fork, by workload. */
final class MemoryCharts {
    private MemoryCharts() {}

    static List<Chart> of(ReportData data) {
        Map<Boolean, List<Group>> byControl = data.charted().stream()
                .filter(group -> !group.measured().isEmpty())
                .collect(Collectors.partitioningBy(PeakMemory::hasControl));
        List<List<Group>> places = new ArrayList<>(PlaceNames.charts(byControl.get(true)));
        places.addAll(PlaceNames.charts(byControl.get(false)));
        List<Chart> charts = new ArrayList<>();
        for (List<Group> shown : places) {
            Chart chart = chart(shown, places.size() == 1 ? "" : "-" + (charts.size() + 1));
            if (!chart.series().isEmpty()) {
                charts.add(chart);
            }
        }
        charts.addAll(RecordCharts.memory(data));
        return charts;
    }

    private static Chart chart(List<Group> groups, String suffix) {
        PeakMemory memory = PeakMemory.of(groups);
        PlaceNames places = PlaceNames.of(groups, Set.of());
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
                Stream.of(places.shared(), memory.words(), Spread.ofRounds(rounds))
                        .filter(line -> !line.isEmpty())
                        .toList(),
                new Chart.Axis("workload", Quantity.COUNT, false),
                new Chart.Axis(memory.axis(), Quantity.BYTES, false),
                places.names(),
                lines.values().stream().sorted(Chart.Line.ORDER).toList(),
                null,
                null);
    }
}
