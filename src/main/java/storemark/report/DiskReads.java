package storemark.report;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoublePredicate;
import java.util.stream.Collectors;
import storemark.results.Measurement.Step;
import storemark.results.Metric;

/**
 * From which place on each engine reads the disk, as the kernel counted it. A budget of memory is not all an engine's to keep data
 * in, and no two use it alike: what is in memory for one is past it for another.
 *
 * @param from the first place by the engine's name; none for an engine that never reads
 */
record DiskReads(Map<String, Double> from) {
    /**
     * What an operation may read before it counts, in bytes: a page of 4 KiB for each 1024 operations. At 0.1 ms a page and 1 us an
     * operation in memory, that is a tenth of the time; a page for each 75 halved a rate.
     */
    private static final double FEW = 4;

    /** @param series of one workload, the same engine at several thread counts too; without a budget none counts */
    static DiskReads of(List<Series> series, Metric axis) {
        Map<String, Double> from = new TreeMap<>();
        for (Series one : series) {
            if (!Memory.isGiven(one.parameters())) {
                continue; // what it reads, of a directory for instance, is not for want of memory
            }
            one.points(step -> step.metric(axis), DiskReads::bytes).stream()
                    .filter(point -> point.y().mean() > FEW)
                    .findFirst()
                    .ifPresent(point -> from.merge(one.name(), point.x(), Math::min));
        }
        return new DiskReads(from);
    }

    private static double bytes(Step step) {
        return step.metric(Metric.ioReadBytes) / step.metric(Metric.operations);
    }

    /** Whether no engine begins to read the disk after {@code start}, up to {@code place}. */
    boolean noneBetween(double start, double place) {
        return from.values().stream().noneMatch(first -> first > start && first <= place);
    }

    /** The engines that begin to read the disk somewhere in {@code places}, separated by commas. */
    String readers(DoublePredicate places) {
        return from.entrySet().stream()
                .filter(entry -> places.test(entry.getValue()))
                .map(Map.Entry::getKey)
                .collect(Collectors.joining(", "));
    }
}
