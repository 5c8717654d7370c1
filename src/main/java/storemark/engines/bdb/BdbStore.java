package storemark.engines.bdb;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import storemark.engine.Durability;
import storemark.engine.Loader;
import storemark.engine.Records;
import storemark.engine.Session;
import storemark.engine.Store;
import storemark.engine.StoreSpec;
import storemark.engines.NativeLibrary;
import storemark.text.Amount;

/** An environment with one database. Checkpoints once per minute: the library does not. */
final class BdbStore implements Store {
    private static final String PASSWORD = "storemark";
    private static final int LOG_BUFFER = 8 << 20;
    private static final int LOG_FILE = 64 << 20;

    /** The offset of {@code pagesize} in a file's first page, as in {@code DBMETA} of the library's sources. */
    private static final int PAGE_SIZE_AT = 20;

    final BerkeleyDb bdb;
    final Records records;
    final long db;
    final int pageBytes;
    private final long env;
    /** Whether there are a log, locks and transactions. */
    final boolean logs;
    /** Whether scans upwards take whole pages of records in a call. */
    final boolean readsInBulk;

    private final ScheduledExecutorService checkpointer;
    private final ScheduledFuture<?> checkpoints;

    BdbStore(BerkeleyDb bdb, StoreSpec spec) throws IOException {
        this.bdb = bdb;
        records = spec.records();
        logs = spec.setting("log", "on").equals("on");
        readsInBulk = spec.setting("bulk", "on").equals("on");
        ByteBuffer handle = NativeLibrary.handle();
        check(bdb.db_env_create(NativeLibrary.address(handle), 0), "create environment");
        env = handle.getLong(0);
        try {
            openEnvironment(spec);
            check(bdb.db_create(NativeLibrary.address(handle), env, 0), "create database");
            db = handle.getLong(0);
            openDatabase(spec);
            if (spec.create()) {
                settle(); // so that a killed process leaves a store, at durability none an empty one
                force(spec.target().directory());
            }
            pageBytes = pageBytes(spec.target().directory().resolve(BdbEngine.FILE));
        } catch (IOException | RuntimeException failed) {
            try (Closeable environment = () -> check(bdb.__env_close_pp(env, 0), "close")) {
                throw failed;
            }
        }
        checkpointer = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "bdb-checkpoint");
            thread.setDaemon(true);
            return thread;
        });
        checkpoints = checkpointer.scheduleWithFixedDelay(this::checkpointWhenDue, 1, 1, TimeUnit.MINUTES);
    }

    /** The library makes a file under another name and does not force the new one; recovery from a checkpoint does not make it again. */
    private static void force(Path directory) throws IOException {
        try (FileChannel folder = FileChannel.open(directory)) {
            folder.force(true);
        }
    }

    private void openEnvironment(StoreSpec spec) throws IOException {
        bdb.__env_set_errcall(env, 0); // no messages on the standard error stream
        if (!spec.has("default")) {
            long cache = spec.cacheBytes();
            check(bdb.__memp_set_cachesize(env, (int) (cache >> 30), (int) (cache & (1 << 30) - 1), 1), "cache size");
        }
        if (logs) {
            setUpLog(spec);
        }
        if (encrypts(spec)) {
            check(bdb.__env_set_encrypt(env, PASSWORD, BerkeleyDb.ENCRYPT), "encryption");
        }
        String home = spec.target().directory().toString();
        int parts = logs ? BerkeleyDb.PRIVATE_TRANSACTIONAL : BerkeleyDb.PRIVATE_CACHE;
        check(bdb.__env_open_pp(env, home, parts, 0), "open " + home);
    }

    private void setUpLog(StoreSpec spec) throws IOException {
        check(bdb.__lock_set_lk_detect(env, BerkeleyDb.LOCK_MINWRITE), "deadlock detection");
        check(bdb.__log_set_config(env, BerkeleyDb.LOG_AUTO_REMOVE, 1), "log removal");
        if (spec.durability() != Durability.POWER) {
            boolean none = spec.durability() == Durability.NONE;
            int flag = none ? BerkeleyDb.TXN_NOSYNC : BerkeleyDb.TXN_WRITE_NOSYNC;
            check(bdb.__env_set_flags(env, flag, 1), "durability");
        }
        if (spec.has("tuned")) {
            check(bdb.__log_set_lg_bsize(env, LOG_BUFFER), "log buffer");
            check(bdb.__log_set_lg_max(env, LOG_FILE), "log file size");
        }
    }

    private static boolean encrypts(StoreSpec spec) {
        return spec.setting("encryption", "off").equals("aes");
    }

    private void openDatabase(StoreSpec spec) throws IOException {
        try {
            int checksum = spec.setting("checksum", "off").equals("on") ? BerkeleyDb.CHECKSUM : 0;
            check(bdb.__db_set_flags(db, checksum | (encrypts(spec) ? BerkeleyDb.ENCRYPT : 0)), "database flags");
            String asked = spec.settings().get("pageSize");
            if (asked != null || spec.has("tuned")) {
                int bytes = asked != null ? Math.toIntExact(Amount.bytes(asked)) : tunedPageBytes(records);
                check(bdb.__db_set_pagesize(db, bytes), "page size");
            }
            int mode =
                    BerkeleyDb.THREAD | (logs ? BerkeleyDb.AUTO_COMMIT : 0) | (spec.create() ? BerkeleyDb.CREATE : 0);
            check(
                    bdb.__db_open_pp(db, 0, BdbEngine.FILE, null, BerkeleyDb.BTREE, mode, 0),
                    "open " + BdbEngine.FILE + " in " + spec.target().directory());
        } catch (IOException | RuntimeException failed) {
            try (Closeable database = () -> check(bdb.__db_close_pp(db, 0), "close")) {
                throw failed;
            }
        }
    }

    /** The smallest page, of 4 to 64 KiB, that needs no overflow pages: four of the largest records must fit. */
    private static int tunedPageBytes(Records records) {
        int record = records.keyBytes() + records.maxValueBytes() + 32;
        return Math.min(64 << 10, Math.max(4 << 10, Integer.highestOneBit(4 * record - 1) << 1));
    }

    /** As in the file's first page: the function that tells is not exported. */
    private static int pageBytes(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            in.skipNBytes(PAGE_SIZE_AT);
            return ByteBuffer.wrap(in.readNBytes(Integer.BYTES))
                    .order(ByteOrder.nativeOrder())
                    .getInt();
        }
    }

    private void checkpointWhenDue() {
        try {
            checkpoint(0);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed); // ends the schedule; close() reports it
        }
    }

    private void checkpoint(int flags) throws IOException {
        int code = logs ? bdb.__txn_checkpoint_pp(env, 0, 0, flags) : bdb.__memp_sync_pp(env, 0);
        check(code, "checkpoint");
    }

    @Override
    public Session session() {
        return new BdbSession(this);
    }

    @Override
    public Loader loader() throws IOException {
        return new BdbLoader(this);
    }

    @Override
    public void settle() throws IOException {
        checkpoint(BerkeleyDb.FORCE);
    }

    /** A new transaction; 0 where there are none, which the library takes as such. */
    long begin(ByteBuffer handle, int flags) throws IOException {
        if (!logs) {
            return 0;
        }
        check(bdb.__txn_begin_pp(env, 0, NativeLibrary.address(handle), flags), "begin");
        return handle.getLong(0);
    }

    void commit(long txn) throws IOException {
        if (txn != 0) {
            check(bdb.__txn_commit(txn, 0), "commit");
        }
    }

    /** The library has aborted the transaction to break a deadlock. */
    static final class Deadlock extends IOException {
        private static final long serialVersionUID = 1L;

        Deadlock(String message) {
            super(message);
        }
    }

    void check(int code, String what) throws IOException {
        if (code != 0) {
            String message = "Berkeley DB: " + what + ": " + bdb.db_strerror(code) + " (" + code + ")";
            throw code == BerkeleyDb.LOCK_DEADLOCK ? new Deadlock(message) : new IOException(message);
        }
    }

    @Override
    public void close() throws Exception {
        // Closed from the last to the first, each even if another fails.
        try (AutoCloseable environment = () -> check(bdb.__env_close_pp(env, 0), "close environment");
                AutoCloseable last = this::settle;
                AutoCloseable database = () -> check(bdb.__db_close_pp(db, 0), "close database")) {
            if (checkpoints.isDone()) {
                checkpoints.get(); // only a failure ends it
            }
            checkpoints.cancel(false);
            checkpointer.shutdown();
            checkpointer.awaitTermination(1, TimeUnit.HOURS);
        }
    }
}
