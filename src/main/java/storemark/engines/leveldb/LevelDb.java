package storemark.engines.leveldb;

import java.util.function.Supplier;
import storemark.engine.Capability;
import storemark.engine.StoreSpec;
import storemark.engine.Traits;
import storemark.engine.Unsupported;
import storemark.engines.Debt;
import storemark.text.Amount;

/** What LevelDB in C++ and in Java have in common. */
final class LevelDb {
    /** Files in level 0, and MiB in level 1, that start a compaction: {@code VersionSet::Finalize} in db/version_set.cc. */
    private static final int LEVEL_0_FILES = 4;

    private static final double LEVEL_1_MIB = 10;
    private static final double LEVEL_RATIO = 10;
    private static final int LAST_LEVEL = 6;

    /** Bytes of a write buffer where nothing else is asked for: the library's own default, and options.h's advice for loads. */
    private static final long WRITE_BUFFER = 4 << 20;

    static final int LOAD_BATCH = 1000;
    /** From this size of values on an iterator tells whether there is one, since a get would copy it; chosen, not measured. */
    static final int LARGE_VALUE = 16 << 10;

    private static final long TUNED_WRITE_BUFFER = 64 << 20;
    /** What LevelDB would silently make of anything smaller or larger: {@code SanitizeOptions} in db/db_impl.cc. */
    private static final long LEAST_WRITE_BUFFER = 64 << 10;

    private static final long MOST_WRITE_BUFFER = 1 << 30;

    private LevelDb() {}

    /**
     * How a store's memory is divided, in bytes. A write buffer that is asked for is a part of the cache's bytes; the default is
     * beside them.
     */
    record Memory(long writeBuffer, long blockCache) {
        static Memory of(StoreSpec spec) {
            String asked = spec.settings().get("writeBuffer");
            if (asked == null) {
                return new Memory(spec.has("tuned") ? TUNED_WRITE_BUFFER : WRITE_BUFFER, spec.cacheBytes());
            }
            long writeBuffer = Amount.bytes(asked);
            return new Memory(writeBuffer, spec.cacheBytes() - writeBuffer);
        }

        /** This, unless it leaves nothing for the block cache. */
        Memory checked() throws Unsupported {
            if (blockCache <= 0 || writeBuffer < LEAST_WRITE_BUFFER || writeBuffer > MOST_WRITE_BUFFER) {
                throw new Unsupported(
                        "writeBuffer of " + writeBuffer + " bytes: 64k to 1g are offered, and less than the cache of "
                                + (writeBuffer + blockCache) + " that it is a part of");
            }
            return this;
        }
    }

    /** Declares what is true of both. */
    static Traits.Builder declare(Traits.Builder traits) {
        return traits.choice("compression", "of blocks", "none", "snappy")
                .size("writeBuffer", "size of the write buffer, as a part of --cache (4m, beside the cache)")
                .note(
                        "a removal is a get and a delete: the library's own delete does not tell whether there was a record")
                .can(Capability.SCAN, "iterator, Seek and Next")
                .can(Capability.REVERSE_SCAN, "iterator, Prev")
                .can(
                        Capability.TRANSACTIONS,
                        "atomic write batches, which do not read their own writes; snapshots for reads")
                .cannot(
                        Capability.CONCURRENT_WRITES,
                        "one writer at a time, which writes what the others wait with too")
                .can(Capability.CHECKSUMS, "always written; checked by reads only where asked, which they are not here")
                .can(Capability.COMPRESSION, "setting compression.snappy");
    }

    /** Whether blocks are compressed, by Snappy. */
    static boolean compresses(StoreSpec spec) {
        return spec.setting("compression", "none").equals("snappy");
    }

    /**
     * Returns once every level is below the size at which it is compacted, as there is no call that waits.
     *
     * @param stats gives the property {@code leveldb.stats}: a line a level with its number, files and MiB
     * @throws java.util.concurrent.TimeoutException as {@link Debt#await} does
     */
    static void settle(Supplier<String> stats) throws Exception {
        Debt.await("LevelDB's compaction", () -> !owed(stats.get()));
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
