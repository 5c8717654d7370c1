package storemark.engines;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.LockingMode;
import org.sqlite.SQLiteConfig.SynchronousMode;
import org.sqlite.SQLiteOpenMode;
import storemark.engine.Capability;
import storemark.engine.Durability;
import storemark.engine.Engine;
import storemark.engine.Loader;
import storemark.engine.Session;
import storemark.engine.Store;
import storemark.engine.StoreSpec;
import storemark.engine.Traits;
import storemark.engine.Unavailable;
import storemark.engine.Unsupported;
import storemark.text.Amount;

/** SQLite through sqlite-jdbc. See docs/engines/sqlite.md. */
public final class SqliteEngine implements Engine {
    private static final String FILE = "records.db";
    private static final int BUSY_MILLIS = 60_000;

    private static final Traits TRAITS = Traits.of("blessing (SQLite), Apache-2.0 (sqlite-jdbc)")
            .profile(
                    "tuned",
                    "SQLite's manual: mmap_size for reads without a copy, wal_autocheckpoint of 100000 pages for writes")
            .setting("pageSize", "size of a page (4k)")
            .setting("key", "integer or blob: what 8-byte keys are stored as (integer)")
            .setting("locking", "normal or exclusive: one session that keeps its locks (normal)")
            .keeps(Durability.NONE, "synchronous=OFF: each commit is written to the log, which is not synchronised")
            .keeps(Durability.PROCESS, "synchronous=OFF: each commit is written to the log, which is not synchronised")
            .keeps(Durability.POWER, "synchronous=FULL: each commit ends with fsync of the log")
            .can(Capability.SCAN, "SELECT .. ORDER BY key")
            .can(Capability.REVERSE_SCAN, "SELECT .. ORDER BY key DESC")
            .can(Capability.TRANSACTIONS, "serialisable; readers see a snapshot")
            .cannot(Capability.CONCURRENT_WRITES, "one writer at a time; others wait in the busy handler")
            .can(Capability.MMAP, "profile tuned: PRAGMA mmap_size")
            .cannot(Capability.CHECKSUMS, "frames of the log only: sqlite-jdbc has not the cksumvfs extension")
            .cannot(Capability.ENCRYPTION, "SEE is not free, and not in sqlite-jdbc")
            .cannot(Capability.COMPRESSION, "ZIPVFS is not free, and not in sqlite-jdbc")
            .cannot(Capability.BLOCK_DEVICE, "the log and its index need files beside the database")
            .cannot(Capability.DIRECT_IO_FILE, "the unix VFS has no O_DIRECT")
            .cannot(Capability.DIRECT_IO_DEVICE, "the unix VFS has no O_DIRECT")
            .build();

    @Override
    public String name() {
        return "sqlite";
    }

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
    public Store open(StoreSpec spec) throws Exception {
        boolean exclusive = choice(spec, "locking", "normal", "exclusive");
        if (exclusive && spec.threads() > 1) {
            throw new Unsupported("locking.exclusive: one session only, and " + spec.threads() + " are wanted");
        }
        Path file = StoreFolder.of(spec, FILE).resolve(FILE);
        boolean blob = spec.records().keyBytes() != Long.BYTES || choice(spec, "key", "integer", "blob");
        Connection own = connect(spec, file, spec.create(), exclusive);
        try {
            if (spec.create()) {
                create(spec, own, blob);
            }
            return new SqliteStore(spec, file, own, blob, exclusive);
        } catch (SQLException refused) {
            own.close();
            throw refused;
        }
    }

    /** Whether {@code setting} asks for {@code other} and not for {@code usual}. */
    private static boolean choice(StoreSpec spec, String setting, String usual, String other) throws Unsupported {
        String value = spec.settings().getOrDefault(setting, usual);
        if (!value.equals(usual) && !value.equals(other)) {
            throw new Unsupported(setting + " '" + value + "': write " + usual + " or " + other);
        }
        return value.equals(other);
    }

    private static void create(StoreSpec spec, Connection connection, boolean blob) throws SQLException {
        long page = Amount.bytes(spec.settings().getOrDefault("pageSize", "4k"));
        run(connection, "PRAGMA page_size=" + page); // ignored once the log is in use
        run(connection, "PRAGMA journal_mode=WAL");
        double row = spec.records().keyBytes() + spec.records().meanValueBytes();
        String table = blob ? "k BLOB PRIMARY KEY NOT NULL" : "k INTEGER PRIMARY KEY";
        String clustered = blob && row < page / 20.0 ? " WITHOUT ROWID" : ""; // the manual's rule for large rows
        run(connection, "CREATE TABLE records(" + table + ", v BLOB NOT NULL)" + clustered);
    }

    private static Connection connect(StoreSpec spec, Path file, boolean create, boolean exclusive)
            throws SQLException {
        SQLiteConfig config = new SQLiteConfig();
        if (!create) {
            config.resetOpenMode(SQLiteOpenMode.CREATE);
        }
        config.setBusyTimeout(BUSY_MILLIS);
        config.setGetGeneratedKeys(false); // else the driver runs a second statement after each INSERT
        config.setSynchronous(synchronous(spec));
        config.setCacheSize((int) -Math.min(Integer.MAX_VALUE, (spec.cacheBytes() / spec.threads()) >> 10));
        if (exclusive) {
            config.setLockingMode(LockingMode.EXCLUSIVE);
        }
        Connection connection = config.createConnection("jdbc:sqlite:" + file);
        // The driver's own autocommit runs an empty BEGIN and COMMIT after each statement: SQLite's needs neither.
        connection.setAutoCommit(false);
        run(connection, "COMMIT");
        if (spec.has("tuned")) {
            run(connection, "PRAGMA mmap_size=" + (1L << 40));
            run(connection, "PRAGMA wal_autocheckpoint=100000");
        }
        return connection;
    }

    private static SynchronousMode synchronous(StoreSpec spec) {
        return spec.durability() == Durability.POWER ? SynchronousMode.FULL : SynchronousMode.OFF;
    }

    private static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Has a connection of its own, so that a log left by the last session is known, checkpointed and removed. */
    private record SqliteStore(StoreSpec spec, Path file, Connection own, boolean blob, boolean exclusive)
            implements Store {
        @Override
        public Session session() throws SQLException {
            return exclusive
                    ? new SqliteSession(own, false, spec.records(), blob)
                    : new SqliteSession(connect(spec, file, false, false), true, spec.records(), blob);
        }

        @Override
        public Loader loader() throws Exception {
            return new SqliteLoader((SqliteSession) session());
        }

        @Override
        public void settle() throws Exception {
            run(own, "PRAGMA synchronous=FULL");
            Debt.await("checkpoint", () -> {
                try (Statement statement = own.createStatement();
                        ResultSet row = statement.executeQuery("PRAGMA wal_checkpoint(TRUNCATE)")) {
                    return row.getInt(1) == 0;
                }
            });
            run(own, "PRAGMA synchronous=" + synchronous(spec));
        }

        @Override
        public void close() throws Exception {
            try (own) {
                settle();
            }
        }
    }
}
