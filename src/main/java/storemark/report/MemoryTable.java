package storemark.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import storemark.results.Metric;

/**
 * For every series that was given a memory budget: what its process used of it, and its rate while the data are in memory
 * and past it.
 */
final class MemoryTable {
    private static final List<String> HEAD = List.of(
            "engine",
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

    private MemoryTable() {}

    /** The table; null when nothing in the runs was given a budget. */
    static Table of(ReportData data) {
        List<List<String>> rows = new ArrayList<>();
        for (List<Group> byThreads : Group.byThreads(data.groups())) {
            List<Window> windows = Window.of(byThreads);
            for (Group group : byThreads) {
                group.measured().stream()
                        .filter(series -> Memory.isGiven(series.parameters()))
                        .forEach(series -> rows.add(row(group, series, windows)));
            }
        }
        return Table.orNone("data lines", HEAD, rows);
    }

    private static List<String> row(Group group, Series series, List<Window> windows) {
        boolean enforced = series.metrics(Metric.memoryLimitBytes).findAny().isPresent();
        double inMemory = series.rate(windows.get(0)::holds).mean();
        double pastMemory = series.rate(windows.get(windows.size() - 1)::holds).mean();
        double ratio = pastMemory / inMemory;
        return List.of(
                series.name(),
                group.column(),
                String.valueOf(group.threads()),
                Quantity.BYTES.format(series.budget()) + (enforced ? "" : ", not enforced"),
                peak(series),
                atEnd(series, Metric.pageCacheBytes),
                atEnd(series, Metric.heapBytes),
                atEnd(series, Metric.nativeBytes),
                known(Quantity.COUNT, inMemory),
                known(Quantity.COUNT, pastMemory),
                Double.isFinite(ratio) ? String.format(Locale.ROOT, "%.3g%%", 100 * ratio) : "-");
    }

    /** What the group was charged; where there was none, what the process has had at the most, and said to be that. */
    private static String peak(Series series) {
        double charged = series.metrics(Metric.memoryPeakBytes).max().orElse(Double.NaN);
        double resident = series.metrics(Metric.rssPeakBytes).max().orElse(Double.NaN);
        return Double.isNaN(charged) && !Double.isNaN(resident)
                ? known(Quantity.BYTES, resident) + " resident"
                : known(Quantity.BYTES, charged);
    }

    private static String atEnd(Series series, Metric part) {
        return known(
                Quantity.BYTES,
                series.repetitions().stream()
                        .map(repetition -> repetition.largest(Metric.keyRange))
                        .mapToDouble(step -> step.metric(part))
                        .filter(bytes -> !Double.isNaN(bytes))
                        .max()
                        .orElse(Double.NaN));
    }

    private static String known(Quantity quantity, double value) {
        return Double.isNaN(value) ? "-" : quantity.format(value);
    }
}
