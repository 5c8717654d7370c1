package storemark.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sizes of values, as the command line, suite files and JMH's parameters say them. */
class SizeRangeTest {
    @ParameterizedTest
    @CsvSource({"100, 100, 100", "0-8, 0, 8", "1k-10k, 1024, 10240", "1.5k-1m, 1536, 1048576"})
    void aSizeOrTwoAreRead(String text, int least, int most) {
        assertEquals(new SizeRange(least, most), SizeRange.parse(text));
    }

    /** Their lower 32 bits are 0, and 0 is a size like others. */
    @Test
    void whatNoIntHoldsIsNotTakenForASmallSize() {
        assertEquals(new SizeRange(Integer.MAX_VALUE, Integer.MAX_VALUE), SizeRange.parse("4g-8g"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-", "100-", "-100", "1-2-3", "many"})
    void anythingElseIsRefused(String text) {
        assertThrows(IllegalArgumentException.class, () -> SizeRange.parse(text));
    }
}
