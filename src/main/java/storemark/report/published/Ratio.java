package storemark.report.published;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import storemark.results.Estimate;

/**
 * One number under a claim. Immutable.
 *
 * @param by what it is judged by
 * @param engine of its numerator, by the page's name
 * @param labels of its numerator
 * @param about what it is of, in words: {@code tupl, read, 4 threads against lmdb}
 * @param value with its interval
 * @param absent why, for each engine that might have been the denominator and was not measured
 */
public record Ratio(
        Comparison by, String engine, Map<String, String> labels, String about, Estimate value, List<String> absent) {
    /**
     * Of two of which nothing but the estimates is known, such as two ratios: divides the means, and for the interval the far ends. Wider
     * than the quotient's own 95% interval, never narrower.
     */
    static Estimate divide(Estimate of, Estimate to) {
        double mean = of.mean() / to.mean();
        int samples = Math.min(of.samples(), to.samples());
        double low = to.high() > 0 ? Math.max(0, of.low()) / to.high() : mean;
        double high = to.low() > 0 ? of.high() / to.low() : Double.POSITIVE_INFINITY;
        return new Estimate(mean, Math.min(low, mean), Math.max(high, mean), samples);
    }

    boolean holds() {
        return by.is().holds(value.mean());
    }

    /**
     * Whether no engine that was not measured could decide otherwise. What holds against all others is not decided by some of
     * them; what does not hold is, unless the missing one could have made the ratio fall, or rise, into the range.
     */
    boolean isDecided() {
        boolean mayFall = by.pick() != Comparison.Pick.LEAST;
        return absent.isEmpty() || (!holds() && by.is().isExceededBy(value.mean()) != mayFall);
    }

    boolean isSure() {
        return by.is().isSure(value);
    }

    /** {@code 1.10x to 1.30x}, or {@code one repetition}, which has no interval. */
    String interval() {
        return value.samples() < 2 ? "one repetition" : number(value.low()) + " to " + number(value.high());
    }

    /** {@code tupl against lmdb: 1.20x (1.10x to 1.30x)}. */
    @Override
    public String toString() {
        return about + ": " + number(value.mean()) + " (" + interval() + ")";
    }

    /** A ratio with three digits. */
    static String number(double value) {
        int digits = value >= 100 ? 0 : value >= 10 ? 1 : value >= 0.1 ? 2 : 4;
        return Double.isFinite(value) ? String.format(Locale.ROOT, "%." + digits + "f\u00d7", value) : "no bound";
    }
}
