package storemark.run;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * Keeps what JMH and the fork print while a cell runs, for the log of a failure: JMH copies a fork's output to this process'
 * standard streams. One at a time in a process.
 */
final class CapturedOutput implements AutoCloseable {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream stream = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    private final PrintStream out = System.out;
    private final PrintStream err = System.err;

    private CapturedOutput() {}

    static CapturedOutput start() {
        CapturedOutput captured = new CapturedOutput();
        System.setOut(captured.stream);
        System.setErr(captured.stream);
        return captured;
    }

    PrintStream stream() {
        return stream;
    }

    void write(String text) {
        stream.print(text);
    }

    String text() {
        stream.flush();
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        System.setOut(out);
        System.setErr(err);
    }
}
