package storemark.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConsoleTest {
    private final ByteArrayOutputStream shown = new ByteArrayOutputStream();

    private Console console(boolean terminal) {
        return new Console(new PrintStream(shown, true, StandardCharsets.UTF_8), terminal);
    }

    private String shown() {
        return shown.toString(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @CsvSource({"-1,0", "0,0", "0.5,10", "0.999,19", "1,20", "1.1,20"})
    void aTerminalShowsABar(double done, int full) {
        console(true).status(done, "a");
        assertEquals("\r" + "#".repeat(full) + "-".repeat(20 - full) + " a", shown());
    }

    @Test
    void aLineTakesThePlaceOfTheStatus() {
        Console console = console(true);
        console.status("abc");
        console.status("d");
        console.line("e");
        assertEquals("\rabc\rd  \r \re" + System.lineSeparator(), shown());
    }

    @Test
    void withoutATerminalNoStatusIsShownInTheFirstMinute() {
        console(false).status(0.5, "a");
        assertEquals("", shown());
    }
}
