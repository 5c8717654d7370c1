package storemark.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.StatUtils;
import org.apache.commons.math3.stat.descriptive.rank.Median;
import org.apache.commons.statistics.inference.MannWhitneyUTest;
import org.apache.commons.statistics.inference.PValueMethod;

/**
 * How many times as fast one rate is as another, by several repetitions of both. The interval is that of the mean logarithm of the
 * repetitions' ratios by Student's t-distribution, paired or Welch's (Georges, Buytaert and Eeckhout, Statistically Rigorous Java
 * Performance Evaluation, 2007): of equal rates whose noise is normal, 5% of the intervals miss 1, however many repetitions there are.
 *
 * @param median of the repetitions' ratios; where it is outside of the interval, which is the mean's, the nearest end
 * @param low end of the 95% interval; the median, where there is one repetition
 * @param high end of the 95% interval; the median, where there is one repetition
 * @param repetitions of the one that has fewer
 * @param paired whether increments were measured in turns, so that each ratio is of two that were close in time
 * @param p of an exact Mann-Whitney test of the repetitions' rates; empty below four repetitions of either
 */
public record Ratio(double median, double low, double high, int repetitions, boolean paired, OptionalDouble p) {
    /** The fewest repetitions from which a difference is called. */
    public static final int FEWEST = 5;

    private static final int FEWEST_FOR_TEST = 4;
    private static final double CONFIDENCE = 0.95;
    /** After so many, means of rows and columns that lack values no longer change. */
    private static final int SWEEPS = 20;

    /**
     * Compares rates that were measured in turns.
     *
     * @param first rates of the increments of each repetition, above 0 or {@link Double#NaN} for one that does not count; at least
     *     one counts in each repetition
     * @param second the same repetitions and increments of the other, of the same lengths
     */
    public static Ratio paired(List<double[]> first, List<double[]> second) {
        List<double[]> ratios = new ArrayList<>();
        for (int repetition = 0; repetition < first.size(); repetition++) {
            double[] one = first.get(repetition);
            double[] other = second.get(repetition);
            ratios.add(IntStream.range(0, one.length)
                    .mapToDouble(at -> Math.log(one[at] / other[at]))
                    .toArray());
        }
        double[] logs = levels(ratios);
        return of(median(logs), mean(Arrays.stream(logs)), margin(logs), means(first), means(second), true);
    }

    /**
     * The mean of each row, as if it had all increments: one that lacks some is not lower or higher for that, where rates change with
     * the key range. What all rows have in common at an increment is found by alternating means of rows and of increments.
     */
    private static double[] levels(List<double[]> logs) {
        int longest = logs.stream().mapToInt(row -> row.length).max().orElseThrow();
        double[] shape = new double[longest];
        double[] means = new double[logs.size()];
        for (int sweep = 0; sweep < SWEEPS; sweep++) {
            for (int row = 0; row < means.length; row++) {
                double[] values = logs.get(row);
                means[row] = mean(IntStream.range(0, values.length).mapToDouble(at -> values[at] - shape[at]));
            }
            for (int place = 0; place < longest; place++) {
                int at = place;
                shape[at] = mean(IntStream.range(0, means.length)
                        .filter(row -> at < logs.get(row).length)
                        .mapToDouble(row -> logs.get(row)[at] - means[row]));
            }
            double level = mean(Arrays.stream(shape));
            Arrays.setAll(shape, at -> shape[at] - level);
        }
        return means;
    }

    /**
     * Compares rates that were not measured in turns: as {@link #paired}, but neither numbers nor lengths have to agree, and a
     * repetition may have none. Increments count of which both have rates; one that lacks some of them is compared as if it had them.
     *
     * @return empty where there are no such increments
     */
    public static Optional<Ratio> unpaired(List<double[]> first, List<double[]> second) {
        BitSet common = places(first);
        common.and(places(second));
        if (common.isEmpty()) {
            return Optional.empty();
        }
        double[] one = levels(logs(first, common));
        double[] other = levels(logs(second, common));
        double mean = mean(Arrays.stream(one)) - mean(Arrays.stream(other));
        return Optional.of(of(median(one) - median(other), mean, margin(one, other), one, other, false));
    }

