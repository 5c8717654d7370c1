package storemark.engines.tupl;

import static storemark.engine.Capability.BLOCK_DEVICE;
import static storemark.engine.Capability.CONCURRENT_WRITES;
import static storemark.engine.Capability.DIRECT_IO_DEVICE;
import static storemark.engine.Capability.DIRECT_IO_FILE;
import static storemark.engine.Capability.ENCRYPTION;
import static storemark.engine.Capability.MMAP;
import static storemark.engine.Capability.REVERSE_SCAN;
import static storemark.engine.Capability.SCAN;
import static storemark.engine.Capability.TRANSACTIONS;
import static storemark.engine.Durability.NONE;
import static storemark.engine.Durability.POWER;
import static storemark.engine.Durability.PROCESS;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.cojen.tupl.Cursor;
import org.cojen.tupl.Database;
import org.cojen.tupl.DatabaseConfig;
import org.cojen.tupl.DatabaseException;
import org.cojen.tupl.DurabilityMode;
import org.cojen.tupl.Index;
import org.cojen.tupl.Transaction;
import storemark.engine.Engine;
import storemark.engine.Loader;
import storemark.engine.Records;
import storemark.engine.Store;
import storemark.engine.StoreSpec;
import storemark.engine.Survivors;
import storemark.engine.Target;
import storemark.engine.Traits;
import storemark.engine.Unavailable;
import storemark.engine.Unsupported;
import storemark.engines.BTreeSpace;
import storemark.engines.ComposedStore;
import storemark.engines.LibraryVersion;
import storemark.engines.StoreFolder;
import storemark.engines.WholeValues;
import storemark.text.Amount;

/** TuplDB; its versions differ in {@link TuplStorage}. See docs/engines/tupl.md. */
public final class TuplEngine implements Engine {
    private static final String INDEX = "records";

    /** The lock timeout of what cannot be part of a deadlock, instead of the library's one second. */
    static final int LOCK_SECONDS = 60;

    private static final String BASE_FILE = "tupl";
    private static final String PAGE_FILE = BASE_FILE + ".db";
    /** Profiles that change each page on its way to the file. */
    private static final List<String> PAGE_CODERS = List.of("cipher", "crc");
    /** For {@code cipher}: fixed, so that a store can be opened again; every key costs the same. */
    static final byte[] KEY = "storemark's key.".getBytes(StandardCharsets.US_ASCII);

    private static final int DIRECT_ALIGNMENT = 4096;
    /** The headers of key and value, and the entry in the page's index, in bytes. */
    private static final int RECORD_OVERHEAD = 8;
    /** The redo log between two checkpoints, and the growth of the file, in bytes. */
    private static final long LOG_BYTES = 100L << 20;

    private static final Traits TRAITS = TuplStorage.declare(Traits.of("tupl", TuplStorage.LICENSE)
                    .profile("default", "as the library comes: a cache of 1000 pages")
                    .profile(
                            "tuned", "a checkpoint once the redo log has 100 MiB, as 1.9 does by itself; 1.3 has 1 MiB")
                    .profile(
                            "mapped",
                            "MappedPageArray: pages are a memory map of a fixed size, without cache; 1.3 does not keep process")
                    .profile("cipher", "CipherCrypto: AES of every page and of the redo log, with a fixed key")
                    .size("pageSize", "bytes in a page, a power of two (4096)")
                    .none(Survivors.SOME, "DurabilityMode.NO_REDO: checkpoints; 1.3 logs puts by themselves, buffered")
                    .keeps(PROCESS, "DurabilityMode.NO_SYNC: the redo log is handed to the system")
                    .keeps(POWER, "DurabilityMode.SYNC: the redo log is forced to the device")
                    .loadSurvives(POWER, "checkpoints, one a minute, of a tree that grows in key order")
                    .can(SCAN, "cursor, findGe and next")
                    .can(REVERSE_SCAN, "cursor, findLe and previous")
                    .can(TRANSACTIONS, "row locks, read committed; a deadlock's victim is run again")
                    .can(CONCURRENT_WRITES, "page latches; no global write lock")
                    .can(BLOCK_DEVICE, "pages on the device, the redo log in a file")
                    .can(DIRECT_IO_FILE, TuplStorage.DIRECT_IO)
                    .can(DIRECT_IO_DEVICE, TuplStorage.DIRECT_IO)
                    .can(MMAP, "profile mapped", "mapped")
                    .can(ENCRYPTION, "profile cipher", "cipher"))
            .build();

