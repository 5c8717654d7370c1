package storemark.engines.sqlite;

import static storemark.engine.Capability.BLOCK_DEVICE;
import static storemark.engine.Capability.CHECKSUMS;
import static storemark.engine.Capability.COMPRESSION;
import static storemark.engine.Capability.CONCURRENT_WRITES;
import static storemark.engine.Capability.DIRECT_IO_DEVICE;
import static storemark.engine.Capability.DIRECT_IO_FILE;
import static storemark.engine.Capability.ENCRYPTION;
import static storemark.engine.Capability.MMAP;
import static storemark.engine.Capability.REVERSE_SCAN;
import static storemark.engine.Capability.SCAN;
import static storemark.engine.Capability.TRANSACTIONS;
import static storemark.engine.Durability.POWER;
import static storemark.engine.Durability.PROCESS;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.Callable;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.LockingMode;
import org.sqlite.SQLiteConfig.SynchronousMode;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteOpenMode;
import storemark.engine.Durability;
import storemark.engine.Engine;
import storemark.engine.Store;
import storemark.engine.StoreSpec;
import storemark.engine.Survivors;
import storemark.engine.Traits;
import storemark.engine.Unavailable;
import storemark.engine.Unsupported;
import storemark.engines.BTreeSpace;
import storemark.engines.ComposedStore;
import storemark.engines.Debt;
import storemark.engines.StoreFolder;
import storemark.text.Amount;

/** SQLite through sqlite-jdbc. See docs/engines/sqlite.md. */
public final class SqliteEngine implements Engine {
    private static final String FILE = "records.db";
    private static final int BUSY_MILLIS = 60_000;
    /** A cell's entry in its page, the size of its payload, and the header of the record, in bytes. */
    private static final int RECORD_OVERHEAD = 8;
    /** The log beside the database: a transaction of a load, or the pages between two checkpoints. */
    private static final long LOG_BYTES = 128L << 20;

    private static final int LEAST_PAGE = 512;
    private static final int MOST_PAGE = 64 << 10;
    /** Pages between two checkpoints with the profile tuned. */
    private static final int TUNED_LOG_PAGES = 100_000;

    private static final Traits TRAITS = Traits.of("sqlite", "blessing (SQLite), Apache-2.0 (sqlite-jdbc)")
            .profile("default", "as the library comes: no memory map, a mutex around each call")
            .profile("tuned", "wal_autocheckpoint of 100000 pages, by SQLite's manual")
            .size("pageSize", "size of a page (4k)")
            .choice("key", "what 8-byte keys are stored as", "integer", "blob")
            .choice(
                    "journal",
                    "PRAGMA journal_mode; delete is the library's default, a rollback journal",
                    "wal",
                    "delete")
            .choice("synchronous", "PRAGMA synchronous at durability none and process", "off", "full")
            .choice("locking", "exclusive is one session that keeps its locks", "normal", "exclusive")
            .none(Survivors.ALL, "synchronous=OFF: each commit is written to the log, which is not synchronised")
            .keeps(PROCESS, "synchronous=OFF: each commit is written to the log, which is not synchronised")
            .keeps(POWER, "synchronous=FULL: each commit ends with fsync of the log")
            .loadSurvives(PROCESS, "transactions of 64 MiB in key order")
            .can(SCAN, "SELECT .. ORDER BY key")
            .can(REVERSE_SCAN, "SELECT .. ORDER BY key DESC")
            .can(TRANSACTIONS, "serialisable; readers see a snapshot")
            .cannot(CONCURRENT_WRITES, "one writer at a time; others wait in the busy handler")
            .can(MMAP, "PRAGMA mmap_size, where --cache holds the file")
            .cannot(CHECKSUMS, "frames of the log only: sqlite-jdbc lacks the cksumvfs extension")
            .cannot(ENCRYPTION, "SEE is not free, and not in sqlite-jdbc")
            .cannot(COMPRESSION, "ZIPVFS is not free, and not in sqlite-jdbc")
            .cannot(BLOCK_DEVICE, "the log and its index need files beside the database")
            .cannot("the unix VFS has no O_DIRECT", DIRECT_IO_FILE, DIRECT_IO_DEVICE)
            .build();

