package storemark.jmh;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;
import storemark.parameter.Rate;

class BisectionTest {
    private static final double MAXIMUM = 1_000_000;

    /** The highest of the rates that kept the target, of an engine that keeps it up to {@code limit}. */
    private static double search(double limit, IntPredicate disturbed) {
        Bisection bisection = new Bisection();
        double highest = 0;
        for (int attempt = 0; attempt < Rate.TRIES; attempt++) {
            double rate = bisection.next();
            boolean kept = rate <= limit && !disturbed.test(attempt);
            highest = kept ? Math.max(highest, rate) : highest;
            bisection.result(kept, Math.min(rate, MAXIMUM));
        }
        return highest;
    }

    @Test
    void findsTheLimitFromAThousandthOfTheMaximumOn() {
        for (double limit : new double[] {1000, 31_415, 500_000, 777_777, 990_000}) {
            assertEquals(limit, search(limit, attempt -> false), 0.1 * limit, "limit " + limit);
        }
    }

    @Test
    void forgivesSingleFailures() {
        assertEquals(600_000, search(600_000, attempt -> attempt % 5 == 1), 60_000);
    }

    @Test
    void findsNothingWhereNoRateKeepsTheTarget() {
        assertEquals(0, search(0, attempt -> false));
    }

    @Test
    void beginsAsFastAsPossible() {
        assertEquals(Double.POSITIVE_INFINITY, new Bisection().next());
    }
}
