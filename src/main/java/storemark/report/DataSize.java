package storemark.report;

import java.util.Map;
import java.util.TreeMap;
import storemark.results.Measurement.Step;
import storemark.results.Metric;

/**
 * How many bytes the records below a key range take on disk in one series: the store's size in proportion, by straight
 * lines between the measured steps, from nothing at 0 and on beyond the last. Immutable.
 */
final class DataSize {
    private final TreeMap<Double, Double> bytes = new TreeMap<>();

    private DataSize() {}

    /** The control stores nothing, but its empty folder takes a block. */
    static DataSize of(Series series, Metric axis) {
        DataSize size = new DataSize();
        if (series.control()) {
            return size;
        }
        for (Step step : series.steps()) {
            double x = step.metric(axis);
            double share = step.metric(Metric.diskBytes) * x / step.metric(Metric.entries);
            if (x > 0 && share > 0 && Double.isFinite(share)) {
                size.bytes.merge(x, share, Math::max);
            }
        }
        return size;
    }

    /** Whether the series keeps nothing on disk, as far as is known. */
    boolean isEmpty() {
        return bytes.isEmpty();
    }

    /** The size at {@code x}; 0 when {@link #isEmpty()}. */
    double at(double x) {
        if (bytes.isEmpty()) {
            return 0;
        }
        Map.Entry<Double, Double> right = bytes.ceilingEntry(x);
        if (right == null) {
            right = bytes.lastEntry();
        }
        Map.Entry<Double, Double> left = bytes.lowerEntry(right.getKey());
        double fromX = left == null ? 0 : left.getKey();
        double fromBytes = left == null ? 0 : left.getValue();
        return fromBytes + (right.getValue() - fromBytes) / (right.getKey() - fromX) * (x - fromX);
    }

    /** Where the size passes {@code budget}: at most {@code last}, or {@link Double#POSITIVE_INFINITY} when it does not. */
    double crossing(double budget, double last) {
        double fromX = 0;
        double fromBytes = 0;
        for (Map.Entry<Double, Double> to : bytes.entrySet()) {
            if (to.getKey() <= last && to.getValue() > budget) {
                return fromX + (to.getKey() - fromX) * (budget - fromBytes) / (to.getValue() - fromBytes);
            }
            fromX = to.getKey();
            fromBytes = to.getValue();
        }
        return Double.POSITIVE_INFINITY;
    }
}
