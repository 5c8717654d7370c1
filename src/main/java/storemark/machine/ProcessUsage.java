package storemark.machine;

import java.io.FileInputStream;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
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
        synchronized (BUFFER) {
            int io = read(process, "io");
            long readBytes = field(io, "\nread_bytes:");
            long writeBytes = field(io, "\nwrite_bytes:");
            long majorFaults = majorFaults(read(process, "stat"));
            int status = read(process, "status");
            long resident = field(status, "\nVmRSS:");
            long peak = field(status, "\nVmHWM:");
            return new ProcessUsage(
                    readBytes,
                    writeBytes,
                    majorFaults,
                    resident < 0 ? -1 : resident * 1024,
                    peak < 0 ? -1 : peak * 1024,
                    processNanos(),
                    collectorNanos());
        }
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

    private static long difference(long now, long earlier) {
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

    /** Fills the buffer; returns the number of bytes, 0 when the file cannot be read. */
    private static int read(Path process, String name) {
        try (FileInputStream in = new FileInputStream(process.resolve(name).toFile())) {
            return in.readNBytes(BUFFER, 0, LARGEST_FILE);
        } catch (IOException unreadable) {
            return 0;
        }
    }

    /** The number after {@code name}, which begins with a line feed unless it is the first line's. */
    private static long field(int length, String name) {
        byte[] wanted = name.getBytes(StandardCharsets.US_ASCII);
        for (int at = 0; at + wanted.length <= length; at++) {
            if (Arrays.equals(BUFFER, at, at + wanted.length, wanted, 0, wanted.length)) {
                return number(at + wanted.length, length);
            }
        }
        return -1;
    }

    /** The 12th word of the line; the second, the command, is in parentheses and may hold anything. */
    private static long majorFaults(int length) {
        int at = length - 1;
        while (at >= 0 && BUFFER[at] != ')') {
            at--;
        }
        for (int word = 2; at >= 0 && at < length && word < 12; at++) {
            if (BUFFER[at] == ' ') {
                word++;
            }
        }
        return at < 0 ? -1 : number(at, length);
    }

    private static long number(int start, int length) {
        int at = start;
        while (at < length && (BUFFER[at] == ' ' || BUFFER[at] == '\t')) {
            at++;
        }
        long value = 0;
        int digits = 0;
        for (; at < length && BUFFER[at] >= '0' && BUFFER[at] <= '9'; at++, digits++) {
            value = value * 10 + (BUFFER[at] - '0');
        }
        return digits == 0 ? -1 : value;
    }
}
