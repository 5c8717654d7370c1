package storemark.jmh;

/**
 * Finds the highest rate that keeps a target, a try at a time. A rate has failed once it has missed the target twice in a row: one
 * pause of the machine is not the engine's. Used by one thread at a time.
 */
final class Bisection {
    private double kept;
    private double failed = Double.POSITIVE_INFINITY;
    private double tried = Double.POSITIVE_INFINITY;
    private boolean again;

    /** The rate to try next, in operations per second; the first is infinite. */
    double next() {
        return tried;
    }

    /**
     * What came of {@link #next}.
     *
     * @param keptTarget whether the target was kept
     * @param achieved operations per second that were done
     */
    void result(boolean keptTarget, double achieved) {
        boolean first = Double.isInfinite(tried);
        if (keptTarget && !first) {
            kept = tried;
        } else if (again || first) {
            failed = first ? achieved : tried;
        }
        again = !keptTarget && !first && !again;
        if (!again) {
            tried = (kept + failed) / 2;
        }
    }
}