    @Override
    public String version() {
        return "TuplDB " + LibraryVersion.of(Database.class, "org.cojen", "tupl");
    }

    @Override
    public Traits traits() {
        return TRAITS;
    }

    /** The cache is native memory, but each of its pages has an object on the heap. */
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
                && PAGE_CODERS.stream().noneMatch(spec::has);
        if (spec.has("mapped") && !plain) {
            throw new Unsupported("profile mapped with device, direct, " + String.join(", ", PAGE_CODERS)
                    + ": it uses pages of a file where they are mapped");
        }
        if (target.directIo() && pageSize(spec) % DIRECT_ALIGNMENT != 0) {
            throw new Unsupported(
                    "direct with a page size of " + pageSize(spec) + ": must be a multiple of " + DIRECT_ALIGNMENT);
        }
    }

    private static int pageSize(StoreSpec spec) {
        return Math.toIntExact(Amount.bytes(spec.setting("pageSize", "4096")));
    }

    @Override
    public Store open(StoreSpec spec) throws Exception {
        boolean onDevice = spec.target().device() != null;
        StoreFolder.of(spec, onDevice ? "" : PAGE_FILE); // else TuplDB would create both
        if (onDevice) {
            spec.target().deviceBytes(); // else TuplDB would create a file of a name that does not exist
        }
        // On a device there is always something, which only destroy() does not take for a store.
        Database database;
        try {
            database = onDevice && spec.create() ? Database.destroy(config(spec)) : Database.open(config(spec));
        } catch (DatabaseException failed) {
            throw reason(failed);
        }
        Index index = database.openIndex(INDEX);
        return new ComposedStore(() -> new TuplSession(database, index, spec.records()), database::shutdown)
                .loadedBy(() -> loader(index, spec.records()))
                .settledBy(database::checkpoint)
                .sizedBy(() -> onDevice ? TuplStorage.pageBytes(database) : -1);
    }

    /** TuplDB 1.3 wraps the cause, such as another opener, in a message about direct page access. */
    private static Exception reason(DatabaseException failed) {
        Throwable innermost = failed;
        while (String.valueOf(failed.getMessage()).contains("direct page access") && innermost.getCause() != null) {
            innermost = innermost.getCause();
        }
        return innermost instanceof Exception known ? known : failed;
    }

    /** The fixed size of a map, in pages: 4 times the data plus 1 GiB. The file is sparse. */
    static long mappedPages(StoreSpec spec) {
        return ((1L << 30) + 4 * spec.dataBytes() + 64 * spec.entries()) / pageSize(spec);
    }

    private static DatabaseConfig config(StoreSpec spec) throws Exception {
        DurabilityMode mode = switch (spec.durability()) {
            case NONE -> DurabilityMode.NO_REDO;
            case PROCESS -> DurabilityMode.NO_SYNC;
            case POWER -> DurabilityMode.SYNC;
        };
        DatabaseConfig config = new DatabaseConfig()
                .baseFile(new File(spec.target().directory().toFile(), BASE_FILE))
                .pageSize(pageSize(spec))
                .durabilityMode(mode)
                .lockTimeout(LOCK_SECONDS, TimeUnit.SECONDS);
        if (!spec.has("default")) {
            config.minCacheSize(spec.cacheBytes()).maxCacheSize(spec.cacheBytes());
        }
        if (spec.has("tuned")) {
            config.checkpointSizeThreshold(LOG_BYTES);
        }
        File pages = new File(spec.target().directory().toFile(), PAGE_FILE);
        return TuplStorage.configure(config, spec, pages, pageSize(spec));
    }

    /** Appends by a cursor that stays near its last position, without a transaction. */
    private static Loader loader(Index index, Records records) throws IOException {
        WholeValues values = new WholeValues(records);
        Cursor cursor = index.newCursor(Transaction.BOGUS);
        cursor.autoload(false);
        return new Loader() {
            @Override
            public void append(long id, int revision) throws IOException {
                cursor.findNearby(records.key(id)); // which it keeps
                cursor.store(values.of(id, revision));
            }

            @Override
            public void close() {
                cursor.reset();
            }
        };
    }
}
