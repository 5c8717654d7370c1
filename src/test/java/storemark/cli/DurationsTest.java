package storemark.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DurationsTest {
    @Test
    void timesAreReadAsPeopleWriteThem() {
        assertEquals(Duration.ofSeconds(90), Durations.parse("settle-timeout", "90s"));
        assertEquals(Duration.ofMinutes(30), Durations.parse("settle-timeout", "30m"));
        assertEquals(Duration.ofHours(2), Durations.parse("settle-timeout", "2h"));
    }

    @Test
    void whatIsNoTimeIsRefusedByTheNameOfTheOption() {
        IllegalArgumentException wrong =
                assertThrows(IllegalArgumentException.class, () -> Durations.parse("settle-timeout", "soon"));
        assertEquals("settle-timeout: 'soon' is not a time such as 90s, 30m or 2h", wrong.getMessage());
    }

    @ParameterizedTest
    @CsvSource({"90s, 90s", "120s, 2m", "3600s, 1h", "999999h, 999999h", "0s, 0h"})
    void areWrittenSoThatTheyAreReadAgain(String said, String written) {
        Duration time = Durations.parse("settle-timeout", said);
        assertEquals(written, Durations.text(time));
        assertEquals(time, Durations.parse("settle-timeout", written));
    }
}
