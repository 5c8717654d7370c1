package storemark.jmh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;
import storemark.parameter.Rate;
import storemark.statistics.Threshold;

class BisectionTest {
    private static final double MAXIMUM = 1_000_000;

    /** Whether a try, of this number and at this rate, keeps the target. */
    private interface Engine {
        boolean keeps(int attempt, double rate);
    }

    private static double search(Engine engine) {
        Bisection bisection = new Bisection();
        List<Threshold.Try> tries = new ArrayList<>();
        for (int attempt = 0; attempt < Rate.TRIES; attempt++) {
            double rate = bisection.next();
            boolean kept = engine.keeps(attempt, rate);
            if (Double.isFinite(rate)) {
                tries.add(new Threshold.Try(rate, kept));
            }
            bisection.result(kept, Math.min(rate, MAXIMUM));
        }
        return Threshold.of(tries);
    }

    private static double search(double limit, IntPredicate disturbed) {
        return search((attempt, rate) -> rate <= limit && !disturbed.test(attempt));
    }

    @Test
    void findsTheLimitFromAThousandthOfTheMaximumOn() {
        for (double limit : new double[] {1000, 31_415, 500_000, 777_777, 990_000, 2_000_000}) {
            double reached = Math.min(limit, MAXIMUM);
            assertEquals(reached, search(limit, attempt -> false), 0.03 * reached, "limit " + limit);
        }
    }

    @Test
    void forgivesSingleFailuresAndSingleLuck() {
        assertEquals(600_000, search(600_000, attempt -> attempt % 5 == 1), 20_000);
        assertEquals(600_000, search((attempt, rate) -> rate <= 600_000 || attempt % 5 == 1), 20_000);
    }

    @Test
    void returnsToWhatWasDecidedWrongly() {
        assertEquals(600_000, search(600_000, attempt -> attempt < 4), 20_000, "the first rates all missed");
        assertEquals(
                400_000,
                search((attempt, rate) -> Double.isFinite(rate) && (rate <= 400_000 || attempt < 6)),
                20_000,
                "the first all kept");
    }

    @Test
    void triesNoRateOfHardlyAnyOperationsWhereNoneKeepsTheTarget() {
        assertEquals(0, search((attempt, rate) -> {
            assertTrue(rate >= MAXIMUM / 1024, () -> "a rate of " + rate);
            return false;
        }));
    }

    /**
     * Chance decides near the limit: at 5% beside it, three of four tries are right, and one in twenty anywhere is disturbed. Searches that
     * differ in their chance alone must agree: nine in ten of them within 6% to either side.
     */
    @Test
    void searchesAgreeThoughTriesDoNot() {
        double limit = 600_000;
        double[] found = new double[200];
        for (int seed = 0; seed < found.length; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            found[seed] = search((attempt, rate) -> {
                boolean kept = random.nextDouble() < 1 / (1 + Math.exp(Math.log(rate / limit) / 0.045));
                return kept && random.nextDouble() > 0.05;
            });
        }
        Arrays.sort(found);
        assertEquals(limit, found[found.length / 2], 0.02 * limit);
        assertEquals(limit, found[found.length / 20], 0.06 * limit);
        assertEquals(limit, found[found.length - 1 - found.length / 20], 0.06 * limit);
    }

    @Test
    void beginsAsFastAsPossible() {
        assertEquals(Double.POSITIVE_INFINITY, new Bisection().next());
    }
}
