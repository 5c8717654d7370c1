package storemark.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Runs commands in this process, which is quick, and keeps what they print. */
final class Commands {
    private Commands() {}

    /** @param said all that was printed to both streams */
    record Ended(int exitCode, String said) {}

    static Ended run(String... arguments) {
        PrintStream out = System.out;
        PrintStream err = System.err;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        try (PrintStream kept = new PrintStream(said, true, StandardCharsets.UTF_8)) {
            System.setOut(kept);
            System.setErr(kept);
            int exitCode = Main.run(arguments);
            return new Ended(exitCode, said.toString(StandardCharsets.UTF_8));
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
    }

    /** As {@link #run}, but the command opens stores in this process, and not in a child; a daemon thread that watches the parent stays. */
    static Ended runAsChild(String... arguments) {
        System.setProperty(
                "storemark.parent", String.valueOf(ProcessHandle.current().pid()));
        try {
            return run(arguments);
        } finally {
            System.clearProperty("storemark.parent");
        }
    }

    /** What a command says that ends with {@code exitCode}. */
    static String said(int exitCode, String... arguments) {
        Ended ended = run(arguments);
        assertEquals(exitCode, ended.exitCode(), ended::said);
        return ended.said();
    }

    /** Expects that a command ends with {@code exitCode} and one line, which has {@code part}. */
    static void refused(int exitCode, String part, String... arguments) {
        String said = said(exitCode, arguments);
        assertTrue(said.contains(part), said);
        assertEquals(1, said.lines().count(), said);
    }
}
