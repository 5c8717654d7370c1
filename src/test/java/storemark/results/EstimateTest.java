package storemark.results;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class EstimateTest {
    @Test
    void oneSampleHasNoSpread() {
        assertEquals(new Estimate(7, 7, 7, 1), Estimate.of(7));
    }

    @Test
    void twoSamplesAreTheirOwnSpread() {
        assertEquals(new Estimate(6, 4, 8, 2), Estimate.of(8, 4));
    }

    @Test
    void fromThreeOnTheSpreadIsStudentsInterval() {
        Estimate estimate = Estimate.of(1, 2, 3);
        // t for 95% and 2 degrees of freedom is 4.302653; the standard error is 1 / sqrt(3).
        assertEquals(2 - 4.302653 / Math.sqrt(3), estimate.low(), 1e-5);
        assertEquals(2 + 4.302653 / Math.sqrt(3), estimate.high(), 1e-5);
    }

    @Test
    void whatIsNoNumberDoesNotCount() {
        assertEquals(Estimate.of(5), Estimate.of(Double.NaN, 5));
        assertEquals(0, Estimate.of(Double.NaN).samples());
        assertTrue(Double.isNaN(Estimate.of().mean()));
    }

    @Test
    void aMedianIsTheOneInTheMiddleBetweenTheOutermost() {
        assertEquals(new Estimate(3, 1, 50, 3), Estimate.median(50, 1, 3));
        assertEquals(new Estimate(4, 3, 5, 2), Estimate.median(5, Double.NaN, 3));
        assertEquals(new Estimate(7, 7, 7, 1), Estimate.median(7));
        assertEquals(0, Estimate.median().samples());
    }
}
