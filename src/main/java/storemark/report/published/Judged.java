package storemark.report.published;

import java.util.List;

/**
 * A ratio and what it is to be. Immutable.
 *
 * @param ratio measured
 * @param condition what is claimed of it
 * @param pick how its denominator was picked; null where it was not
 * @param absent why, for each engine that might have been the denominator and was not measured
 */
record Judged(Ratio ratio, Condition condition, String pick, List<String> absent) {
    boolean holds() {
        return condition.holds(ratio.value().mean());
    }

    /**
     * Whether an engine that was not measured keeps it from being decided. What holds against all others is not decided by
     * some of them; what does not hold is, unless the missing one could have made the ratio fall, or rise, into the range.
     */
    boolean isOpen() {
        if (absent.isEmpty()) {
            return false;
        }
        boolean above = condition.isExceededBy(ratio.value().mean());
        return holds() || (pick.equals("best") ? above : !above);
    }

    /** Whether the whole interval is on the side of the mean: never of one sample, which has no interval. */
    boolean isSure() {
        return ratio.value().samples() > 1 && condition.isSure(ratio.value());
    }
}
