package storemark.results;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.StatUtils;
import org.apache.commons.math3.stat.descriptive.SummaryStatistics;
import org.apache.commons.math3.stat.descriptive.rank.Median;

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
        SummaryStatistics numbers = new SummaryStatistics();
        Arrays.stream(samples).filter(sample -> !Double.isNaN(sample)).forEach(numbers::addValue);
        int count = (int) numbers.getN();
        double mean = numbers.getMean();
        if (count < 3) {
            return new Estimate(mean, numbers.getMin(), numbers.getMax(), count);
        }
        double quantile = new TDistribution(null, count - 1).inverseCumulativeProbability((1 + CONFIDENCE) / 2);
        double margin = quantile * numbers.getStandardDeviation() / Math.sqrt(count);
        return new Estimate(mean, mean - margin, mean + margin, count);
    }

    /**
     * The median of {@code samples}, from the lowest to the highest of them; those that are {@link Double#NaN} do not count. Of
     * n independent samples the median of what they are drawn from lies in that range with probability 1 - 2^(1-n): 75% of three.
     */
    public static Estimate median(double... samples) {
        double[] numbers =
                Arrays.stream(samples).filter(sample -> !Double.isNaN(sample)).toArray();
        return new Estimate(
                new Median().evaluate(numbers), StatUtils.min(numbers), StatUtils.max(numbers), numbers.length);
    }

    /**
     * The largest, or smallest, of several: of their means the largest, and from the largest low end to the largest high end, as it is
     * at least and at most what any of them may be.
     *
     * @param all one at least, each of one sample at least
     * @param end {@link DoubleStream#max}, or {@link DoubleStream#min}
     */
    public static Estimate end(List<Estimate> all, Function<DoubleStream, OptionalDouble> end) {
        return new Estimate(
                end.apply(all.stream().mapToDouble(Estimate::mean)).orElseThrow(),
                end.apply(all.stream().mapToDouble(Estimate::low)).orElseThrow(),
                end.apply(all.stream().mapToDouble(Estimate::high)).orElseThrow(),
                all.stream().mapToInt(Estimate::samples).min().orElseThrow());
    }
}
