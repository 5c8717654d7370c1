package storemark.results;

/**
 * What is measured in each iteration beside JMH's own score, as secondary metrics in JMH's JSON under these names. Every
 * metric is present in every iteration; {@link Double#NaN} has no place in JSON, so what could not be read is -1.
 */
public enum Metric {
    keyRange("records", "the ids that operations drew from are below this"),
    entries("records", "records in the store when the iteration ended, by the harness's own count"),
    operations("ops", "operations completed, the unmeasured ones at the edges of a timed iteration included"),
    wallRate("ops/s", "operations of all threads divided by the wall time that they took"),
    diskBytes("B", "allocated blocks of the store's files, or the engine's own account"),
    ioReadBytes("B", "bytes that the process made the storage layer read (/proc/self/io read_bytes)"),
    ioWriteBytes(
            "B",
            "bytes of pages dirtied by the process, counted in folios of up to about 100 KiB; a page that is still dirty is not counted again (/proc/self/io write_bytes)"),
    deviceReads("requests", "reads completed by the stores' device, for all processes (/sys/dev/block/*/stat)"),
    deviceReadBytes("B", "bytes of these reads"),
    deviceWrites("requests", "writes completed by the stores' device, for all processes (/sys/dev/block/*/stat)"),
    deviceWriteBytes("B", "bytes of these writes"),
    majorFaults(
            "faults",
            "page faults that the kernel calls major: a page read from storage, or a hole of a mapped file filled (/proc/self/stat majflt)"),
    rssBytes("B", "resident memory of the process when the iteration ended (/proc/self/status VmRSS)"),
    rssPeakBytes("B", "highest resident memory of the process since it started (/proc/self/status VmHWM)"),
    memoryLimitBytes("B", "the limit of the memory group that the process was in"),
    memoryPeakBytes("B", "most memory charged to the group so far: heap, native memory and page cache together"),
    pageCacheBytes("B", "page cache charged to the group when the iteration ended"),
    heapBytes("B", "Java heap that was committed when the iteration ended"),
    nativeBytes("B", "memory charged to the group that is neither page cache nor heap, when the iteration ended"),
    cpuNanos("ns", "CPU time of the process, user and system"),
    gcNanos("ns", "time in garbage collections"),
    hotShare("share", "draws that fell on the 1% of the records which the distribution makes most likely"),
    prescanShare(
            "share",
            "share of the increment's new records that were read before it, as far as time and memory allowed"),
    latencyP50("ns", "median latency of the timed sample of operations"),
    latencyP90("ns", "90th percentile of latency"),
    latencyP99("ns", "99th percentile of latency"),
    latencyP999("ns", "99.9th percentile of latency"),
    latencyP9999("ns", "99.99th percentile of latency"),
    latencyMax("ns", "highest latency in the timed sample; operations outside the sample may have taken longer"),
    plannedRate("ops/s", "rate at which operations were planned, in an open loop"),
    achievedShare("share", "share of the operations planned by the end of the iteration that were done"),
    lagP999(
            "ns",
            "99.9th percentile of how late the sender began an operation while nothing before it was still running"),
    lagMax("ns", "the longest time by which the sender began an operation late"),
    gcLongestNanos("ns", "longest pause of a garbage collection"),
    safepointLongestNanos(
            "ns",
            "longest safepoint, from the JVM's request that all threads stop until they may run again; pauses of collections are safepoints too"),
    stallLongestNanos(
            "ns",
            "in an open loop the longest time in which an operation was due and no thread completed any; 0 below 10 ms"),
    compactionNanos(
            "ns",
            "time of the flushes and compactions that ended in the iteration, all threads together; known of rocksdb only"),
    writerRate("ops/s", "operations per second of the threads that wrote beside those that read"),
    writerAchievedShare("share", "share of the writers' operations planned by the end of the iteration that were done"),
    writerLatencyP50("ns", "median latency of the writers' timed operations"),
    writerLatencyP99("ns", "99th percentile of the writers' latency"),
    writerLatencyP999("ns", "99.9th percentile of the writers' latency"),
    settleNanos(
            "ns",
            "after the last increment: time until the store had flushed, checkpointed and compacted, and the device had its files"),
    settleWriteBytes("B", "after the last increment: bytes written while settling, counted as in ioWriteBytes"),
    settledDiskBytes("B", "after the last increment: diskBytes once the store has settled"),
    settleEnded("bool", "after the last increment: 1 when the store has settled, 0 when that timed out"),
    heapUsedAfterGcBytes(
            "B", "after the last increment: Java heap in use after a full collection, the store still open"),
    comparison("id", "measurements in turns with each other have the same number"),
    turn("number", "place of this increment in the order of the turns of its comparison"),
    turnBegan("s", "when the turn began, since 1970"),
    turnNanos("ns", "wall time of the turn, with what is not measured in it, such as reads before the increment"),
    canaryCompute("ns", "a step of a computing loop, the slower of before and after the turn"),
    canaryMemory("ns", "a dependent load past the caches, the slower of before and after the turn"),
    canaryDisk("ns", "a 4 KiB read of the stores' disk past the page cache, the slower of before and after the turn"),
    othersCpuShare("share", "share of all cores' time in the turn that other processes took in user mode"),
    kernelCpuShare(
            "share", "share of all cores' time in the turn that the kernel took for others, or in threads of its own"),
    stealShare("share", "share of all cores' time in the turn that the hypervisor gave to others"),
    cpuPressure("share", "of the turn: time in which some task waited for a core (/proc/pressure/cpu)"),
    ioPressure("share", "of the turn: time in which some task waited for input or output (/proc/pressure/io)"),
    memoryPressure("share", "of the turn: time in which some task waited for memory (/proc/pressure/memory)"),
    throttles(
            "number",
            "during the turn: how often cores were slowed down to cool, or the control group to keep its quota"),
    cpuMegahertz("MHz", "mean clock of the cores at the end of the turn"),
    pausedNanos("ns", "time in which the fork, or the whole machine, stood still during its turn"),
    disturbed(
            "bool",
            "1 when the machine was disturbed during the turn (slower than usual, busy with others, or paused), else 0"),
    commonRate("ops/s", "rate of the common engine at this increment, measured in turns with this cell"),
    commonDisturbed("bool", "as disturbed, for the turn of commonRate"),
    commonComparison(
            "id",
            "the comparison that commonRate was measured in; cells with the same id are compared through the common engine");

    /**
     * What an operation may read or write of the disk before it counts, in bytes: a page of 4 KiB for each 1024 operations. At 0.1 ms a
     * page and 1 us an operation in memory, that is a tenth of the time; a page for each 75 halved a rate.
     */
    public static final double FEW_BYTES = 4;

    private final String unit;
    private final String meaning;

    Metric(String unit, String meaning) {
        this.unit = unit;
        this.meaning = meaning;
    }

    /** The unit of every value: {@code ops/s}, {@code B}, {@code ns}, ... */
    public String unit() {
        return unit;
    }

    /** One line for the report: what the number is and where it was read. */
    public String meaning() {
        return meaning;
    }
}
