package storemark.report;

import java.util.List;
import java.util.Optional;
import storemark.results.Estimate;
import storemark.results.Measurement;
import storemark.results.Metric;

/**
 * The highest resident memory of forks. Most of it is the JVM with a heap that is touched before anything is measured, the
 * same for every engine. So what is charted is what a fork takes above that of the control, which stores nothing, where
 * the same was measured of the control; else all of it, and the chart says so.
 *
 * @param aboveControl whether the control's is taken off
 */
record PeakMemory(boolean aboveControl) {
    /** For a chart of {@code groups}: above the control's only if each of them has one, so that all of a chart is alike. */
    static PeakMemory of(List<Group> groups) {
        return new PeakMemory(groups.stream()
                .filter(group -> group.measured().stream().anyMatch(series -> !series.control()))
                .allMatch(PeakMemory::hasControl));
    }

    /** Whether the control's memory was read with the same records and workload. */
    static boolean hasControl(Group group) {
        return control(group).isPresent();
    }

    /** Bytes, of each repetition of {@code series}; without samples for the control where it is what the others are above of. */
    Estimate of(Group group, Series series) {
        if (!aboveControl) {
            return series.estimate(PeakMemory::peak);
        }
        if (series.control()) {
            return Estimate.of();
        }
        Series control = control(group).orElseThrow();
        double mean = control.estimate(PeakMemory::peak).mean();
        // 0 at least: a JVM's own memory varies by some MiB.
        return series.estimate(
                repetition -> Math.max(0, peak(repetition) - of(control, repetition.repetition(), mean)));
    }

    /** What the numbers are, for the subtitle. */
    String words() {
        return aboveControl
                ? "minus the control's (null) for the same records and workload: native memory, resident pages of mapped"
                        + " files and, where measured, Java heap in use after a collection; 0: no more than"
                        + " the control"
                : "of the whole process, since the control (null) was not measured; of the Java heap, where measured, only"
                        + " what is in use after a collection";
    }

    /** For the axis. */
    String axis() {
        return aboveControl ? "highest resident memory above the control's" : "highest resident memory";
    }

    private static Optional<Series> control(Group group) {
        return group.measured().stream()
                .filter(series ->
                        series.control() && series.estimate(PeakMemory::peak).samples() > 0)
                .findFirst();
    }

    private static double of(Series control, int repetition, double otherwise) {
        return control.repetitions().stream()
                .filter(one -> one.repetition() == repetition)
                .mapToDouble(PeakMemory::peak)
                .filter(peak -> !Double.isNaN(peak))
                .findFirst()
                .orElse(otherwise);
    }

    /** The heap is the harness's to give: only what is in use of it is the engine's. */
    private static double peak(Measurement repetition) {
        double given = repetition.highest(Metric.heapBytes);
        double used = repetition.last(Metric.heapUsedAfterGcBytes);
        double peak = repetition.highest(Metric.rssPeakBytes);
        return Double.isNaN(given) || Double.isNaN(used) ? peak : peak - given + used;
    }
}
