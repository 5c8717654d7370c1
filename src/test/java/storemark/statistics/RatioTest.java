package storemark.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ratios of simulated rates whose truth is known. The seeds are fixed: these are no timings. */
class RatioTest {
    private static final int INCREMENTS = 5;

    /** Rates of {@code repetitions} with 1% of noise between them and 3% within, times what both share. */
    private static List<double[]> rates(double truth, double[] shared, Random random) {
        List<double[]> rates = new ArrayList<>();
        for (double weather : shared) {
            double repetition = truth * weather * Math.exp(0.007 * random.nextGaussian());
            double[] increments = new double[INCREMENTS];
            for (int i = 0; i < INCREMENTS; i++) {
                increments[i] = repetition * Math.exp(0.02 * random.nextGaussian());
            }
            rates.add(increments);
        }
        return rates;
    }

    private static double[] weather(int repetitions, double spread, Random random) {
        return random.doubles(repetitions)
                .map(draw -> 1 + spread * (2 * draw - 1))
                .toArray();
    }

    private static long called(double truth, int trials, Verdict verdict) {
        Random random = new Random(4);
        long called = 0;
        for (int trial = 0; trial < trials; trial++) {
            double[] shared = weather(5, 0.3, random);
            Ratio ratio = Ratio.paired(rates(truth, shared, random), rates(1, shared, random));
            called += ratio.verdict() == verdict ? 1 : 0;
        }
        return called;
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5, 10})
    void aTwentiethOfTheIntervalsMissesTheTruth(int repetitions) {
        Random random = new Random(5);
        int trials = 1000;
        int paired = 0;
        int unpaired = 0;
        for (int trial = 0; trial < trials; trial++) {
            double[] calm = weather(repetitions, 0, random);
            List<double[]> first = rates(1, calm, random);
            List<double[]> second = rates(1, calm, random);
            paired += misses(Ratio.paired(first, second));
            unpaired += misses(Ratio.unpaired(first, second).orElseThrow());
        }
        assertEquals(0.05, 1.0 * paired / trials, 0.015);
        // Welch's interval is somewhat too wide for very few.
        assertTrue(
                unpaired <= 0.06 * trials && (unpaired >= 0.03 * trials || repetitions < 5), "unpaired: " + unpaired);
    }

    private static int misses(Ratio ratio) {
        return ratio.low() > 1 || ratio.high() < 1 ? 1 : 0;
    }

    /** One fork that is slow for its whole life makes a tie, and no other ratio. */
    @Test
    void aBadRepetitionMovesTheMedianLittleAndWidensTheInterval() {
        double[] shared = weather(5, 0.3, new Random(1));
        List<double[]> first = rates(1.2, shared, new Random(2));
        List<double[]> second = rates(1, shared, new Random(3));
        Ratio all = Ratio.paired(first, second);
        Arrays.setAll(first.get(0), at -> first.get(0)[at] / 2);
        Ratio one = Ratio.paired(first, second);
        assertEquals(all.median(), one.median(), 0.02);
        assertTrue(one.low() < one.median() && one.median() < one.high(), one::toString);
        assertEquals(Verdict.FASTER, all.verdict());
        assertEquals(Verdict.TIE, one.verdict());
    }

    @Test
    void aDifferenceOfFivePercentIsFoundWhateverTheWeatherOfBoth() {
        int trials = 200;
        long found = called(1.05, trials, Verdict.FASTER);
        assertTrue(found >= 0.95 * trials, () -> found + " of " + trials + " found");
        long slower = called(1 / 1.05, trials, Verdict.SLOWER);
        assertTrue(slower >= 0.95 * trials, () -> slower + " of " + trials + " found");
    }

    @Test
    void unpairedRatesSufferFromTheWeather() {
        Random random = new Random(7);
        Ratio paired = Ratio.paired(
                rates(1.05, weather(5, 0.3, new Random(1)), random), rates(1, weather(5, 0.3, new Random(1)), random));
        Ratio unpaired = Ratio.unpaired(
                        rates(1.05, weather(5, 0.3, random), random), rates(1, weather(5, 0.3, random), random))
                .orElseThrow();
        assertTrue(unpaired.halfWidth() > 3 * paired.halfWidth());
    }

    /** {@code rates} that fall by half from the first increment to the last. */
    private static List<double[]> falling(List<double[]> rates) {
        rates.forEach(row -> Arrays.setAll(row, at -> row[at] * Math.pow(0.5, at / (INCREMENTS - 1.0))));
        return rates;
    }

    @Test
    void aRatioThatChangesWithTheKeyRangeIsNoNoise() {
        double[] shared = weather(5, 0.3, new Random(1));
        List<double[]> others = rates(1, shared, new Random(3));
        Ratio level = Ratio.paired(rates(1, shared, new Random(2)), others);
        Ratio falling = Ratio.paired(falling(rates(1, shared, new Random(2))), others);
        assertEquals(level.halfWidth(), falling.halfWidth(), 1e-9);
        assertEquals(level.median() * Math.sqrt(0.5), falling.median(), 1e-9);
    }

    @Test
    void anIncrementThatDoesNotCountDoesNotShiftTheRatio() {
        double[] shared = weather(5, 0.3, new Random(1));
        List<double[]> others = rates(1, shared, new Random(3));
        List<double[]> falling = falling(rates(1, shared, new Random(2)));
        double all = Ratio.paired(falling, others).median();
        for (int repetition = 0; repetition < 3; repetition++) {
            falling.get(repetition)[0] = Double.NaN; // the highest, of more than half of the repetitions
        }
        assertEquals(all, Ratio.paired(falling, others).median(), 0.02 * all);
    }

    @Test
    void unpairedRatesThatFallAreComparedByWhatTheyHaveInCommon() {
        double[] calm = weather(5, 0, new Random(1));
        List<double[]> first = falling(falling(rates(1.3, calm, new Random(2))));
        List<double[]> second = falling(falling(rates(1, calm, new Random(3))));
        Ratio all = Ratio.unpaired(first, second).orElseThrow();
        assertEquals(1.3, all.median(), 0.03);
        assertTrue(all.halfWidth() < 0.05, "the fall is no noise: " + all);
        first.forEach(row -> row[INCREMENTS - 1] = Double.NaN); // the lowest, in all repetitions
        first.get(0)[0] = Double.NaN; // the highest, in one
        first.get(1)[0] = Double.NaN;
        first.get(2)[0] = Double.NaN;
        assertEquals(1.3, Ratio.unpaired(first, second).orElseThrow().median(), 0.03);
    }

    @Test
    void ratesWithoutACommonIncrementAreNotCompared() {
        assertTrue(Ratio.unpaired(List.of(new double[] {1, Double.NaN}), List.of(new double[] {Double.NaN, 1}))
                .isEmpty());
    }

    @Test
    void fourRepetitionsDecideNothing() {
        Random random = new Random(1);
        double[] shared = weather(4, 0, random);
        Ratio ratio = Ratio.paired(rates(10, shared, random), rates(1, shared, random));
        assertEquals(Verdict.UNDECIDED, ratio.verdict());
        assertEquals(2.0 / 70, ratio.p().orElseThrow(), 1e-9, "four against four, all on one side: 2 of 70 orders");
    }

    @Test
    void threeRepetitionsAreTooFewForTheTest() {
        Random random = new Random(1);
        double[] shared = weather(3, 0, random);
        assertTrue(Ratio.paired(rates(10, shared, random), rates(1, shared, random))
                .p()
                .isEmpty());
    }

    /** The interval is that of the mean; what is reported has to lie in it. */
    @Test
    void aMedianOutsideOfTheIntervalIsItsNearestEnd() {
        List<double[]> ones = new ArrayList<>();
        List<double[]> some = new ArrayList<>();
        for (int repetition = 0; repetition < 9; repetition++) {
            ones.add(new double[] {1});
            some.add(new double[] {repetition < 5 ? 1 : 1.1});
        }
        Ratio ratio = Ratio.paired(some, ones);
        assertEquals(Verdict.FASTER, ratio.verdict());
        assertEquals(ratio.low(), ratio.median());
    }

    @Test
    void aTieSaysWhatItRulesOutAndWhatWouldDecideIt() {
        Ratio tie = new Ratio(1.01, 1.01 / 1.04, 1.01 * 1.04, 5, true, java.util.OptionalDouble.empty());
        assertEquals(Verdict.TIE, tie.verdict());
        assertEquals(0.0504, tie.ruledOut(), 1e-9);
        assertEquals(0.04, tie.halfWidth(), 1e-9);
        assertEquals(79, tie.repetitionsToDecide(), "an interval a fourth as wide takes some sixteen times as many");
        Ratio near = new Ratio(1.1, 0.999, 1.16, 7, true, java.util.OptionalDouble.empty());
        assertTrue(near.repetitionsToDecide() > 7, "more than there are");
    }

    @Test
    void doubtTurnsASmallDifferenceIntoATie() {
        Ratio small = new Ratio(1.05, 1.03, 1.08, 5, false, java.util.OptionalDouble.empty());
        assertEquals(Verdict.FASTER, small.verdict());
        assertEquals(Verdict.TIE, small.widened(0.05).verdict());
    }
}
