package storemark.report;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.commons.math3.stat.StatUtils;
import storemark.results.Measurement;
import storemark.results.Measurement.Step;
import storemark.results.Metric;

/**
 * How far the machines of two runs may lie apart, by the canaries that ran beside their increments. Runs of different hours were not
 * in turns, so a difference that the canaries show may be the machine's and not the store's.
 */
final class Canaries {
    /** The doubt where a run has no canaries, as a share: the same cell measured minutes apart differed by so much in the median. */
    static final double UNWATCHED = 0.25;

    static final Map<Metric, String> NAMES = new EnumMap<>(
            Map.of(Metric.canaryCompute, "computing", Metric.canaryMemory, "memory", Metric.canaryDisk, "disk"));

    private Canaries() {}

    /**
     * What to add to either side of a ratio's interval, as a share: of the canaries that concern a cell the largest difference of
     * their medians and half their spread, which is the median absolute deviation. The disk concerns cells that use it.
     *
     * @param base all repetitions of the cell in one run
     * @param other those in the other
     * @return at least {@link #UNWATCHED} where a canary that concerns the cell is missing
     */
    static double doubt(List<Measurement> base, List<Measurement> other) {
        return NAMES.keySet().stream()
                .filter(canary -> canary != Metric.canaryDisk || usesDisk(base) || usesDisk(other))
                .mapToDouble(canary -> doubt(values(base, canary), values(other, canary)))
                .max()
                .orElseThrow();
    }

    private static double doubt(double[] base, double[] other) {
        if (base.length == 0 || other.length == 0) {
            return UNWATCHED;
        }
        double ratio = median(other) / median(base);
        return Math.max(ratio, 1 / ratio) - 1 + Math.max(deviation(base), deviation(other));
    }

    /** Whether the process read or wrote more than little, as the kernel counted it; where that is not known, it did. */
    private static boolean usesDisk(List<Measurement> repetitions) {
        List<Step> steps = steps(repetitions);
        double bytes = DeviceTable.sum(steps, Metric.ioReadBytes) + DeviceTable.sum(steps, Metric.ioWriteBytes);
        return !(bytes <= Metric.FEW_BYTES * DeviceTable.sum(steps, Metric.operations));
    }

    /** One line: how much slower each canary of {@code other} was, or which run has none. */
    static String differences(List<Measurement> base, List<Measurement> other) {
        boolean old = isWatched(base);
        boolean now = isWatched(other);
        if (!old || !now) {
            return "no canaries in " + (old ? "the new run" : now ? "the old run" : "either run")
                    + ": intervals are widened by " + CellComparison.percent(UNWATCHED);
        }
        return "canaries, slower (+) or faster (-) than in the old run: "
                + NAMES.entrySet().stream()
                        .map(canary -> canary.getValue() + " "
                                + difference(values(base, canary.getKey()), values(other, canary.getKey())))
                        .collect(Collectors.joining(", "));
    }

    private static boolean isWatched(List<Measurement> repetitions) {
        return NAMES.keySet().stream().anyMatch(canary -> values(repetitions, canary).length > 0);
    }

    private static String difference(double[] base, double[] other) {
        return base.length == 0 || other.length == 0
                ? "not measured in both"
                : String.format(Locale.ROOT, "%+.1f%%", 100 * (median(other) / median(base) - 1));
    }

    private static double[] values(List<Measurement> repetitions, Metric canary) {
        return steps(repetitions).stream()
                .mapToDouble(step -> step.metric(canary))
                .filter(nanos -> nanos > 0)
                .toArray();
    }

    private static List<Step> steps(List<Measurement> repetitions) {
        return repetitions.stream().flatMap(one -> one.steps().stream()).toList();
    }

    static double median(double[] values) {
        return StatUtils.percentile(values, 50);
    }

    /** As a share of the median. Few turns beside other work leave it small, as they leave the median. */
    private static double deviation(double[] values) {
        double median = median(values);
        return median(Arrays.stream(values)
                        .map(value -> Math.abs(value - median))
                        .toArray())
                / median;
    }
}
