package storemark.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Parameters in words. */
class ParameterTextTest {
    @ParameterizedTest
    @CsvSource({
        "valueBytes, 100, values of 100 B",
        "valueBytes, 100000, values of 100000 B",
        "valueBytes, 1-1023, values of 1 B to 1023 B",
        "valueBytes, 10240-102400, values of 10 KiB to 100 KiB",
        "valueBytes, 102400-1048576, values of 100 KiB to 1 MiB",
        "batch, 1, one by one",
        "batch, 1000, batches of 1k",
        "mix, read95-insert5, 'read 95%, insert 5%'",
        "cache, 4194304, cache of 4 MiB",
        "readAheadBytes, 0, read ahead bytes 0",
    })
    void inWords(String name, String value, String words) {
        assertEquals(words, ParameterText.of(name, value));
    }

    @Test
    void allInTheirOrder() {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("order", "random");
        parameters.put("entries", "1000000");
        assertEquals("random order, 1M records", ParameterText.of(parameters));
    }

    @Test
    void whatDiffersWithinASeriesTellsItsItemsApartAndWhatDiffersBetweenThemDoesNot() {
        List<Map<String, String>> items = List.of(
                Map.of("engine", "lmdb", "batch", "1", "cache", "0"),
                Map.of("engine", "lmdb", "batch", "1000", "cache", "0"),
                Map.of("engine", "sqlite", "batch", "1", "cache", "4194304"));
        assertEquals(Set.of("batch"), ParameterText.telling(items, item -> item.get("engine"), item -> item));
    }

    @Test
    void theNumberOfRecordsTellsTheStepThatFollowsIt() {
        List<Map<String, String>> items =
                List.of(Map.of("entries", "100", "step", "1"), Map.of("entries", "1000", "step", "10"));
        assertEquals(Set.of("entries"), ParameterText.telling(items, item -> "one", item -> item));
    }
}
