package storemark.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SizesTest {
    @ParameterizedTest
    @CsvSource({
        "0,0 B",
        "1023,1023 B",
        "1024,1.0 KiB",
        "1536,1.5 KiB",
        "1048575,1.0 MiB",
        "1610612736,1.5 GiB",
        "9223372036854775807,8.0 EiB"
    })
    void oneDigitAfterThePoint(long bytes, String text) {
        assertEquals(text, Sizes.text(bytes));
    }
}
