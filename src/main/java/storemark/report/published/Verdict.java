package storemark.report.published;

import java.util.List;

/**
 * Whether a claim holds in the runs of a report. Immutable.
 *
 * @param id the claim's, {@code T01}
 * @param claim in words
 * @param expected what is measured, and the condition that it is to meet, in words
 * @param judged the ratios and conditions that are evaluated for it here, in words
 * @param outcome what was found
 * @param doubt empty when the outcome is about all that the claim is over, and would be the same at every place of the
 *     intervals; else what it is about, and why it may not be
 * @param figure what was measured, in words; empty when nothing was
 * @param confidence how sure that is, in words; empty when nothing was measured
 * @param why why it was not tested, or not all of it; empty otherwise
 * @param ratios all that was measured for it, in the order of the claim; what the claim itself excepts too
 */
public record Verdict(
        String id,
        String claim,
        String expected,
        String judged,
        Outcome outcome,
        String doubt,
        String figure,
        String confidence,
        String why,
        List<Ratio> ratios) {
    /** What can be said of a claim. */
    public enum Outcome {
        HOLDS("holds"),
        FAILS("does not hold"),
        NOT_TESTED("not tested");

        private final String words;

        Outcome(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }
    }

    /** The outcome in words. */
    public String words() {
        return outcome.words() + (doubt.isEmpty() || outcome == Outcome.NOT_TESTED ? "" : ", " + doubt);
    }
}
