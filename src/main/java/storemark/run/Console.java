package storemark.run;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import storemark.text.Printable;

/**
 * What a person sees of a run: on a terminal one status line that is rewritten, elsewhere a line a minute at the most.
 * Thread-safe.
 */
public final class Console {
    private static final long QUIET_NANOS = 60_000_000_000L;
    private static final int WIDTH = 118;
    private static final int BAR = 20;

    private final PrintStream out;
    private final boolean terminal;
    private long lastStatus;
    private int statusLength;

    /** @param terminal whether {@code out} is a terminal, on which a line can be rewritten */
    public Console(PrintStream out, boolean terminal) {
        this.out = out;
        this.terminal = terminal;
        lastStatus = System.nanoTime();
    }

    /** Standard output as it is now. */
    public static Console standard() {
        return new Console(System.out, isTerminal());
    }

    /** Asks the system, because since Java 22 there is a System.console() without a terminal too; elsewhere: none. */
    private static boolean isTerminal() {
        try {
            String output = Files.readSymbolicLink(Path.of("/proc/self/fd/1")).toString();
            return output.startsWith("/dev/pts/") || output.startsWith("/dev/tty") || output.equals("/dev/console");
        } catch (IOException | UnsupportedOperationException notLinux) {
            return false;
        }
    }

    /** Prints a line for good. */
    public synchronized void line(String text) {
        clear();
        out.println(Printable.of(text));
        out.flush();
        lastStatus = System.nanoTime();
    }

    /** Prints a line for good, below the status of another process on the same terminal. */
    public synchronized void lineBelow(String text) {
        line((terminal ? System.lineSeparator() : "") + text);
    }

    /** Shows what is going on now, in place of what was shown last. */
    public synchronized void status(String text) {
        if (terminal) {
            rewrite(Printable.of(text));
        } else if (System.nanoTime() - lastStatus >= QUIET_NANOS) {
            line(text);
        }
    }

    /**
     * As {@link #status(String)}, on a terminal behind a bar.
     *
     * @param done the share that is done, 0 to 1
     */
    public synchronized void status(double done, String text) {
        int full = (int) (BAR * Math.max(0, Math.min(1, done)));
        status(terminal ? "#".repeat(full) + "-".repeat(BAR - full) + " " + text : text);
    }

    private void rewrite(String line) {
        String shown = line.length() > WIDTH ? line.substring(0, WIDTH) : line;
        out.print("\r" + shown + " ".repeat(Math.max(0, statusLength - shown.length())));
        out.flush();
        statusLength = shown.length();
    }

    private void clear() {
        if (statusLength > 0) {
            out.print("\r" + " ".repeat(statusLength) + "\r");
            statusLength = 0;
        }
    }

    /** A length of time as people say it: {@code 45 s}, {@code 3 min 20 s}, {@code 5 h 10 min}. */
    public static String time(double seconds) {
        long whole = Math.max(0, Math.round(seconds));
        if (whole < 60) {
            return whole + " s";
        }
        return whole < 3600
                ? String.format(Locale.ROOT, "%d min %d s", whole / 60, whole % 60)
                : String.format(Locale.ROOT, "%d h %d min", whole / 3600, whole % 3600 / 60);
    }
}
