package storemark.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoaderTest {
    @ParameterizedTest
    @CsvSource({
        "100, 100, 1000000, 1000000",
        "126, 126, 1000000, 1000000",
        "127, 127, 1000000, 994205",
        "99992, 99992, 1000, 1000",
        "1048576, 1048576, 1000, 127",
        "102400, 1048576, 1000, 233"
    })
    void aTransactionHoldsNoMoreThan128MiB(int least, int most, int records, int expected) {
        assertEquals(expected, Loader.batch(new Records(1, 8, least, most, 0), records));
    }
}
