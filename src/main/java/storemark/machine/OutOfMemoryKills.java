package storemark.machine;

/** Processes that the kernel has killed because the machine, or a control group, was out of memory. */
public final class OutOfMemoryKills {
    private OutOfMemoryKills() {}

    /** How many since the machine started ({@code /proc/vmstat oom_kill}); -1 when not known. */
    public static long count() {
        return count(SystemFiles.LIVE);
    }

    static long count(SystemFiles files) {
        return SystemFiles.counter(files.path("/proc/vmstat"), "oom_kill");
    }
}