    @Override
    public String version() throws Unavailable {
        try (Connection memory = DriverManager.getConnection("jdbc:sqlite::memory:")) {
            DatabaseMetaData about = memory.getMetaData();
            return "SQLite " + about.getDatabaseProductVersion() + ", sqlite-jdbc " + about.getDriverVersion();
        } catch (SQLException | LinkageError missing) {
            throw new Unavailable("the native library of sqlite-jdbc does not load: " + missing.getMessage(), missing);
        }
    }

    @Override
    public Traits traits() {
        return TRAITS;
    }

    @Override
    public long diskBytes(StoreSpec spec) {
        return BTreeSpace.written(spec, pageBytes(spec), recordOverhead(spec)) + logBytes(spec);
    }

    private static long logBytes(StoreSpec spec) {
        return spec.has("tuned") ? Math.max(LOG_BYTES, TUNED_LOG_PAGES * (pageBytes(spec) + 24L)) : LOG_BYTES;
    }

    @Override
    public long loadedBytes(StoreSpec spec) {
        return BTreeSpace.loaded(spec, pageBytes(spec), recordOverhead(spec)) + LOG_BYTES;
    }

    /** A blob key may be in an index beside the table, too. */
    private static int recordOverhead(StoreSpec spec) {
        return blobKeys(spec) ? 2 * RECORD_OVERHEAD + spec.records().keyBytes() : RECORD_OVERHEAD;
    }

    private static boolean blobKeys(StoreSpec spec) {
        return spec.records().keyBytes() != Long.BYTES
                || spec.setting("key", "integer").equals("blob");
    }

    private static boolean isExclusive(StoreSpec spec) {
        return spec.setting("locking", "normal").equals("exclusive");
    }

    @Override
    public void check(StoreSpec spec) throws Unsupported, Unavailable {
        Engine.super.check(spec);
        long page = pageBytes(spec);
        if (page < LEAST_PAGE || page > MOST_PAGE || Long.bitCount(page) != 1) {
            throw new Unsupported("pageSize of " + page
                    + " bytes: must be a power of two from 512 to 64k, since SQLite ignores any other");
        }
        if (isExclusive(spec) && spec.threads() > 1) {
            throw new Unsupported("locking.exclusive: " + spec.threads() + " sessions, must be 1");
        }
        if (spec.durability() == Durability.POWER
                && spec.setting("synchronous", "full").equals("off")) {
            throw new Unsupported("synchronous.off: must be full at durability power");
        }
    }

    @Override
    public String durability(StoreSpec spec) {
        boolean full = synchronous(spec) == SynchronousMode.FULL;
        if (spec.setting("journal", "wal").equals("delete")) {
            return full
                    ? "synchronous=FULL: each commit synchronises the rollback journal, then the database"
                    : "synchronous=OFF: each commit writes the rollback journal and the database, neither synchronised";
        }
        return TRAITS.durability(full ? Durability.POWER : spec.durability()).how();
    }

    @Override
    public Store open(StoreSpec spec) throws Exception {
        boolean exclusive = isExclusive(spec);
        Path file = StoreFolder.of(spec, FILE).resolve(FILE);
        // So that a log left by the last session is known, checkpointed and removed.
        SQLiteConnection own = connect(spec, file, spec.create());
        try {
            if (spec.create()) {
                create(spec, own);
            } else {
                check(spec, own);
            }
            if (!exclusive) {
                run(own, "PRAGMA busy_timeout=0"); // it only checkpoints, and settling waits by itself
            }
        } catch (SQLException | Unsupported refused) {
            own.close();
            throw refused;
        }
        boolean blob = blobKeys(spec);
        Callable<SqliteSession> sessions = () -> new SqliteSession(
                exclusive ? own : connect(spec, file, false), !exclusive, spec.records(), blob, isIndexed(spec));
        return new ComposedStore(sessions::call, () -> close(own))
                .loadedBy(() -> new SqliteLoader(sessions.call()))
                .settledBy(() -> settle(spec, own));
    }

    private static void create(StoreSpec spec, Connection connection) throws SQLException {
        run(connection, "PRAGMA page_size=" + pageBytes(spec)); // ignored once the log is in use
        run(connection, "PRAGMA journal_mode=" + spec.setting("journal", "wal"));
        String table = blobKeys(spec) ? "k BLOB PRIMARY KEY NOT NULL" : "k INTEGER PRIMARY KEY";
        String clustered = blobKeys(spec) && !isIndexed(spec) ? " WITHOUT ROWID" : "";
        run(connection, "CREATE TABLE records(" + table + ", v BLOB NOT NULL)" + clustered);
    }

