package storemark.engines.leveldb;

import static storemark.engine.Capability.CHECKSUMS;
import static storemark.engine.Capability.COMPRESSION;
import static storemark.engine.Capability.CONCURRENT_WRITES;
import static storemark.engine.Capability.REVERSE_SCAN;
import static storemark.engine.Capability.SCAN;
import static storemark.engine.Capability.TRANSACTIONS;
import static storemark.engine.Durability.PROCESS;

import java.util.concurrent.Callable;
import java.util.function.Supplier;
import storemark.engine.Engine;
import storemark.engine.Loader;
import storemark.engine.Session;
import storemark.engine.Store;
import storemark.engine.StoreSpec;
import storemark.engine.Survivors;
import storemark.engine.Traits;
import storemark.engine.Unavailable;
import storemark.engine.Unsupported;
import storemark.engines.ComposedStore;
import storemark.engines.Debt;
import storemark.text.Amount;

/** What the adapters of LevelDB, two in C++ and one in Java, share. */
abstract class LevelDb implements Engine {
    /** Files in level 0, and MiB in level 1, that start a compaction: {@code VersionSet::Finalize} in db/version_set.cc. */
    private static final int LEVEL_0_FILES = 4;

    private static final double LEVEL_1_MIB = 10;
    private static final double LEVEL_RATIO = 10;
    private static final int LAST_LEVEL = 6;

    /** The default size of a write buffer, in bytes: the library's own, and the advice of options.h for loads. */
    private static final long WRITE_BUFFER = 4 << 20;
    /** The cache that the library makes for itself, in bytes. */
    private static final long DEFAULT_CACHE = 8L << 20;

    private static final int LOAD_BATCH = 1000;

    private static final long TUNED_WRITE_BUFFER = 64 << 20;
    /** LevelDB silently raises anything smaller to this, and limits anything larger: {@code SanitizeOptions} in db/db_impl.cc. */
    private static final long LEAST_WRITE_BUFFER = 64 << 10;

    private static final long MOST_WRITE_BUFFER = 1 << 30;

    @Override
    public final void check(StoreSpec spec) throws Unsupported, Unavailable {
        Engine.super.check(spec);
        Memory.of(spec).check();
    }

    /**
     * How a store's memory is divided, in bytes. A write buffer that is set is a part of the cache's bytes; the default one is added
     * to them.
     */
    record Memory(long writeBuffer, long blockCache) {
        static Memory of(StoreSpec spec) {
            String asked = spec.settings().get("writeBuffer");
            if (asked == null && spec.has("default")) {
                return new Memory(WRITE_BUFFER, DEFAULT_CACHE);
            }
            if (asked == null) {
                return new Memory(spec.has("tuned") ? TUNED_WRITE_BUFFER : WRITE_BUFFER, spec.cacheBytes());
            }
            long writeBuffer = Amount.bytes(asked);
            return new Memory(writeBuffer, spec.cacheBytes() - writeBuffer);
        }

        /** Refuses a write buffer that LevelDB does not take, or that leaves nothing for the block cache. */
        void check() throws Unsupported {
            if (blockCache <= 0 || writeBuffer < LEAST_WRITE_BUFFER || writeBuffer > MOST_WRITE_BUFFER) {
                throw new Unsupported("writeBuffer of " + writeBuffer
                        + " bytes: must be between 64k and 1g, and less than the cache of " + (writeBuffer + blockCache)
                        + " that it is a part of");
            }
        }
    }

    /**
     * Declares what all have.
     *
     * @param written where a commit that is not synchronised leaves the log
     */
    static Traits.Builder declare(String name, String license, String written) {
        String notSynchronised = "sync=false: the log is written to " + written + " at each commit";
        return Traits.of(name, license)
                .profile("default", "as the library comes: a cache of 8 MiB, blocks compressed by Snappy")
                .choice("compression", "of blocks", "none", "snappy")
                .size("writeBuffer", "size of the write buffer, as a part of --cache (4m, beside the cache)")
                .none(Survivors.ALL, notSynchronised + ", as there is no lesser mode")
                .keeps(PROCESS, notSynchronised)
                .can(SCAN, "iterator, Seek and Next")
                .can(REVERSE_SCAN, "iterator, Prev")
                .can(TRANSACTIONS, "atomic write batches, which do not read their own writes; snapshots for reads")
                .cannot(CONCURRENT_WRITES, "one writer at a time, which also writes for those that wait")
                .can(CHECKSUMS, "always written; checked by reads only where asked, which they are not here")
                .can(COMPRESSION, "setting compression.snappy");
    }

    /** Whether blocks are compressed, by Snappy. */
    static boolean compresses(StoreSpec spec) {
        return spec.setting("compression", spec.has("default") ? "snappy" : "none")
                .equals("snappy");
    }

    /**
     * A store that settles once every level is below the size at which it is compacted: there is no call that waits.
     *
     * @param stats gives the property {@code leveldb.stats}: a line per level with its number, files and MiB
     */
    static Store store(
            StoreSpec spec, Callable<Session> sessions, Supplier<String> stats, ComposedStore.Action closing) {
        return new ComposedStore(sessions, closing)
                .loadedBy(() -> Loader.batching(sessions.call(), Loader.batch(spec.records(), LOAD_BATCH)))
                .settledBy(() -> Debt.await("LevelDB's compaction", () -> !owed(stats.get())));
    }

    private static boolean owed(String stats) {
        return stats.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && Character.isDigit(line.charAt(0)))
                .map(line -> line.split(" +"))
                .anyMatch(columns -> owed(
                        Integer.parseInt(columns[0]), Integer.parseInt(columns[1]), Double.parseDouble(columns[2])));
    }

    private static boolean owed(int level, int files, double mib) {
        if (level == 0) {
            return files >= LEVEL_0_FILES;
        }
        return level < LAST_LEVEL && mib > LEVEL_1_MIB * Math.pow(LEVEL_RATIO, level - 1);
    }
}
