package storemark.jmh;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * The JVM's own log of its safepoints, a line after each, written when its threads run again. It is in memory, as a write to a busy disk
 * could keep the JVM from its next safepoint, and has no name there, so that nothing of it is left behind. Called by one thread at a time.
 */
final class SafepointLog {
    private static final Path MEMORY = Path.of("/dev/shm");
    private static final String PREFIX = "storemark-safepoints-";
    private static final Pattern NANOS = Pattern.compile("Total: +([0-9]+) ns");

    /** Null where the JVM keeps no such log. */
    private final FileChannel log;

    private SafepointLog(FileChannel log) {
        this.log = log;
    }

    /** Has the JVM log its safepoints from now on; where it or the system cannot, nothing is ever known. */
    static SafepointLog start() {
        try {
            Path file = Files.createTempFile(
                    MEMORY, PREFIX + ProcessHandle.current().pid() + "-", ".log");
            try {
                command("output=" + file, "what=safepoint=info", "decorators=none", "output_options=filecount=0");
                return new SafepointLog(FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE));
            } finally {
                Files.delete(file);
            }
        } catch (IOException | JMException unsupported) {
            return new SafepointLog(null);
        }
    }

    /** What {@code jcmd VM.log} does. */
    private static void command(String... arguments) throws JMException {
        ManagementFactory.getPlatformMBeanServer()
                .invoke(
                        new ObjectName("com.sun.management:type=DiagnosticCommand"),
                        "vmLog",
                        new Object[] {arguments},
                        new String[] {String[].class.getName()});
    }

    /** Forgets all safepoints so far. */
    void clear() {
        try {
            if (log != null) {
                log.truncate(0);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException("the log of safepoints cannot be emptied", failed);
        }
    }

    /** The longest since the log was cleared, from the request until all threads may run again, in nanoseconds; 0 for none, -1 where unknown. */
    long longestNanos() {
        if (log == null) {
            return -1;
        }
        long longest = 0;
        try {
            log.position(0);
            BufferedReader lines =
                    new BufferedReader(Channels.newReader(log, StandardCharsets.ISO_8859_1)); // stays open
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                longest = Math.max(longest, nanos(line));
            }
        } catch (IOException failed) {
            throw new UncheckedIOException("the log of safepoints cannot be read", failed);
        }
        return longest;
    }

    /** How long the safepoint of a line took, in nanoseconds; 0 where the line is about something else. */
    static long nanos(String line) {
        Matcher total = NANOS.matcher(line);
        return total.find() ? Long.parseLong(total.group(1)) : 0;
    }
}
