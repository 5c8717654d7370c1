package storemark.results;

import java.util.Arrays;
import java.util.List;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.descriptive.SummaryStatistics;

/**
 * A mean with its uncertainty. With one sample there is none ({@code low == mean == high}); with two, low and high are
 * the samples themselves; from three on they are the 95% confidence interval of the mean by Student's t-distribution.
 * {@link #median} makes one of another kind: the median, with the lowest and the highest sample. Immutable.
 *
 * @param mean arithmetic mean, or the median; {@link Double#NaN} without samples
 * @param low lower end, never above the mean; may be negative for a wide interval
 * @param high upper end, never below the mean
 * @param samples how many samples there were; 0 or more
 */
public record Estimate(double mean, double low, double high, int samples) {
    private static final double CONFIDENCE = 0.95;

    /** Estimates from {@code samples}; those that are {@link Double#NaN} do not count. */
    public static Estimate of(double... samples) {
        double[] numbers =
                Arrays.stream(samples).filter(sample -> !Double.isNaN(sample)).toArray();
        if (numbers.length == 0) {
            return new Estimate(Double.NaN, Double.NaN, Double.NaN, 0);
        }
        SummaryStatistics statistics = new SummaryStatistics();
        Arrays.stream(numbers).forEach(statistics::addValue);
        double mean = statistics.getMean();
        if (numbers.length < 3) {
            return new Estimate(mean, statistics.getMin(), statistics.getMax(), numbers.length);
        }
        double quantile =
                new TDistribution(null, numbers.length - 1).inverseCumulativeProbability((1 + CONFIDENCE) / 2);
        double margin = quantile * statistics.getStandardDeviation() / Math.sqrt(numbers.length);
        return new Estimate(mean, mean - margin, mean + margin, numbers.length);
    }

    /**
     * The median of {@code samples}, from the lowest to the highest of them; those that are {@link Double#NaN} do not count. Of
     * n independent samples the median of what they are drawn from lies in that range with probability 1 - 2^(1-n): 75% of three.
     */
    public static Estimate median(double... samples) {
        double[] sorted = Arrays.stream(samples)
                .filter(sample -> !Double.isNaN(sample))
                .sorted()
                .toArray();
        if (sorted.length == 0) {
            return of();
        }
        double median = (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
        return new Estimate(median, sorted[0], sorted[sorted.length - 1], sorted.length);
    }

    /**
     * The largest of several: of their means the largest, and from the largest low end to the largest high end, as it is at least
     * and at most what any of them may be.
     *
     * @param all one at least, each of one sample at least
     */
    public static Estimate largest(List<Estimate> all) {
        return new Estimate(
                all.stream().mapToDouble(Estimate::mean).max().orElseThrow(),
                all.stream().mapToDouble(Estimate::low).max().orElseThrow(),
                all.stream().mapToDouble(Estimate::high).max().orElseThrow(),
                all.stream().mapToInt(Estimate::samples).min().orElseThrow());
    }

    /** The smallest of several, in the same way as {@link #largest}. */
    public static Estimate smallest(List<Estimate> all) {
        return new Estimate(
                all.stream().mapToDouble(Estimate::mean).min().orElseThrow(),
                all.stream().mapToDouble(Estimate::low).min().orElseThrow(),
                all.stream().mapToDouble(Estimate::high).min().orElseThrow(),
                all.stream().mapToInt(Estimate::samples).min().orElseThrow());
    }

    /**
     * What {@link #low()} and {@link #high()} are for this many samples: {@code both rounds}, {@code 95% confidence
     * interval}.
     *
     * @param samples at least 2
     * @param what the samples are, in the plural
     */
    public static String spread(int samples, String what) {
        return samples == 2 ? "both " + what : "95% confidence interval";
    }
}
