package storemark.jmh;

/**
 * Tries rates around the highest that keeps a target. Whether a rate does is decided by the best of three tries: one pause of the machine is
 * not the engine's, and one lucky try is none either. Once the limit is known to within 3%, the rates on either side of it are tried
 * again, in turn, and the search goes on beyond one that turns out otherwise, each time twice as far. Used by one thread at a time.
 */
final class Bisection {
    private static final int MAJORITY = 2;
    private static final double NARROW = 0.03;
    /** Of the maximum: at a lower rate an iteration would have too few operations. */
    private static final double LOWEST = 1 / 1024.0;

    /** Operations per second as fast as possible; infinite while unknown. */
    private double maximum = Double.POSITIVE_INFINITY;

    private double kept;
    private double failed = Double.POSITIVE_INFINITY;
    private double tried = Double.POSITIVE_INFINITY;
    private int keeps;
    private int misses;
    private boolean upper;
    /** How far beyond a rate that turned out otherwise the limit is searched for, as a share of it. */
    private double beyond = 0.1;

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
        if (Double.isInfinite(maximum)) {
            maximum = achieved;
            failed = achieved;
            tried = achieved / 2;
            return;
        }
        keeps += keptTarget ? 1 : 0;
        misses += keptTarget ? 0 : 1;
        if (keeps == MAJORITY || misses == MAJORITY) {
            decide(keeps == MAJORITY);
            keeps = 0;
            misses = 0;
        }
    }

    private void decide(boolean keepsTarget) {
        boolean otherwise = keepsTarget ? tried >= failed : tried <= kept;
        if (keepsTarget) {
            kept = tried;
            failed = otherwise ? Math.min(maximum, tried * (1 + beyond)) : failed;
        } else {
            failed = tried;
            kept = otherwise ? tried / (1 + beyond) : kept;
        }
        beyond *= otherwise ? 2 : 1;
        if (failed - kept > NARROW * failed) {
            tried = Math.max((kept + failed) / 2, LOWEST * maximum);
        } else {
            upper = !upper;
            tried = upper ? failed : kept;
        }
    }
}
