package storemark.jmh;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;
import storemark.engine.Records;
import storemark.machine.MemoryLimit;
import storemark.workload.Workload;

/**
 * The ids that the threads of a trial draw from, extended from iteration to iteration: one step, two steps, ... up to all entries. Warm-up
 * does the same before, because an engine runs other code for pages that it has not read yet. Workloads that write by index, insert and
 * remove, have the next run of indexes in place of that. One thread advances it between iterations, all read it.
 */
final class KeyRange {
    /** Reading ahead of a step may take this many times its measured time: a store without order has each id elsewhere. */
    private static final int PRESCAN_TIMES = 10;
    /** Reading ahead of short steps, and of those that have no time, may take as long as this. */
    private static final long LEAST_PRESCAN_NANOS = 10_000_000_000L;
    /** Or this for each byte, if it is longer: 8 MB per second, which a slow disk reaches when a store in key order is read page by page. */
    private static final int PRESCAN_NANOS_PER_BYTE = 125;

    private final Workload workload;
    private final long entries;
    private final long step;
    private final int threads;
    private final long recordBytes;
    /** How many records the memory of this process holds; not above 0 where that is not known. */
    private final long memoryRecords;

    private long end;
    private long previousEnd;
    private long firstIndex;
    private long indexesPerThread;
    private int measuredSteps;
    private long prescanNanos;

    KeyRange(Workload workload, long entries, long step, int threads, Records records) {
        this.workload = workload;
        this.entries = entries;
        this.step = step;
        this.threads = threads;
        recordBytes = Math.max(1, records.keyBytes() + (long) records.meanValueBytes());
        memoryRecords = MemoryLimit.bytes() / recordBytes;
    }

    /**
     * Adds a step, or takes the next run of indexes to write. The first measured range is one step again, whatever warm-up came to, and
     * is read ahead as a whole.
     */
    void advance(IterationParams iteration) {
        boolean warmUp = iteration.getType() == IterationType.WARMUP;
        if (!workload.countsOperations()) {
            long nanos = iteration.getTime().convertTo(TimeUnit.NANOSECONDS);
            boolean first = !warmUp && measuredSteps++ == 0;
            previousEnd = first ? 0 : end;
            end = Math.min(entries, previousEnd + step);
            long slowly = (end - prescanFrom()) * recordBytes * PRESCAN_NANOS_PER_BYTE;
            prescanNanos = warmUp ? nanos : Math.max(slowly, Math.max(LEAST_PRESCAN_NANOS, PRESCAN_TIMES * nanos));
            return;
        }
        firstIndex += indexesPerThread * threads;
        indexesPerThread = iteration.getBatchSize();
        long endIndex = firstIndex + indexesPerThread * threads;
        if (warmUp || endIndex > entries) {
            throw new IllegalArgumentException(workload.label() + " up to record " + endIndex + " of " + entries
                    + ": use -wi 0, and choose -i and -bs so that -i * -bs * threads is at most the entries");
        }
        end = workload == Workload.INSERT ? endIndex : entries - endIndex;
    }

    /** Ids of this iteration are below this; for insert and remove, the records that will be left when it has ended. */
    long end() {
        return end;
    }

    /** The first id that is read before this iteration: what is new in the range, and no more of it than memory holds. */
    long prescanFrom() {
        long fits = memoryRecords > 0 ? end - memoryRecords : 0;
        return Math.min(end, Math.max(previousEnd, fits));
    }

    /** The first id that this iteration adds to the range. */
    long newFrom() {
        return previousEnd;
    }

    /** Reading ahead ends after this time, with what it has come to. */
    long prescanNanos() {
        return prescanNanos;
    }

    /** The first of the indexes to write in this iteration, which the threads share in order. */
    long firstIndex() {
        return firstIndex;
    }

    long indexesPerThread() {
        return indexesPerThread;
    }
}
