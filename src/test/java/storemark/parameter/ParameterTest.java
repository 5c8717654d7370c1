package storemark.parameter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import storemark.workload.Workload;

/** The rows of the table, and what captions say of them. */
class ParameterTest {
    @ParameterizedTest
    @CsvSource({
        "valueBytes, 100, values of 100 B",
        "valueBytes, 100000, values of 100000 B",
        "valueBytes, 1-1023, values of 1 B to 1023 B",
        "valueBytes, 10240-102400, values of 10 KiB to 100 KiB",
        "valueBytes, 102400-1048576, values of 100 KiB to 1 MiB",
        "batch, 1, one by one",
        "churn, 0x, after 0 turnovers",
        "churn, 1x, after 1 turnover",
        "batch, 1000, batches of 1k",
        "mix, read95-insert5, 'read 95%, insert 5%'",
        "cache, 4194304, cache of 4 MiB",
        "readAheadBytes, 0, read ahead bytes 0",
    })
    void inWords(String name, String value, String words) {
        assertEquals(words, Parameters.caption(name, value));
    }

    @ParameterizedTest
    @CsvSource({
        "none, none",
        "0x, 0x",
        "1x, 0x 1x",
        "7x, 0x 1x 2x 5x 7x",
        "10x, 0x 1x 2x 5x 10x",
        "100x 3x 3x, 3x 100x",
    })
    void oneAgeIncludesSmallerOnesAndSeveralAreTakenAsGiven(String text, String ages) {
        assertEquals(ages, Parameters.CHURN.text(Parameters.CHURN.parse(text, null)));
        assertEquals(Parameters.CHURN.parse(text, null), Parameters.CHURN.parse(ages, null));
    }

    @ParameterizedTest
    @ValueSource(strings = {"10", "x", "101x", "1.5x", "-1x", "none 1x", ""})
    void whatIsNoNumberOfTurnoversIsRefused(String text) {
        assertThrows(ParameterException.class, () -> Parameters.CHURN.parse(text, null));
    }

    @Test
    void allInTheirOrder() {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("order", "random");
        parameters.put("entries", "1000000");
        assertEquals("random order, 1M records", Parameters.caption(parameters));
    }

    @Test
    void everyDefaultIsReadAgainFromItsText() {
        Values defaults = Values.read(Parameters.all(), parameter -> null);
        Values again = Values.read(
                Parameters.all(), parameter -> List.of(defaults.text(parameter).split(" ")));
        for (Parameter<?> parameter : Parameters.all()) {
            assertEquals(defaults.get(parameter), again.get(parameter), parameter::toString);
            assertNotNull(parameter.description(), parameter::toString);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "READ, 'durability'",
        "INSERT, 'order durability'",
        "SCAN, 'durability scanLength'",
        "MIX, 'durability scanLength mix'",
    })
    void captionsTellWhatAWorkloadIsAbout(Workload workload, String told) {
        Map<String, String> parameters = new LinkedHashMap<>();
        Values defaults = Values.read(Parameters.ofCells(), parameter -> null);
        Stream.of(Workload.values()).forEach(any -> parameters.putAll(defaults.forJmh(any)));
        assertTrue(parameters.containsKey("batch"), parameters::toString);
        assertEquals(
                List.of(told.split(" ")),
                Parameters.ofCells().stream()
                        .filter(parameter -> parameter.isTold(workload, parameters))
                        .map(Parameter::jmhName)
                        .toList());
    }
}
