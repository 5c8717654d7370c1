package storemark.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The line below a chart's title. */
class WordsTest {
    @ParameterizedTest
    @CsvSource({
        "8, 100, 1M records of 8 + 100 B",
        "16, 10240-102400, 1M records of 16 B + 10 KiB to 100 KiB",
        "16, 1-1023, 1M records of 16 B + 1 B to 1023 B",
    })
    void keysAndValues(String key, String value, String words) {
        Map<String, String> parameters = Map.of("entries", "1000000", "keyBytes", key, "valueBytes", value);
        assertEquals(words, Words.records(parameters));
    }
}
