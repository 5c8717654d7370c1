package storemark.report;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * All charts of a report, by section.
 *
 * @param unmeasured windows by threads that have no chart
 */
record ChartSet(Map<ChartSection, List<Chart>> sections, List<String> unmeasured) {
    static ChartSet of(ReportData data) {
        Map<ChartSection, List<Chart>> sections = new EnumMap<>(ChartSection.class);
        for (ChartSection section : ChartSection.values()) {
            sections.put(section, section.of(data));
        }
        return new ChartSet(sections, ScalabilityCharts.of(data).unmeasured());
    }

    /** This chart in a report of several parts, as one of the given part. */
    ChartSet of(String part) {
        Map<ChartSection, List<Chart>> named = new EnumMap<>(sections);
        named.replaceAll((section, charts) ->
                charts.stream().map(chart -> chart.of(part)).toList());
        return new ChartSet(named, unmeasured);
    }

    List<Chart> in(ChartSection section) {
        return sections.get(section);
    }

    /** In the order of the page. */
    List<Chart> all() {
        return sections.values().stream().flatMap(List::stream).toList();
    }
}
