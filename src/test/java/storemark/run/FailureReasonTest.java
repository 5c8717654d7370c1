package storemark.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which of the lines that a fork printed says why it failed. */
class FailureReasonTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            java.io.IOException: outer; Caused by: x.Odd: one; Caused by: java.lang.IllegalStateException: two | two
            java.io.IOException: outer; Caused by: org.lib.OddError: one | OddError: one
            STOPPED: the disk is full; java.io.IOException: gone | the disk is full
            java.io.IOException: first; x.y.LastException: second; at x.Y.z | LastException: second
            starting; # SIGSEGV (0xb) at pc=1; bye | # SIGSEGV (0xb) at pc=1
            starting; bye | bye
            '' | the fork ended without a message
            """)
    void isTheInnermostCauseThenHowTheProcessDiedThenItsLastLine(String printed, String reason) {
        assertEquals(reason, FailureReason.in(printed.replace("; ", "\n")));
    }
}
