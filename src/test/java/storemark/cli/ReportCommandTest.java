package storemark.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ReportCommandTest {
    private static final String TABLE = "*: best\n\nlmdb   4.15M*  failed\ntupl  13M  7\n";

    @Test
    void whatIsBestAndWhatFailedIsColoured() {
        assertEquals(
                "*: best\n\nlmdb   \u001b[1;32m4.15M*\u001b[0m  \u001b[31mfailed\u001b[0m\ntupl  13M  7\n",
                ReportCommand.coloured(TABLE, true));
    }

    @Test
    void withoutColourATableStaysAsItIs() {
        assertEquals(TABLE, ReportCommand.coloured(TABLE, false));
    }
}
