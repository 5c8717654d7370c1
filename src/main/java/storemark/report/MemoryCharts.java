package storemark.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
            charts.add(chart(shown, places.size() == 1 ? "" : "-" + (charts.size() + 1)));
        }
        charts.addAll(RecordCharts.memory(data));
        return charts;
    }

    private static Chart chart(List<Group> groups, String suffix) {
        PeakMemory memory = PeakMemory.of(groups);
        PlaceNames places = PlaceNames.of(groups, Set.of());
        return Chart.bars(
                "peak-memory" + suffix,
                "Peak memory",
                Stream.of(places.shared(), memory.words(), Spread.ofRounds(groups)),
                "workload",
                new Chart.Axis(memory.axis(), Quantity.BYTES, false),
                places.names(),
                groups,
                memory::of,
                null);
    }
}
