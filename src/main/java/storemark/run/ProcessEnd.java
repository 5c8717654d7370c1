package storemark.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How a process of ours has ended. Immutable.
 *
 * @param pid what its id was
 * @param exitCode as the system tells it: above 128 when a signal has ended the process
 */
public record ProcessEnd(long pid, int exitCode) {
    private static final int SIGNALLED = 128;
    private static final int HUNG_UP = 1;
    private static final int INTERRUPTED = 2;
    private static final int TERMINATED = 15;

    /** How a JVM ends itself once it has reported a fault in native code, whose own signal is in the report only. */
    private static final int ABORTED = 6;

    /** By their numbers on Linux. */
    private static final List<String> SIGNALS =
            List.of("0 HUP INT QUIT ILL TRAP ABRT BUS FPE KILL USR1 SEGV USR2 PIPE ALRM TERM".split(" "));

    /** What a JVM says of its end: {@code #  SIGBUS (0x7) at pc=...}, and the frame {@code # C  [liblmdb.so+0x1a2b]  mdb_put+0x1}. */
    private static final Pattern SIGNAL = Pattern.compile("(?m)^#  (SIG[A-Z]+) ");

    private static final Pattern FRAME = Pattern.compile("(?m)^# Problematic frame:\n# [A-Za-z]  ?(\\S.*)$");
    private static final int HEAD_LINES = 40;

    /** Waits for the end of {@code process}. */
    public static ProcessEnd of(Process process) throws InterruptedException {
        return new ProcessEnd(process.pid(), process.waitFor());
    }

    /** Whether a signal, and not the process itself, has ended it. */
    public boolean bySignal() {
        return exitCode > SIGNALLED;
    }

    /** Whether it was ended by a signal that a terminal, or who ends a command, sends to all of its processes. */
    boolean wasStopped() {
        return List.of(HUNG_UP, INTERRUPTED, TERMINATED).contains(exitCode - SIGNALLED);
    }

    /** What may follow the name of the process: {@code died: SIGBUS in ...}, or {@code ended with exit code 1}. */
    public String inWords() {
        return bySignal() ? "died: " + signal(exitCode - SIGNALLED) : "ended with exit code " + exitCode;
    }

    private String signal(int number) {
        String signal = number < SIGNALS.size() ? "SIG" + SIGNALS.get(number) : "signal " + number;
        if (number == ABORTED) {
            for (Path place : List.of(Path.of(""), Path.of("/tmp"))) { // where a JVM leaves its report
                Path report = place.resolve("hs_err_pid" + pid + ".log").toAbsolutePath();
                if (Files.isReadable(report)) {
                    return told(report, signal);
                }
            }
        }
        return signal;
    }

    private static String told(Path report, String otherwise) {
        try {
            List<String> lines = Files.readAllLines(report, StandardCharsets.ISO_8859_1);
            String head = String.join("\n", lines.subList(0, Math.min(HEAD_LINES, lines.size())));
            Matcher signal = SIGNAL.matcher(head);
            Matcher frame = FRAME.matcher(head);
            return (signal.find() ? signal.group(1) : otherwise)
                    + (frame.find() ? " in " + frame.group(1).strip() : "")
                    + " (report: " + report + ")";
        } catch (IOException unreadable) {
            return otherwise + " (report, which cannot be read: " + report + ")";
        }
    }
}
