package storemark.engines.tupl;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.cojen.tupl.Cursor;
import org.cojen.tupl.Database;
import org.cojen.tupl.DatabaseConfig;
import org.cojen.tupl.DatabaseException;
import org.cojen.tupl.DurabilityMode;
import org.cojen.tupl.Index;
import org.cojen.tupl.Transaction;
import storemark.engine.Capability;
import storemark.engine.Durability;
import storemark.engine.Engine;
import storemark.engine.Loader;
import storemark.engine.Records;
import storemark.engine.Session;
import storemark.engine.Store;
import storemark.engine.StoreSpec;
import storemark.engine.Target;
import storemark.engine.Traits;
import storemark.engine.Unavailable;
import storemark.engine.Unsupported;
import storemark.engines.BTreeSpace;
import storemark.engines.LibraryVersion;
import storemark.engines.StoreFolder;
import storemark.engines.WholeValues;
import storemark.text.Amount;

/** TuplDB. What differs between its versions is in {@link TuplStorage}. See docs/engines/tupl.md. */
public final class TuplEngine implements Engine {
    private static final String INDEX = "records";

    /** What cannot be part of a deadlock waits until others are done, and does not fail after a second. */
    static final int LOCK_SECONDS = 60;

    static final String BASE_FILE = "tupl";
    /** For {@code cipher}: any key costs the same, and a store is to be opened again. */
    static final byte[] KEY = "storemark's key.".getBytes(StandardCharsets.US_ASCII);

    private static final int DIRECT_ALIGNMENT = 4096;
    /** The headers of key and value, and the entry's place in the page's index. */
    private static final int RECORD_OVERHEAD = 8;
    /** The redo log between two checkpoints, and a file that grows by parts. */
    private static final long LOG_BYTES = 64L << 20;

    private static final Traits TRAITS = TuplStorage.declare(Traits.of("tupl", TuplStorage.LICENSE)
                    .profile("mapped", "MappedPageArray: pages are a memory map of a fixed size, with no cache")
                    .profile("cipher", "CipherCrypto: AES of every page and of the redo log, with a fixed key")
                    .size("pageSize", "bytes in a page, a power of two (4096)")
                    .keeps(Durability.NONE, "DurabilityMode.NO_REDO: only a checkpoint makes commits last")
                    .keeps(Durability.PROCESS, "DurabilityMode.NO_SYNC: the redo log is handed to the system")
                    .keeps(Durability.POWER, "DurabilityMode.SYNC: the redo log is forced to the device")
                    .loadSurvives(Durability.POWER, "checkpoints, one a minute, of a tree that grows in key order")
                    .can(Capability.SCAN, "cursor, findGe and next")
                    .can(Capability.REVERSE_SCAN, "cursor, findLe and previous")
                    .can(Capability.TRANSACTIONS, "row locks, read committed; a deadlock's victim is run again")
                    .can(Capability.CONCURRENT_WRITES, "page latches; no global write lock")
                    .can(Capability.BLOCK_DEVICE, "pages on the device, the redo log in a file")
                    .can(Capability.DIRECT_IO_FILE, TuplStorage.DIRECT_IO)
                    .can(Capability.DIRECT_IO_DEVICE, TuplStorage.DIRECT_IO)
                    .can(Capability.MMAP, "profile mapped", "mapped")
                    .can(Capability.ENCRYPTION, "profile cipher", "cipher"))
            .build();

    @Override
    public String version() {
        return "TuplDB " + LibraryVersion.of(Database.class, "org.cojen", "tupl");
    }

    @Override
    public Traits traits() {
        return TRAITS;
    }

    /** The cache is native memory; an object on the heap stands for each of its pages. */
    @Override
    public long heapBytes(StoreSpec spec) {
        return spec.cacheBytes() / 16;
    }

    @Override
    public long diskBytes(StoreSpec spec) {
        return BTreeSpace.written(spec, pageSize(spec), RECORD_OVERHEAD) + LOG_BYTES;
    }

    @Override
    public long loadedBytes(StoreSpec spec) {
        return BTreeSpace.loaded(spec, pageSize(spec), RECORD_OVERHEAD) + LOG_BYTES;
    }

