package storemark.cli;

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
}
