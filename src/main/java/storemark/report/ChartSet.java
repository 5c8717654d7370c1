package storemark.report;

import java.util.List;

/**
 * All charts of a report, in the order of the page.
 *
 * @param parts never empty; a part may have no charts
 */
record ChartSet(List<Part> parts) {
    /**
     * Charts of one kind.
     *
     * @param about one sentence under the heading
     * @param charts those that show anything; of those given, others are left out
     * @param notes one line for each chart that could not be drawn
     */
    record Part(String id, String heading, String about, List<Chart> charts, List<String> notes) {
        Part {
            charts = charts.stream().filter(chart -> !chart.series().isEmpty()).toList();
        }

        Part(String id, String heading, String about, List<Chart> charts) {
            this(id, heading, about, charts, List.of());
        }
    }

    static ChartSet of(ReportData data) {
        ScalabilityCharts scalability = ScalabilityCharts.of(data);
        return new ChartSet(List.of(
                new Part(
                        "best",
                        "The best store by usage",
                        "For each workload and kind of records the fastest engine, by the number of records.",
                        BestMap.of(data)),
                new Part(
                        "records",
                        "Rate by number of records",
                        "How rates change from store to store, each with more records than the last.",
                        RecordCharts.rates(data)),
                new Part(
                        "key-range",
                        "Rate by key range",
                        "How rates change as operations draw from more and more of the records.",
                        RateCharts.byKeyRange(data)),
                new Part(
                        "entries",
                        "Inserts and removals",
                        "How rates change as the store fills or empties.",
                        RateCharts.byEntries(data)),
                new Part(
                        "threads",
                        "Rate by threads",
                        "How rates change with threads, while data are in memory and when they are not.",
                        scalability.charts(),
                        scalability.notes()),
                new Part(
                        "disk",
                        "Disk space",
                        "Allocated blocks, or the engine's own account, beside the bytes of keys and values.",
                        DiskCharts.of(data)),
                new Part(
                        "peak-memory",
                        "Peak memory",
                        "The highest resident memory of the process that held the engine, above the control's where that was measured.",
                        MemoryCharts.of(data)),
                new Part(
                        "latency",
                        "Latency",
                        "Times of single operations, of runs of 1000 records where those are read in order, from a sample of them.",
                        LatencyCharts.of(data))));
    }

    List<Chart> all() {
        return parts.stream().flatMap(part -> part.charts().stream()).toList();
    }
}
