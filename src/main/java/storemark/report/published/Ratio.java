package storemark.report.published;

import java.util.Map;
import storemark.results.Estimate;

/**
 * One number under a claim. Immutable.
 *
 * @param labels what tells it from others of the same claim
 * @param against in what the denominator differs, in words; null where the number itself is judged
 * @param value with its interval
 */
public record Ratio(Map<String, String> labels, String against, Estimate value) {
    /** Divides the means, and for the interval the far ends: wider than the quotient's own 95% interval, never narrower. */
    static Estimate divide(Estimate of, Estimate to) {
        double mean = of.mean() / to.mean();
        int samples = Math.min(of.samples(), to.samples());
        double low = to.high() > 0 ? Math.max(0, of.low()) / to.high() : mean;
        double high = to.low() > 0 ? of.high() / to.low() : Double.POSITIVE_INFINITY;
        return new Estimate(mean, Math.min(low, mean), Math.max(high, mean), samples);
    }

    /** What it is of: {@code tupl, read, 4 threads against lmdb}. */
    public String about() {
        String words = Selector.words(labels);
        return against == null ? words : words + (words.isEmpty() ? "against " : " against ") + against;
    }
}
