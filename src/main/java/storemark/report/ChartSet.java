package storemark.report;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * All charts of a report, by section.
 *
 * @param notes one line for each window by threads that has no chart
 */
record ChartSet(Map<ChartSection, List<Chart>> sections, List<String> notes) {
    static ChartSet of(ReportData data) {
        Map<ChartSection, List<Chart>> sections = new EnumMap<>(ChartSection.class);
        for (ChartSection section : ChartSection.values()) {
            sections.put(section, section.of(data));
        }
        return new ChartSet(sections, ScalabilityCharts.of(data).notes());
    }

    /** It in a report of several parts, of this one. */
    ChartSet of(String part) {
        Map<ChartSection, List<Chart>> named = new EnumMap<>(sections);
        named.replaceAll((section, charts) ->
                charts.stream().map(chart -> chart.of(part)).toList());
        return new ChartSet(named, notes);
    }

    List<Chart> in(ChartSection section) {
        return sections.get(section);
    }

    /** In the order of the page. */
    List<Chart> all() {
        return sections.values().stream().flatMap(List::stream).toList();
    }
}