    /** Whether keys are blobs in an index beside the rows: the manual's rule for large rows. */
    private static boolean isIndexed(StoreSpec spec) {
        double row = spec.records().keyBytes() + spec.records().meanValueBytes();
        return blobKeys(spec) && row >= pageBytes(spec) / 20.0;
    }

    private static long pageBytes(StoreSpec spec) {
        return Amount.bytes(spec.setting("pageSize", "4k"));
    }

    /** Refuses a store that was created with other settings: its keys would not be found, or its rates mislabelled. */
    private static void check(StoreSpec spec, Connection connection) throws SQLException, Unsupported {
        String wanted = blobKeys(spec) ? "BLOB" : "INTEGER";
        String key = text(connection, "SELECT type FROM pragma_table_info('records') WHERE name = 'k'");
        String page = text(connection, "PRAGMA page_size");
        if (!key.equals(wanted) || Long.parseLong(page) != pageBytes(spec)) {
            throw new Unsupported("the store in " + spec.target().directory() + " has " + key + " keys and pages of "
                    + page + " bytes, not " + wanted + " keys and pages of " + pageBytes(spec)
                    + " bytes: open it with the settings that created it, or create another");
        }
    }

    private static String text(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            return row.next() ? row.getString(1) : "no";
        }
    }

    private static SQLiteConnection connect(StoreSpec spec, Path file, boolean create)
            throws SQLException, IOException {
        SQLiteConfig config = new SQLiteConfig();
        if (!create) {
            config.resetOpenMode(SQLiteOpenMode.CREATE);
        }
        config.setBusyTimeout(BUSY_MILLIS);
        config.setGetGeneratedKeys(false); // else the driver runs another statement after each INSERT
        config.setSynchronous(synchronous(spec));
        if (!spec.has("default")) {
            config.setOpenMode(SQLiteOpenMode.NOMUTEX); // no connection is used by two threads
        }
        if (isExclusive(spec)) {
            config.setLockingMode(LockingMode.EXCLUSIVE);
        }
        SQLiteConnection connection = (SQLiteConnection) config.createConnection("jdbc:sqlite:" + file);
        // The driver's autocommit runs an empty BEGIN and COMMIT after each statement: SQLite's own needs neither.
        connection.setAutoCommit(false);
        run(connection, "COMMIT");
        // Of a store that is there, its size: a mix that inserts opens it for many more records than it has.
        long bytes = spec.create() ? BTreeSpace.loaded(spec, pageBytes(spec), recordOverhead(spec)) : Files.size(file);
        if (!spec.has("default") && bytes <= spec.cacheBytes()) {
            run(connection, "PRAGMA mmap_size=" + spec.cacheBytes()); // past memory a miss of the map reads too much
        }
        if (spec.has("tuned")) {
            run(connection, "PRAGMA wal_autocheckpoint=" + TUNED_LOG_PAGES);
        }
        return connection;
    }

    private static SynchronousMode synchronous(StoreSpec spec) {
        boolean full = spec.durability() == Durability.POWER
                || spec.setting("synchronous", "off").equals("full");
        return full ? SynchronousMode.FULL : SynchronousMode.OFF;
    }

    private static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static void settle(StoreSpec spec, Connection own) throws Exception {
        run(own, "PRAGMA synchronous=FULL");
        try {
            Debt.await("checkpoint", () -> isCheckpointed(own));
        } finally {
            run(own, "PRAGMA synchronous=" + synchronous(spec));
        }
    }

    /** Moves the log's pages into the file, and empties it unless a reader prevents it. */
    private static boolean isCheckpointed(Connection own) throws SQLException {
        return text(own, "PRAGMA wal_checkpoint(TRUNCATE)").equals("0");
    }

    /** Tries once, without waiting: the log of a session that is still open is read by the next open. */
    private static void close(Connection own) throws SQLException {
        try (own) {
            run(own, "PRAGMA synchronous=FULL");
            isCheckpointed(own);
        }
    }
}
