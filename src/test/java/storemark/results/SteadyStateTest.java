package storemark.results;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import storemark.results.SteadyState.Verdict;

class SteadyStateTest {
    private static List<Double> curve(int steps, IntToDoubleFunction rate) {
        Random noise = new Random(5);
        List<Double> rates = new ArrayList<>();
        for (int step = 0; step < steps; step++) {
            rates.add(rate.applyAsDouble(step) * (1 + 0.02 * noise.nextGaussian()));
        }
        return rates;
    }

    @Test
    void aCurveThatFallsAndThenStaysHasSettled() {
        SteadyState state = SteadyState.of(curve(30, step -> step < 15 ? 1000 - 50 * step : 250));
        assertEquals(Verdict.SETTLED, state.verdict());
        assertTrue(Math.abs(state.change()) <= state.error());
    }

    @Test
    void aCurveThatGoesOnFallingHasNot() {
        SteadyState state = SteadyState.of(curve(30, step -> 1000 - 20 * step));
        assertEquals(Verdict.FALLING, state.verdict());
        // From 600 to 420 in the last ten of thirty steps: 180 of a mean of 510.
        assertEquals(-180 / 510.0, state.change(), 0.05);
    }

    @Test
    void aCurveThatRisesIsToldFromOneThatFalls() {
        assertEquals(
                Verdict.RISING,
                SteadyState.of(curve(30, step -> 100 + 20 * step)).verdict());
    }

    @Test
    void onlyTheLastThirdCounts() {
        assertEquals(
                Verdict.FALLING,
                SteadyState.of(curve(30, step -> step < 20 ? 1000 : 1000 - 60 * (step - 20)))
                        .verdict());
    }

    @Test
    void elevenPointsAreTooFewAndTwelveAreNot() {
        assertEquals(
                Verdict.TOO_FEW_STEPS, SteadyState.of(curve(11, step -> 100)).verdict());
        assertEquals(Verdict.SETTLED, SteadyState.of(curve(12, step -> 100)).verdict());
    }

    @Test
    void aStepWithoutARateIsNoCurve() {
        List<Double> rates = curve(30, step -> 100);
        rates.set(29, Double.NaN);
        assertEquals(Verdict.TOO_FEW_STEPS, SteadyState.of(rates).verdict());
    }
}