    @Override
    public void check(StoreSpec spec) throws Unsupported, Unavailable {
        Engine.super.check(spec);
        TuplStorage.check(spec);
        Target target = spec.target();
        boolean plain = target.device() == null
                && !target.directIo()
                && TuplStorage.PAGE_CODERS.stream().noneMatch(spec::has);
        if (spec.has("mapped") && !plain) {
            throw new Unsupported("profile mapped with device, direct, " + String.join(", ", TuplStorage.PAGE_CODERS)
                    + ": its pages are those of a file, used where they are");
        }
        if (target.directIo() && pageSize(spec) % DIRECT_ALIGNMENT != 0) {
            throw new Unsupported("direct with a page size of " + pageSize(spec) + ": multiples of " + DIRECT_ALIGNMENT
                    + " are whole blocks of every device");
        }
    }

    private static int pageSize(StoreSpec spec) {
        return Math.toIntExact(Amount.bytes(spec.setting("pageSize", "4096")));
    }

    @Override
    public Store open(StoreSpec spec) throws Exception {
        boolean onDevice = spec.target().device() != null;
        StoreFolder.of(spec, onDevice ? "" : BASE_FILE + ".db"); // else TuplDB would create both
        if (onDevice) {
            spec.target().deviceBytes(); // else TuplDB would create a file of a name that does not exist
        }
        return new TuplStore(spec);
    }

    private static DatabaseConfig config(StoreSpec spec) throws Exception {
        DurabilityMode mode = switch (spec.durability()) {
            case NONE -> DurabilityMode.NO_REDO;
            case PROCESS -> DurabilityMode.NO_SYNC;
            case POWER -> DurabilityMode.SYNC;
        };
        DatabaseConfig config = new DatabaseConfig()
                .baseFile(new File(spec.target().directory().toFile(), BASE_FILE))
                .minCacheSize(spec.cacheBytes())
                .maxCacheSize(spec.cacheBytes())
                .pageSize(pageSize(spec))
                .durabilityMode(mode)
                .lockTimeout(LOCK_SECONDS, TimeUnit.SECONDS);
        return TuplStorage.configure(config, spec, pageSize(spec));
    }

    private static final class TuplStore implements Store {
        private final Database database;
        private final Index index;
        private final Records records;
        private final boolean onDevice;

        TuplStore(StoreSpec spec) throws Exception {
            records = spec.records();
            onDevice = spec.target().device() != null;
            // On a device there is always something, which only destroy() does not take for a store.
            try {
                database = onDevice && spec.create() ? Database.destroy(config(spec)) : Database.open(config(spec));
            } catch (DatabaseException failed) {
                throw reason(failed);
            }
            index = database.openIndex(INDEX);
        }

        /** TuplDB 1.3 reports whatever stops it, as another opener does, by the way in which it would have opened. */
        private static Exception reason(DatabaseException failed) {
            Throwable innermost = failed;
            while (String.valueOf(failed.getMessage()).contains("direct page access") && innermost.getCause() != null) {
                innermost = innermost.getCause();
            }
            return innermost instanceof Exception known ? known : failed;
        }

        @Override
        public Session session() {
            return new TuplSession(database, index, records);
        }

        @Override
        public Loader loader() {
            return new TuplLoader(index, records);
        }

        @Override
        public void settle() throws IOException {
            database.checkpoint();
        }

        @Override
        public long bytesOnDisk() {
            return onDevice ? TuplStorage.pageBytes(database) : -1;
        }

        @Override
        public void close() throws IOException {
            database.shutdown();
        }
    }

    /** Appends by a cursor that stays near its last position, outside of any transaction. */
    private static final class TuplLoader implements Loader {
        private final Records records;
        private final Cursor cursor;
        private final WholeValues values;

        TuplLoader(Index index, Records records) {
            this.records = records;
            cursor = index.newCursor(Transaction.BOGUS);
            cursor.autoload(false);
            values = new WholeValues(records);
        }

        @Override
        public void append(long id, int revision) throws IOException {
            cursor.findNearby(records.key(id)); // which it keeps
            cursor.store(values.of(id, revision));
        }

        @Override
        public void close() {
            cursor.reset();
        }
    }
}
