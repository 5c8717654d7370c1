package storemark.handwritten;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.SplittableRandom;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteOpenMode;
import storemark.engine.DigestSink;
import storemark.engine.Durability;
import storemark.engine.Records;
import storemark.engine.StoreSpec;

/** sqlite-jdbc with prepared statements; the driver's own transactions are off, so that SQLite makes one a statement. */
final class SqliteLoops implements Loops {
    private static final int LOADED_AT_ONCE = 500_000;

    private final Records records;
    private final DigestSink sink;
    private final Connection connection;
    private final PreparedStatement insert;
    private final PreparedStatement get;
    private final PreparedStatement scan;
    private final PreparedStatement update;
    private final byte[] value;

    SqliteLoops(StoreSpec spec, DigestSink sink) throws SQLException {
        this.sink = sink;
        records = spec.records();
        value = new byte[records.maxValueBytes()];
        SQLiteConfig config = new SQLiteConfig();
        config.setSynchronous(
                spec.durability() == Durability.POWER
                        ? SQLiteConfig.SynchronousMode.FULL
                        : SQLiteConfig.SynchronousMode.OFF);
        config.setOpenMode(SQLiteOpenMode.NOMUTEX);
        config.setGetGeneratedKeys(false);
        connection = config.createConnection(
                "jdbc:sqlite:" + spec.target().directory().resolve("records.db"));
        connection.setAutoCommit(false);
        run("COMMIT");
        run("PRAGMA journal_mode=WAL");
        run("PRAGMA mmap_size=" + spec.cacheBytes());
        run("CREATE TABLE IF NOT EXISTS records(k INTEGER PRIMARY KEY, v BLOB NOT NULL)");
        insert = connection.prepareStatement("INSERT INTO records VALUES (?, ?)");
        get = connection.prepareStatement("SELECT v FROM records WHERE k = ?");
        scan = connection.prepareStatement("SELECT v FROM records WHERE k >= ? ORDER BY k");
        update = connection.prepareStatement("UPDATE records SET v = ? WHERE k = ?");
    }

    private void run(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public void load(long entries) throws SQLException {
        for (long id = 0; id < entries; ) {
            run("BEGIN");
            for (long end = Math.min(entries, id + LOADED_AT_ONCE); id < end; id++) {
                records.value(id, 0, value);
                insert.setLong(1, id);
                insert.setBytes(2, value);
                insert.executeUpdate();
            }
            run("COMMIT");
        }
    }

    @Override
    public void read(SplittableRandom random, long range, int count) throws SQLException {
        for (int at = 0; at < count; at++) {
            get.setLong(1, random.nextLong(range));
            try (ResultSet row = get.executeQuery()) {
                row.next();
                byte[] found = row.getBytes(1);
                sink.value(found, 0, found.length);
            }
        }
    }

    @Override
    public void scan(SplittableRandom random, long range, int count, int length) throws SQLException {
        for (int at = 0; at < count; at++) {
            scan.setLong(1, random.nextLong(range));
            try (ResultSet row = scan.executeQuery()) {
                for (int next = 0; next < length && row.next(); next++) {
                    byte[] found = row.getBytes(1);
                    sink.value(found, 0, found.length);
                }
            }
        }
    }

    @Override
    public void update(SplittableRandom random, long range, int count, int revision) throws SQLException {
        for (int at = 0; at < count; at++) {
            long id = random.nextLong(range);
            records.value(id, revision, value);
            update.setBytes(1, value);
            update.setLong(2, id);
            update.executeUpdate();
        }
    }

    @Override
    public void insert(SplittableRandom random, int count) throws SQLException {
        for (int at = 0; at < count; at++) {
            long id = random.nextLong(Long.MAX_VALUE);
            records.value(id, 0, value);
            insert.setLong(1, id);
            insert.setBytes(2, value);
            insert.executeUpdate();
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
