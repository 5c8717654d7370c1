package storemark.run;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * Keeps what JMH and one fork print, for the log of a failure: JMH copies a fork's output to this process' standard streams, in threads
 * that it starts for that. So output is kept by the thread that started it, and by those that this thread starts.
 */
final class CapturedOutput implements AutoCloseable {
    private static final InheritableThreadLocal<CapturedOutput> CURRENT = new InheritableThreadLocal<>();

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream stream = new PrintStream(bytes, true, StandardCharsets.UTF_8);

    private CapturedOutput() {}

    /** Writes to what the thread captures, or else to where it wrote before. */
    private static final class Divided extends OutputStream {
        private final PrintStream otherwise;

        Divided(PrintStream otherwise) {
            this.otherwise = otherwise;
        }

        private PrintStream current() {
            CapturedOutput current = CURRENT.get();
            return current == null ? otherwise : current.stream;
        }

        @Override
        public void write(int octet) {
            current().write(octet);
        }

        @Override
        public void write(byte[] octets, int offset, int length) {
            current().write(octets, offset, length);
        }

        @Override
        public void flush() throws IOException {
            current().flush();
        }
    }

    /** Lets threads capture from now on what they write to the standard streams. Once in a process. */
    static void install() {
        System.setOut(new PrintStream(new Divided(System.out), true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(new Divided(System.err), true, StandardCharsets.UTF_8));
    }

    /** Captures what this thread writes, and threads that it starts from now on. */
    static CapturedOutput start() {
        CapturedOutput captured = new CapturedOutput();
        CURRENT.set(captured);
        return captured;
    }

    PrintStream stream() {
        return stream;
    }

    String text() {
        stream.flush();
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        CURRENT.remove();
    }
}
