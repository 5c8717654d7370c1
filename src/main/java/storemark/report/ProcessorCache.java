package storemark.report;

import java.util.DoubleSummaryStatistics;
import java.util.List;

/** How far key ranges lie inside the processor's last cache, which is of keys and values alone: stores take more. */
final class ProcessorCache {
    private ProcessorCache() {}

    /** Bytes of the last cache of the machine that was measured on; {@link Double#NaN} when it is not known. */
    private static double bytes(ReportData data) {
        return data.runs().get(0).machine().at("/cpu/lastCacheBytes").asDouble(Double.NaN);
    }

    /**
     * The key range whose keys and values fill it, in records; {@link Double#NaN} when that is not known, or when the memory of the
     * run holds less than the cache: what is read from the disk again and again is in no cache.
     */
    private static double records(ReportData data, List<Group> groups) {
        List<Series> series =
                groups.stream().flatMap(group -> group.measured().stream()).toList();
        return series.isEmpty() || bytes(data) > series.get(0).budget()
                ? Double.NaN
                : bytes(data) / DiskUse.recordBytes(series.get(0).parameters());
    }

    /** Which of the measured places that {@code window} holds lie inside, in words; empty for none, or where it is not known. */
    static String inside(ReportData data, List<Group> groups, Window window) {
        double full = records(data, groups);
        DoubleSummaryStatistics places = window.measured(groups);
        return places.getCount() == 0 || !(places.getMin() <= full)
                ? ""
                : (places.getMax() <= full ? "all of it" : "up to " + Quantity.COUNT.format(full) + " records")
                        + " within the processor's last cache of "
                        + Quantity.BYTES.format(bytes(data));
    }

    /** Where the chart of {@code group} leaves it; null where it does not. */
    static Chart.Reference end(ReportData data, Group group) {
        double full = records(data, List.of(group));
        DoubleSummaryStatistics places = Window.all(group.axis()).measured(List.of(group));
        return places.getMin() <= full && full < places.getMax()
                ? new Chart.Reference(full, Quantity.BYTES.format(bytes(data)) + " cache")
                : null;
    }
}
