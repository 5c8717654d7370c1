package storemark.machine;

/** How much memory this process, its page cache included, can have. */
public final class MemoryLimit {
    private MemoryLimit() {}

    /** The lowest limit of the control groups that this process is in, or else all memory; in bytes, -1 when not known. */
    public static long bytes() {
        return bytes(SystemFiles.LIVE);
    }

    /** What processes could take now without swapping, at most {@link #bytes()}; in bytes, -1 when not known. */
    public static long availableBytes() {
        long available = Memory.read(SystemFiles.LIVE).availableBytes();
        return available < 0 ? -1 : Math.min(available, bytes());
    }

    /**
     * How many processes the kernel has killed since the machine started, because that or a control group was out of memory ({@code
     * /proc/vmstat oom_kill}); -1 when not known.
     */
    public static long kills() {
        return kills(SystemFiles.LIVE);
    }

    static long kills(SystemFiles files) {
        return SystemFiles.counter(files.path("/proc/vmstat"), "oom_kill");
    }

    static long bytes(SystemFiles files) {
        Memory memory = Memory.read(files);
        long group = memory.cgroupLimitBytes();
        return group > 0 && (memory.totalBytes() < 0 || group < memory.totalBytes()) ? group : memory.totalBytes();
    }
}
