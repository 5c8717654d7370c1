package storemark.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import storemark.results.Measurement.Step;
import storemark.results.Metric;

/**
 * For every series that was given a memory budget: what its process used of it, and its rate while the data are in memory
 * and past it. Immutable.
 */
final class MemoryTable {
    /** What the columns after the engine hold. */
    static final List<String> HEAD = List.of(
            "workload",
            "threads",
            "limit",
            "peak",
            "page cache",
            "heap",
            "native",
            "in memory, ops/s",
            "past memory, ops/s",
            "past / in");

    private final List<List<String>> rows;

    private MemoryTable(List<List<String>> rows) {
        this.rows = List.copyOf(rows);
    }

    static MemoryTable of(ReportData data) {
        List<List<String>> rows = new ArrayList<>();
        for (List<Group> byThreads : Group.byThreads(data.groups())) {
            List<Window> windows = Window.of(byThreads);
            for (Group group : byThreads) {
                for (Series series : group.measured()) {
                    if (Memory.isGiven(series.parameters())) {
                        rows.add(row(group, series, windows));
                    }
                }
            }
        }
        return new MemoryTable(rows);
    }

    /** Whether nothing in the runs was given a budget. */
    boolean isEmpty() {
        return rows.isEmpty();
    }

    /** The engine and a text for each of {@link #HEAD}, in the order of the report. */
    List<List<String>> rows() {
        return rows;
    }

    private static List<String> row(Group group, Series series, List<Window> windows) {
        double limit = highest(series.steps(), Metric.memoryLimitBytes);
        List<String> row = new ArrayList<>(List.of(
                series.name(),
                group.column(),
                String.valueOf(group.threads()),
                Quantity.BYTES.format(series.budget()) + (Double.isNaN(limit) ? ", not enforced" : ""),
                peak(series.steps())));
        List<Step> ends = series.rounds().stream().map(Series::last).toList();
        for (Metric part : List.of(Metric.pageCacheBytes, Metric.heapBytes, Metric.nativeBytes)) {
            row.add(bytes(highest(ends, part)));
        }
        double inMemory = series.rate(windows.get(0)::holds).mean();
        double pastMemory = series.rate(windows.get(windows.size() - 1)::holds).mean();
        double ratio = pastMemory / inMemory;
        row.add(known(Quantity.COUNT, inMemory));
        row.add(known(Quantity.COUNT, pastMemory));
        row.add(Double.isFinite(ratio) ? String.format(Locale.ROOT, "%.3g%%", 100 * ratio) : "-");
        return row;
    }

    /** What the group was charged; where there was none, what the process has had at the most, and said to be that. */
    private static String peak(List<Step> steps) {
        double charged = highest(steps, Metric.memoryPeakBytes);
        double resident = highest(steps, Metric.rssPeakBytes);
        return Double.isNaN(charged) && !Double.isNaN(resident) ? bytes(resident) + " resident" : bytes(charged);
    }

    private static double highest(List<Step> steps, Metric metric) {
        return steps.stream()
                .mapToDouble(step -> step.metric(metric))
                .filter(value -> !Double.isNaN(value))
                .max()
                .orElse(Double.NaN);
    }

    private static String bytes(double value) {
        return known(Quantity.BYTES, value);
    }

    private static String known(Quantity quantity, double value) {
        return Double.isNaN(value) ? "-" : quantity.format(value);
    }

    /** The table of the page; null when nothing was given a budget. */
    Table html() {
        return Table.orNone(
                "data lines", Stream.concat(Stream.of("engine"), HEAD.stream()).toList(), rows);
    }

    /** The table for a terminal. */
    @Override
    public String toString() {
        List<String> names = rows.stream().map(row -> row.get(0)).toList();
        List<List<String>> cells =
                rows.stream().map(row -> row.subList(1, row.size())).toList();
        return "memory of each fork, and rates in it and past it\n\n" + PlainTable.of("engine", HEAD, names, cells);
    }
}
