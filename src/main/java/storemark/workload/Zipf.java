package storemark.workload;

import java.util.SplittableRandom;

/**
 * Draws ranks 1 to n, rank k with a probability proportional to 1 / k^{@value #EXPONENT}, exactly: rejection-inversion (W.
 * Hoermann, G. Derflinger, "Rejection-inversion to generate variates from monotone discrete distributions", ACM TOMACS 6:3,
 * 1996, in the form of Apache Commons RNG's sampler). Another n costs one logarithm, and no table has to be made. The sampler
 * after J. Gray et al. (SIGMOD 1994), which YCSB took over, needs a sum over all of n and is exact for the first two ranks only.
 * Used by one thread; allocates nothing.
 */
final class Zipf {
    /** YCSB's constant. */
    static final double EXPONENT = 0.99;

    private static final double REST = 1 - EXPONENT;
    private static final double FIRST = integral(1.5) - 1;
    private static final double SURE = 2 - inverse(integral(2.5) - height(2));
    private static final double SMALL = 1e-8;

    private final SplittableRandom random;
    private long size;
    private double last;

    Zipf(SplittableRandom random) {
        this.random = random;
    }

    /** A rank, 1 to {@code ranks}, which is 1 to 2^40. */
    long next(long ranks) {
        if (ranks != size) {
            size = ranks;
            last = integral(ranks + 0.5);
        }
        while (true) {
            double area = last + random.nextDouble() * (FIRST - last);
            double place = inverse(area);
            long rank = Math.max(1, Math.min(ranks, (long) (place + 0.5)));
            if (rank - place <= SURE || area >= integral(rank + 0.5) - height(rank)) {
                return rank;
            }
        }
    }

    /** The hat's height at x: x^-exponent. */
    private static double height(double x) {
        return Math.exp(-EXPONENT * Math.log(x));
    }

    /** The area under the hat up to x, but for a constant: (x^(1-e) - 1) / (1-e). */
    private static double integral(double x) {
        double log = Math.log(x);
        double scaled = REST * log;
        return log * (Math.abs(scaled) > SMALL ? Math.expm1(scaled) / scaled : 1 + scaled / 2);
    }

    /** The x up to which the area is {@code area}. */
    private static double inverse(double area) {
        double scaled = Math.max(-1, area * REST);
        return Math.exp(area * (Math.abs(scaled) > SMALL ? Math.log1p(scaled) / scaled : 1 - scaled / 2));
    }
}
