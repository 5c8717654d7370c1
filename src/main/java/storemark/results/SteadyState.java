package storemark.results;

import java.util.List;
import org.apache.commons.math3.stat.regression.SimpleRegression;

/**
 * Whether a curve of rates has settled: a straight line through the last third of its points, by least squares. It has when
 * no slope is within the 95% confidence interval of the slope (Student's t-distribution, residuals taken as independent).
 *
 * @param verdict what the last third shows
 * @param change how much the line changes from its first point to its last, as a share of the mean; {@link Double#NaN} when
 *     there are too few points
 * @param error half the width of the 95% confidence interval of {@code change}; {@link Double#NaN} likewise
 */
public record SteadyState(Verdict verdict, double change, double error) {
    /** Points that a line needs to have an error that means something. */
    private static final int FEWEST = 4;

    private static final double SIGNIFICANCE = 0.05;

    /** What the last third of a curve shows. */
    public enum Verdict {
        SETTLED,
        FALLING,
        RISING,
        /** Fewer than 4 points in the last third. */
        TOO_FEW_STEPS
    }

    /** Judges {@code rates}, in the order in which they were measured, at equal distances. */
    public static SteadyState of(List<Double> rates) {
        int count = rates.size() / 3;
        List<Double> third = rates.subList(rates.size() - count, rates.size());
        if (count < FEWEST || third.stream().anyMatch(rate -> !Double.isFinite(rate))) {
            return new SteadyState(Verdict.TOO_FEW_STEPS, Double.NaN, Double.NaN);
        }
        SimpleRegression line = new SimpleRegression();
        for (int at = 0; at < count; at++) {
            line.addData(at, third.get(at));
        }
        double mean = third.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
        double change = line.getSlope() * (count - 1) / mean;
        double error = line.getSlopeConfidenceInterval(SIGNIFICANCE) * (count - 1) / mean;
        Verdict verdict = Math.abs(change) <= error ? Verdict.SETTLED : change < 0 ? Verdict.FALLING : Verdict.RISING;
        return new SteadyState(verdict, change, error);
    }
}
