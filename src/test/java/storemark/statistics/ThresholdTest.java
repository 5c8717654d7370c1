package storemark.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import storemark.statistics.Threshold.Try;

class ThresholdTest {
    private static Try held(double place) {
        return new Try(place, true);
    }

    private static Try failed(double place) {
        return new Try(place, false);
    }

    private static double of(Try... tries) {
        return Threshold.of(List.of(tries));
    }

    @Test
    void isTheHighestPlaceBelowThoseThatFailed() {
        assertEquals(20, of(held(10), held(20), failed(30), failed(40)));
        assertEquals(40, of(held(40), held(10)));
    }

    @Test
    void isNothingWhereNothingHolds() {
        assertEquals(0, of(failed(10), failed(5)));
        assertEquals(0, Threshold.of(List.of()));
    }

    @Test
    void fewAgainstManyDoNotCount() {
        assertEquals(20, of(held(10), failed(10), held(10), held(20), failed(30), held(40), failed(40), failed(40)));
    }

    @Test
    void isInTheMiddleOfPlacesThatAreAsLikely() {
        assertEquals(15, of(held(10), held(20), failed(20), failed(30)));
    }

    @Test
    void doesNotDependOnTheOrderOfTries() {
        List<Try> tries = List.of(held(1), failed(2), held(3), held(4), failed(5), held(6), failed(7));
        assertEquals(
                Threshold.of(tries),
                Threshold.of(Stream.of(6, 2, 4, 0, 5, 1, 3).map(tries::get).toList()));
        assertEquals(5, Threshold.of(tries));
    }
}
