package storemark.engines;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.LockingMode;
import org.sqlite.SQLiteConfig.SynchronousMode;
import org.sqlite.SQLiteOpenMode;
import storemark.engine.Capability;
import storemark.engine.Durability;
import storemark.engine.Engine;
import storemark.engine.Loader;
import storemark.engine.Records;
import storemark.engine.Session;
import storemark.engine.Sink;
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

    /** Inserts many rows by one statement, which takes half the time of as many statements. */
    private static final class SqliteLoader implements Loader {
        private static final int ROWS = 32;
        private static final int STATEMENT_BYTES = 1 << 20;
        private static final int TRANSACTION_BYTES = 64 << 20;

        private final SqliteSession session;
        private final int rows;
        private final PreparedStatement insert;
        private final long[] ids;
        private final int[] revisions;
        private final byte[][] keys;
        private final byte[][] values;
        private int pending;
        private long written;

        SqliteLoader(SqliteSession session) throws SQLException {
            this.session = session;
            rows = Math.max(1, Math.min(ROWS, STATEMENT_BYTES / Math.max(1, session.records.maxValueBytes())));
            insert = session.connection.prepareStatement(
                    "INSERT INTO records VALUES " + "(?,?),".repeat(rows - 1) + "(?,?)");
            ids = new long[rows];
            revisions = new int[rows];
            keys = new byte[rows][session.records.keyBytes()];
            values = new byte[rows][0];
        }

        @Override
        public void append(long id, int revision) throws SQLException {
            if (written == 0 && pending == 0) {
                session.begin(true);
            }
            ids[pending] = id;
            revisions[pending++] = revision;
            if (pending < rows) {
                return;
            }
            for (int row = 0; row < rows; row++) {
                session.bind(insert, 2 * row + 1, ids[row], keys[row]);
                values[row] = session.value(ids[row], revisions[row], values[row]);
                insert.setBytes(2 * row + 2, values[row]);
                written += keys[row].length + values[row].length;
            }
            insert.executeUpdate();
            pending = 0;
            if (written >= TRANSACTION_BYTES) {
                session.commit();
                written = 0;
            }
        }

        @Override
        public void close() throws SQLException {
            try (session;
                    insert) {
                for (int row = 0; row < pending; row++) {
                    session.put(ids[row], revisions[row]);
                }
                if (written > 0 || pending > 0) {
                    session.commit();
                }
            }
        }
    }

    private static final class SqliteSession implements Session {
        private final Connection connection;
        private final boolean closes;
        private final Records records;
        private final boolean blob;
        private final PreparedStatement get;
        private final PreparedStatement put;
        private final PreparedStatement delete;
        private final PreparedStatement beginRead;
        private final PreparedStatement beginWrite;
        private final PreparedStatement commit;
        /** Upwards and downwards, without keys and with them: prepared when first used. */
        private final PreparedStatement[] scans = new PreparedStatement[4];

        private final byte[] key;
        private byte[] value = new byte[0];

        SqliteSession(Connection connection, boolean closes, Records records, boolean blob) throws SQLException {
            this.connection = connection;
            this.closes = closes;
            this.records = records;
            this.blob = blob;
            key = new byte[records.keyBytes()];
            get = connection.prepareStatement("SELECT v FROM records WHERE k = ?");
            put = connection.prepareStatement("REPLACE INTO records VALUES (?, ?)");
            delete = connection.prepareStatement("DELETE FROM records WHERE k = ?");
            beginRead = connection.prepareStatement("BEGIN");
            beginWrite = connection.prepareStatement("BEGIN IMMEDIATE"); // a lock taken later could not be waited for
            commit = connection.prepareStatement("COMMIT");
        }

        private void bind(PreparedStatement statement, int at, long id, byte[] to) throws SQLException {
            if (blob) {
                records.key(id, to);
                statement.setBytes(at, to);
            } else {
                statement.setLong(at, id);
            }
        }

        /** The driver takes whole arrays, so {@code last} serves again only where values are of one length. */
        private byte[] value(long id, int revision, byte[] last) {
            int length = records.valueBytes(id);
            byte[] to = last.length == length ? last : new byte[length];
            records.value(id, revision, to);
            return to;
        }

        @Override
        public boolean get(long id, Sink sink) throws SQLException {
            bind(get, 1, id, key);
            try (ResultSet row = get.executeQuery()) {
                if (!row.next()) {
                    return false;
                }
                byte[] found = row.getBytes(1);
                sink.value(found, 0, found.length);
                return true;
            }
        }

        @Override
        public void put(long id, int revision) throws SQLException {
            bind(put, 1, id, key);
            value = value(id, revision, value);
            put.setBytes(2, value);
            put.executeUpdate();
        }

        @Override
        public boolean delete(long id) throws SQLException {
            bind(delete, 1, id, key);
            return delete.executeUpdate() > 0;
        }

        /** Integers are signed in SQLite: ids from 2^63 up are negative, and follow those below. */
        @Override
        public int scan(long fromId, int limit, boolean ascending, Sink sink) throws SQLException {
            PreparedStatement scan = scan(ascending, sink.wantsKeys());
            if (blob) {
                bind(scan, 1, fromId, key);
                return scan(scan, limit, sink);
            }
            boolean low = fromId >= 0;
            int count = ascending
                    ? scan(scan, fromId, low ? Long.MAX_VALUE : -1, limit, sink)
                    : scan(scan, low ? 0 : Long.MIN_VALUE, fromId, limit, sink);
            if (count < limit && ascending == low) {
                count += ascending
                        ? scan(scan, Long.MIN_VALUE, -1, limit - count, sink)
                        : scan(scan, 0, Long.MAX_VALUE, limit - count, sink);
            }
            return count;
        }

        private int scan(PreparedStatement scan, long first, long last, int limit, Sink sink) throws SQLException {
            scan.setLong(1, first);
            scan.setLong(2, last);
            return scan(scan, limit, sink);
        }

        private int scan(PreparedStatement scan, int limit, Sink sink) throws SQLException {
            boolean keys = sink.wantsKeys();
            int count = 0;
            try (ResultSet row = scan.executeQuery()) {
                while (count < limit && row.next()) {
                    if (keys && blob) {
                        sink.key(row.getBytes(2), 0);
                    } else if (keys) {
                        records.key(row.getLong(2), key);
                        sink.key(key, 0);
                    }
                    byte[] found = row.getBytes(1);
                    sink.value(found, 0, found.length);
                    count++;
                }
            }
            return count;
        }

        private PreparedStatement scan(boolean ascending, boolean keys) throws SQLException {
            int which = (ascending ? 0 : 1) + (keys ? 2 : 0);
            if (scans[which] == null) {
                String range = !blob ? "BETWEEN ? AND ?" : ascending ? ">= ?" : "<= ?";
                scans[which] = connection.prepareStatement("SELECT v" + (keys ? ", k" : "") + " FROM records WHERE k "
                        + range + " ORDER BY k" + (ascending ? "" : " DESC"));
            }
            return scans[which];
        }

        @Override
        public void begin(boolean write) throws SQLException {
            (write ? beginWrite : beginRead).executeUpdate();
        }

        @Override
        public void commit() throws SQLException {
            commit.executeUpdate();
        }

        @Override
        public void close() throws SQLException {
            if (closes) {
                connection.close(); // with its statements
                return;
            }
            for (PreparedStatement statement : List.of(get, put, delete, beginRead, beginWrite, commit)) {
                statement.close();
            }
        }
    }
}
