package storemark.parameter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RateTest {
    private static List<String> texts(String text) {
        return Rate.parse(text).stream().map(Rate::toString).toList();
    }

    @Test
    void sharesComeAfterTheClosedLoopThatTheyAreOf() {
        assertEquals(List.of("max", "20000", "max:50%"), texts("20k max:50%"));
    }

    @Test
    void aRangeOfSharesHasItsEnds() {
        assertEquals(
                List.of("max", "max:10%", "max:25%", "max:50%", "max:75%", "max:90%", "max:95%"), texts("max:10%-95%"));
        assertEquals(List.of("max", "max:60%", "max:70%"), texts("max:60%-70%"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"max", "1", "20000", "max:12.5%", "max:0.0005%", "limit:500us", "limit:1000us"})
    void aTextIsReadAgain(String text) {
        assertEquals(text, Rate.read(text).toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "2G",
                "-1",
                "max:0%",
                "max:50",
                "max:90%-10%",
                "max:300%",
                "limit:1",
                "limit:0ms",
                "limit:2m",
                "fast"
            })
    void whatIsNoRateIsRefused(String text) {
        assertThrows(IllegalArgumentException.class, () -> Rate.parse(text));
    }

    @Test
    void captionsSayWhatARateIs() {
        assertEquals("at 20k/s", Rate.caption("20000"));
        assertEquals("at 50% of the maximum", Rate.caption("max:50%"));
        assertEquals("highest rate with p99.9 below 1 ms", Rate.caption("limit:1000us"));
    }
}
