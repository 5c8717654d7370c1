package storemark.run;

import static storemark.parameter.Parameters.CACHE;
import static storemark.parameter.Parameters.MEMORY;

import java.util.List;
import java.util.function.LongUnaryOperator;
import storemark.engine.Unsupported;
import storemark.parameter.Parameters;
import storemark.suite.Cell;
import storemark.text.Amount;

/**
 * How the memory of a fork is divided. The heap gets an eighth, within bounds, and on top of it what the engine keeps on the
 * heap. What a JVM takes beside its heap is set aside. Of the rest, an engine's own cache gets {@link #CACHE_SHARE}, counted
 * where it lies: in native memory, or on the heap with all that the heap adds to it. What is left is for the page cache; an
 * engine without a cache of its own leaves all of it.
 *
 * @param bytes heap, native memory and page cache together
 */
record MemoryBudget(long bytes) {
    /** The part of what heap and JVM leave that goes to an engine's own cache, unless its size is given. */
    static final double CACHE_SHARE = 0.75;

    private static final long MIB = 1 << 20;
    private static final long LARGE = 1 << 30;
    private static final long LEAST_HEAP = 48 * MIB;
    private static final long MOST_HEAP = 512 * MIB;
    /** Code, classes, stacks and buffers of a JVM with the harness in it, and what its compiler needs for its largest methods. */
    private static final long JVM_BYTES = 112 * MIB;
    /** More of the same for an engine in Java that keeps its cache on the heap, which is much code: JE took 127 MiB in all. */
    private static final long JAVA_ENGINE_BYTES = 16 * MIB;
    /** Bytes of heap for each byte of the collector's tables. */
    private static final long HEAP_PER_TABLE_BYTE = 24;
    /** Pages that are half full. */
    private static final double STORE_PER_DATA_BYTE = 2;

    /** The cell of {@code store} with the cache that its engine gets of a budget, unless its size is given. */
    static Cell divide(CellStore store) {
        Cell cell = store.cell();
        return cell.get(MEMORY) == 0 || cell.get(CACHE) != Parameters.SHARE
                ? cell
                : cell.withCache(new MemoryBudget(cell.get(MEMORY)).cacheBytes(onHeap(store)));
    }

    /** What the cell's engine keeps on the heap, as a function of its cache, both in bytes. */
    private static LongUnaryOperator onHeap(CellStore store) {
        return cache -> store.engine().heapBytes(store.spec(cache));
    }

    /** The largest cache, in whole MiB, that fits into its share; 1 MiB where none does. */
    long cacheBytes(LongUnaryOperator engineHeap) {
        double share = CACHE_SHARE * (bytes - harnessHeap() - besideHeap(harnessHeap()));
        long fits = 1;
        for (long step = Long.highestOneBit(Math.max(1, (long) share / MIB)); step > 0; step /= 2) {
            long cache = (fits + step) * MIB;
            long code = isOnHeap(cache, engineHeap) ? JAVA_ENGINE_BYTES : 0;
            if (kept(cache, cache, engineHeap) + code <= share) {
                fits += step;
            }
        }
        return fits * MIB;
    }

    /**
     * What an engine keeps: its heap, and of a cache in native memory {@code filled} bytes; one on the heap is part of the heap,
     * which is taken whole when the fork starts.
     */
    private static double kept(long cache, long filled, LongUnaryOperator engineHeap) {
        double heap = engineHeap.applyAsLong(cache);
        return (isOnHeap(cache, engineHeap) ? 0 : filled) + heap + heap / HEAP_PER_TABLE_BYTE;
    }

    private static boolean isOnHeap(long cache, LongUnaryOperator engineHeap) {
        return engineHeap.applyAsLong(cache + LARGE) - engineHeap.applyAsLong(cache) >= LARGE;
    }

    /** The heap of a fork whose engine keeps {@code engineHeap} bytes there. */
    long heapBytes(long engineHeap) {
        return harnessHeap() + engineHeap;
    }

    private long harnessHeap() {
        return Math.min(MOST_HEAP, Math.max(LEAST_HEAP, bytes / 8));
    }

    private static long besideHeap(long heap) {
        return JVM_BYTES + heap / HEAP_PER_TABLE_BYTE;
    }

    /** Refuses a cell that would not fit: with a cache of given size, or with data on the heap. */
    static void check(CellStore store) throws Unsupported {
        Cell cell = store.cell();
        if (cell.get(MEMORY) == 0) {
            return;
        }
        MemoryBudget budget = new MemoryBudget(cell.get(MEMORY));
        LongUnaryOperator engineHeap = onHeap(store);
        long cache = cell.get(CACHE);
        long jvm = budget.harnessHeap() + besideHeap(budget.harnessHeap());
        double kept = kept(cache, cache, engineHeap);
        if (jvm + kept > budget.bytes()) {
            throw new Unsupported(String.format(
                    "memory of %s is too small: the JVM takes %s, a cache of %s and the engine's other memory take %s",
                    Amount.ofBytes(budget.bytes()), Amount.ofBytes(jvm), Amount.ofBytes(cache), Amount.ofBytes(kept)));
        }
    }

    /**
     * What the cell's fork takes of the machine's memory, in bytes, but for page cache without a limit. Caches in native memory
     * are filled as they are used, and hold no more than the store.
     */
    static double needed(CellStore store) {
        Cell cell = store.cell();
        long jvm = ForkFlags.HARNESS_HEAP + JVM_BYTES;
        if (cell.get(MEMORY) > 0) {
            // The control has no store that could fill the rest.
            return cell.engine().isControl() ? Math.min(jvm, cell.get(MEMORY)) : cell.get(MEMORY);
        }
        long cache = cell.get(CACHE);
        long filled =
                (long) Math.min(cache, STORE_PER_DATA_BYTE * store.spec(cache).dataBytes());
        return jvm + kept(cache, filled, onHeap(store));
    }

    /** The flags of the cell's fork, with a heap that fits its memory, if it was given some. */
    static List<String> flags(CellStore store) {
        return store.cell().get(MEMORY) > 0
                ? ForkFlags.limited(heapBytes(store))
                : ForkFlags.measuring(store.heapBytes());
    }

    /** The heap of the fork of a cell that was given memory, in bytes. */
    static long heapBytes(CellStore store) {
        return new MemoryBudget(store.cell().get(MEMORY)).heapBytes(store.heapBytes());
    }

    /** {@code 256 MiB: heap 48 MiB, own cache 106 MiB if it has one}: the division for one cell, in words. */
    static String describe(CellStore store) {
        return Amount.ofBytes(store.cell().get(MEMORY)) + ": heap " + Amount.ofBytes(heapBytes(store))
                + ", own cache (if it has one) " + Amount.ofBytes(store.cell().get(CACHE));
    }
}
