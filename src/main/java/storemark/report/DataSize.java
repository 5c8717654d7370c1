package storemark.report;

import java.util.DoubleSummaryStatistics;
import java.util.List;
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
    private final String series;
    private final double budget;

    private DataSize(Series series, Metric axis) {
        this.series = series.name();
        budget = series.budget();
        for (Step step : series.steps()) {
            double x = step.metric(axis);
            double share = step.metric(Metric.diskBytes) * x / step.metric(Metric.entries);
            if (x > 0 && share > 0 && Double.isFinite(share)) {
                bytes.merge(x, share, Math::max);
            }
        }
    }

    /**
     * One for each series that is known to keep something on disk and to have a budget. The control stores nothing, but its empty
     * folder takes a block.
     */
    static List<DataSize> of(List<Series> series, Metric axis) {
        return series.stream()
                .filter(one -> !one.control() && !Double.isNaN(one.budget()))
                .map(one -> new DataSize(one, axis))
                .filter(size -> !size.bytes.isEmpty())
                .toList();
    }

    /** The size at {@code x} in parts of the memory budget. */
    double share(double x) {
        Map.Entry<Double, Double> ceiling = bytes.ceilingEntry(x);
        Map.Entry<Double, Double> right = ceiling == null ? bytes.lastEntry() : ceiling;
        Map.Entry<Double, Double> lower = bytes.lowerEntry(right.getKey());
        Map.Entry<Double, Double> left = lower == null ? Map.entry(0.0, 0.0) : lower;
        double slope = (right.getValue() - left.getValue()) / (right.getKey() - left.getKey());
        return (left.getValue() + slope * (x - left.getKey())) / budget;
    }

    /** Where the size passes the budget: at most {@code last}, or {@link Double#POSITIVE_INFINITY} when it does not. */
    double crossing(double last) {
        Map.Entry<Double, Double> from = Map.entry(0.0, 0.0);
        for (Map.Entry<Double, Double> to : bytes.headMap(last, true).entrySet()) {
            if (to.getValue() > budget) {
                return from.getKey()
                        + (to.getKey() - from.getKey())
                                * (budget - from.getValue())
                                / (to.getValue() - from.getValue());
            }
            from = to;
        }
        return Double.POSITIVE_INFINITY;
    }

    /**
     * Where the data of {@code series} exceed their budgets.
     *
     * @return null when none does
     */
    static Chart.Memory past(List<Series> series, Metric axis) {
        double last =
                series.stream().flatMapToDouble(one -> one.metrics(axis)).max().orElse(0);
        List<DataSize> stored = of(series, axis);
        DoubleSummaryStatistics crossings =
                stored.stream().mapToDouble(size -> size.crossing(last)).summaryStatistics();
        if (!(crossings.getMin() < last)) {
            return null;
        }
        boolean together = crossings.getMax() < crossings.getMin() * 1.02;
        boolean some = crossings.getMax() >= last;
        boolean same =
                stored.stream().mapToDouble(size -> size.budget).distinct().count() == 1;
        String size = same ? " " + Quantity.BYTES.format(stored.get(0).budget) : "";
        return new Chart.Memory(
                crossings.getMin(),
                together || some ? null : crossings.getMax(),
                (some ? storesThatPass(stored, last) : "data exceed") + size + " memory");
    }

    /** A store of one engine may be many times its records: the others must not look as if they were past memory. */
    private static String storesThatPass(List<DataSize> stored, double last) {
        List<String> passing = stored.stream()
                .filter(size -> size.crossing(last) < last)
                .map(size -> size.series)
                .toList();
        return switch (passing.size()) {
            case 1 -> passing.get(0) + " exceeds";
            case 2 -> String.join(" and ", passing) + " exceed";
            default -> passing.size() + " of " + stored.size() + " stores exceed";
        };
    }
}
