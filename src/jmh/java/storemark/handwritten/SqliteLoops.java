package storemark.handwritten;

import java.sql.SQLException;
import java.sql.Statement;
import java.util.SplittableRandom;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteOpenMode;
import org.sqlite.core.Codes;
import org.sqlite.core.CoreStatement;
import org.sqlite.core.DB;
import storemark.engine.DigestSink;
import storemark.engine.Durability;
import storemark.engine.StoreSpec;

/**
 * sqlite-jdbc's own class below JDBC, which has SQLite's calls: a record read takes a step and a copy of the blob, and no result set. The
 * driver's own transactions are off, so that SQLite makes one a statement.
 */
final class SqliteLoops extends Loops {
    private static final int LOADED_AT_ONCE = 500_000;
    private static final int ROWS = 50;

    private final SQLiteConnection connection;
    private final DB db;
    private final CoreStatement insert;
    private final CoreStatement get;
    private final CoreStatement scan;
    private final CoreStatement update;
    private final Object[] one = new Object[1];
    private final Object[] two = new Object[2];
    private final byte[] value;

    SqliteLoops(StoreSpec spec, DigestSink sink) throws SQLException {
        super(spec, sink);
        value = new byte[records.maxValueBytes()];
        SQLiteConfig config = new SQLiteConfig();
        config.setSynchronous(
                spec.durability() == Durability.POWER
                        ? SQLiteConfig.SynchronousMode.FULL
                        : SQLiteConfig.SynchronousMode.OFF);
        config.setOpenMode(SQLiteOpenMode.NOMUTEX);
        config.setGetGeneratedKeys(false);
        connection = (SQLiteConnection) config.createConnection(
                "jdbc:sqlite:" + spec.target().directory().resolve("records.db"));
        connection.setAutoCommit(false);
        run("COMMIT");
        run("PRAGMA journal_mode=WAL");
        run("PRAGMA mmap_size=" + spec.cacheBytes());
        run("CREATE TABLE IF NOT EXISTS records(k INTEGER PRIMARY KEY, v BLOB NOT NULL)");
        db = connection.getDatabase();
        insert = prepare("INSERT INTO records VALUES (?, ?)");
        get = prepare("SELECT v FROM records WHERE k = ?");
        scan = prepare("SELECT v FROM records WHERE k >= ? ORDER BY k");
        update = prepare("UPDATE records SET v = ? WHERE k = ?");
    }

    private CoreStatement prepare(String sql) throws SQLException {
        return (CoreStatement) connection.prepareStatement(sql);
    }

    private void run(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public void load(long entries) throws SQLException {
        CoreStatement many = prepare("INSERT INTO records VALUES (?, ?)" + ", (?, ?)".repeat(ROWS - 1));
        Object[] rows = new Object[2 * ROWS];
        for (int row = 0; row < ROWS; row++) {
            rows[2 * row + 1] = new byte[value.length];
        }
        for (long id = 0; id < entries; ) {
            run("BEGIN");
            for (long end = Math.min(entries, id + LOADED_AT_ONCE); id < end; ) {
                if (end - id < ROWS) {
                    insert(id++);
                    continue;
                }
                for (int row = 0; row < ROWS; row++, id++) {
                    rows[2 * row] = id;
                    records.value(id, 0, (byte[]) rows[2 * row + 1]);
                }
                db.execute(many, rows);
            }
            run("COMMIT");
        }
    }

    private void insert(long id) throws SQLException {
        records.value(id, 0, value);
        two[0] = id;
        two[1] = value;
        db.execute(insert, two);
    }

    @Override
    public void read(SplittableRandom random, long range, int count) throws SQLException {
        for (int at = 0; at < count; at++) {
            one[0] = random.nextLong(range);
            db.execute(get, one);
            get.pointer.safeRunInt((calls, statement) -> {
                value(calls, statement);
                return calls.reset(statement);
            });
        }
    }

    private void value(DB calls, long statement) throws SQLException {
        byte[] found = calls.column_blob(statement, 0);
        sink.value(found, 0, found.length);
    }

    @Override
    public void scan(SplittableRandom random, long range, int count, int length) throws SQLException {
        for (int at = 0; at < count; at++) {
            one[0] = random.nextLong(range);
            db.execute(scan, one);
            scan.pointer.safeRunInt((calls, statement) -> {
                value(calls, statement);
                for (int next = 1; next < length && calls.step(statement) == Codes.SQLITE_ROW; next++) {
                    value(calls, statement);
                }
                return calls.reset(statement);
            });
        }
    }

    @Override
    public void update(SplittableRandom random, long range, int count, int revision) throws SQLException {
        for (int at = 0; at < count; at++) {
            long id = random.nextLong(range);
            records.value(id, revision, value);
            two[0] = value;
            two[1] = id;
            db.execute(update, two);
        }
    }

    @Override
    public void insert(SplittableRandom random, int count) throws SQLException {
        for (int at = 0; at < count; at++) {
            insert(random.nextLong(Long.MAX_VALUE));
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
