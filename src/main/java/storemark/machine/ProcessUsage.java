package storemark.machine;

import java.io.FileInputStream;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * What this process has used since it started. -1 stands for what could not be read, as on systems without {@code /proc}.
 *
 * @param readBytes bytes that it made the storage layer read, those of page faults included
 *     ({@code /proc/self/io read_bytes}); 0 where the data came out of the page cache
 * @param writeBytes bytes of pages that it made dirty or wrote with O_DIRECT ({@code /proc/self/io write_bytes})
 * @param majorFaults page faults that needed a read from storage ({@code /proc/self/stat majflt})
 * @param residentBytes resident memory now, the resident pages of mapped files included ({@code VmRSS})
 * @param peakResidentBytes the highest that it has been since the process started ({@code VmHWM})
 * @param cpuNanos CPU time of all threads, user and system; Linux JVMs count it in steps of 10 ms
 * @param gcNanos time in garbage collections, summed over the collectors, in steps of a millisecond; collectors that
 *     report concurrent cycles (ZGC, Shenandoah) count here the time in which the application went on
 */
public record ProcessUsage(
        long readBytes,
        long writeBytes,
        long majorFaults,
        long residentBytes,
        long peakResidentBytes,
        long cpuNanos,
        long gcNanos) {
    private static final List<GarbageCollectorMXBean> COLLECTORS = ManagementFactory.getGarbageCollectorMXBeans();
    private static final int LARGEST_FILE = 8192;
    private static final byte[] BUFFER = new byte[LARGEST_FILE];
    private static final Path PROCESS = Path.of("/proc/self");

    /** Reads the counters now: three small files and a few beans, a fraction of a millisecond once warm, hardly any
     * garbage. Thread-safe. */
    public static ProcessUsage now() {
        return now(PROCESS);
    }

    static ProcessUsage now(Path process) {
        String io = read(process, "io");
        String status = read(process, "status");
        return new ProcessUsage(
                number(io, "\nread_bytes:"),
                number(io, "\nwrite_bytes:"),
                majorFaults(read(process, "stat")),
                kibibytes(status, "\nVmRSS:"),
                kibibytes(status, "\nVmHWM:"),
                processNanos(),
                collectorNanos());
    }

    /**
     * What was used since {@code earlier}; the resident bytes are amounts now, not differences.
     *
     * @return -1 in each part that either snapshot lacks
     */
    public ProcessUsage since(ProcessUsage earlier) {
        return new ProcessUsage(
                difference(readBytes, earlier.readBytes),
                difference(writeBytes, earlier.writeBytes),
                difference(majorFaults, earlier.majorFaults),
                residentBytes,
                peakResidentBytes,
                difference(cpuNanos, earlier.cpuNanos),
                difference(gcNanos, earlier.gcNanos));
    }

    /**
     * Bytes of the Java heap that are in use after a full collection, which this call waits for: what is really kept there, where the
     * heap's own size is only what was set aside.
     */
    public static long heapAfterCollection() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    static long difference(long now, long earlier) {
        return now < 0 || earlier < 0 ? -1 : now - earlier;
    }

    private static long processNanos() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system
                ? system.getProcessCpuTime()
                : -1;
    }

    private static long collectorNanos() {
        long millis = 0;
        for (GarbageCollectorMXBean collector : COLLECTORS) {
            millis += Math.max(0, collector.getCollectionTime());
        }
        return COLLECTORS.isEmpty() ? -1 : millis * 1_000_000;
    }

    /** The file's text; empty when it cannot be read. */
    private static String read(Path process, String name) {
        synchronized (BUFFER) {
            try (FileInputStream in = new FileInputStream(process.resolve(name).toFile())) {
                return new String(BUFFER, 0, in.readNBytes(BUFFER, 0, LARGEST_FILE), StandardCharsets.ISO_8859_1);
            } catch (IOException unreadable) {
                return "";
            }
        }
    }

    private static long kibibytes(String text, String name) {
        long number = number(text, name);
        return number < 0 ? -1 : number * 1024;
    }

    /** The 12th word of the line; the second, the command, is in parentheses and may hold anything. */
    private static long majorFaults(String stat) {
        String[] words = stat.substring(stat.lastIndexOf(')') + 1).split(" ", -1);
        return words.length < 11 ? -1 : number(words[10], "");
    }

    /** The number after {@code name}, which begins with a line feed unless it is the first line's; -1 when there is none. */
    private static long number(String text, String name) {
        int at = text.indexOf(name) + name.length();
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        int end = at;
        while (end < text.length() && Character.isDigit(text.charAt(end))) {
            end++;
        }
        return !text.contains(name) || end == at ? -1 : Long.parseLong(text, at, end, 10);
    }
}