    /** Half of the interval of one sample's mean, or of the difference of two, by the degrees of freedom of Welch and Satterthwaite. */
    private static double margin(double[]... samples) {
        double variance =
                Arrays.stream(samples).mapToDouble(Ratio::varianceOfMean).sum();
        if (variance == 0) {
            return 0;
        }
        double squares = Arrays.stream(samples)
                .filter(values -> values.length > 1)
                .mapToDouble(values -> varianceOfMean(values) * varianceOfMean(values) / (values.length - 1))
                .sum();
        double freedom = variance * variance / squares;
        return new TDistribution(null, freedom).inverseCumulativeProbability((1 + CONFIDENCE) / 2)
                * Math.sqrt(variance);
    }

    /** Of some values; 0 of one value. */
    private static double varianceOfMean(double[] values) {
        return values.length == 1 ? 0 : StatUtils.variance(values) / values.length;
    }

    /** Those of which some repetition has a rate. */
    private static BitSet places(List<double[]> rates) {
        BitSet places = new BitSet();
        for (double[] row : rates) {
            IntStream.range(0, row.length)
                    .filter(place -> !Double.isNaN(row[place]))
                    .forEach(places::set);
        }
        return places;
    }

    /** The logarithms at {@code places} of repetitions that have any. */
    private static List<double[]> logs(List<double[]> rates, BitSet places) {
        return rates.stream()
                .map(row -> places.stream()
                        .mapToDouble(place -> place < row.length ? Math.log(row[place]) : Double.NaN)
                        .toArray())
                .filter(row -> Arrays.stream(row).anyMatch(log -> !Double.isNaN(log)))
                .toList();
    }

    /** @param first mean logarithms of the repetitions' rates */
    private static Ratio of(double log, double mean, double margin, double[] first, double[] second, boolean paired) {
        return new Ratio(
                Math.exp(Math.max(mean - margin, Math.min(log, mean + margin))),
                Math.exp(mean - margin),
                Math.exp(mean + margin),
                Math.min(first.length, second.length),
                paired,
                mannWhitney(first, second));
    }

    /** Of the logarithms of each repetition's rates. */
    private static double[] means(List<double[]> rates) {
        return rates.stream()
                .mapToDouble(one -> mean(Arrays.stream(one).map(Math::log)))
                .toArray();
    }

    /** Of those that are numbers. */
    private static double mean(DoubleStream values) {
        return values.filter(value -> !Double.isNaN(value)).average().orElse(Double.NaN);
    }

    private static double median(double[] values) {
        return new Median().evaluate(values);
    }

    private static OptionalDouble mannWhitney(double[] first, double[] second) {
        if (Math.min(first.length, second.length) < FEWEST_FOR_TEST) {
            return OptionalDouble.empty();
        }
        boolean ties =
                Arrays.stream(first).anyMatch(one -> Arrays.stream(second).anyMatch(other -> one == other));
        PValueMethod method = ties ? PValueMethod.ASYMPTOTIC : PValueMethod.EXACT;
        return OptionalDouble.of(
                MannWhitneyUTest.withDefaults().with(method).test(first, second).getPValue());
    }

    /**
     * The same with a wider interval.
     *
     * @param doubt added to either side, as a share of the rates: how far the machines of both may lie apart; 0 or more
     */
    public Ratio widened(double doubt) {
        return new Ratio(median, low / (1 + doubt), high * (1 + doubt), repetitions, paired, p);
    }

    /** What the interval says, where there are repetitions enough. */
    public Verdict verdict() {
        if (repetitions < FEWEST) {
            return Verdict.UNDECIDED;
        }
        return low > 1 ? Verdict.FASTER : high < 1 ? Verdict.SLOWER : Verdict.TIE;
    }

    /** Half of the interval's width, as a share: 0.03 for 3% to either side. */
    public double halfWidth() {
        return Math.sqrt(high / low) - 1;
    }

    /** The smallest difference that the interval rules out, as a share: a tie says that rates are no further apart. */
    public double ruledOut() {
        return Math.max(high, 1 / low) - 1;
    }

    /**
     * Repetitions needed to detect a difference as large as the mean: intervals narrow with the square root. For a tie, more
     * than it has.
     */
    public int repetitionsToDecide() {
        double distance = Math.abs(Math.log(low * high)) / 2;
        double width = Math.log(1 + halfWidth());
        double needed = distance == 0 ? Double.MAX_VALUE : Math.ceil(repetitions * Math.pow(width / distance, 2)) + 1;
        int fewest = verdict() == Verdict.TIE ? repetitions + 1 : FEWEST;
        return (int) Math.max(fewest, Math.min(needed, Integer.MAX_VALUE));
    }
}
