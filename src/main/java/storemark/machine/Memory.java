package storemark.machine;

import java.lang.management.ManagementFactory;
import java.util.Map;

/**
 * Main memory and swap. Null or -1: not known.
 *
 * @param totalBytes memory that the kernel manages
 * @param availableBytes what processes and the page cache could take without swapping
 * @param swapTotalBytes size of all swap areas
 * @param swapUsedBytes what is swapped out
 * @param transparentHugePages {@code always}, {@code madvise} or {@code never}
 * @param hugePages reserved huge pages, a count
 * @param hugePageBytes size of one of them
 * @param cgroupLimitBytes the lowest limit of the control groups that this process is in, or -1 for none
 */
record Memory(
        long totalBytes,
        long availableBytes,
        long swapTotalBytes,
        long swapUsedBytes,
        String transparentHugePages,
        long hugePages,
        long hugePageBytes,
        long cgroupLimitBytes) {

    static Memory read(SystemFiles files) {
        Map<String, String> info = files.fields("/proc/meminfo");
        if (info.isEmpty()) {
            return ofJvm();
        }
        long swap = bytes(info, "SwapTotal");
        long swapFree = bytes(info, "SwapFree");
        long pages = bytes(info, "HugePages_Total");
        return new Memory(
                bytes(info, "MemTotal"),
                bytes(info, "MemAvailable"),
                swap,
                swap < 0 || swapFree < 0 ? -1 : swap - swapFree,
                SystemFiles.chosen(files.read("/sys/kernel/mm/transparent_hugepage/enabled")),
                pages,
                bytes(info, "Hugepagesize"),
                ControlGroup.own(files).lowestLimitBytes());
    }

    /** What the JVM can tell on systems without {@code /proc}. */
    private static Memory ofJvm() {
        if (ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system) {
            long swap = system.getTotalSwapSpaceSize();
            return new Memory(
                    system.getTotalMemorySize(),
                    system.getFreeMemorySize(),
                    swap,
                    swap - system.getFreeSwapSpaceSize(),
                    null,
                    -1,
                    -1,
                    -1);
        }
        return new Memory(-1, -1, -1, -1, null, -1, -1, -1);
    }

    /** {@code "24684084 kB"} as bytes, a plain number as it is, -1 when it is not there. */
    private static long bytes(Map<String, String> info, String name) {
        String text = info.get(name);
        if (text == null || !text.matches("\\d{1,15}( kB)?")) {
            return -1;
        }
        return text.endsWith(" kB")
                ? Long.parseLong(text.substring(0, text.length() - 3)) * 1024
                : Long.parseLong(text);
    }
}
