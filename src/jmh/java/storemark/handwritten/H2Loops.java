package storemark.handwritten;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.SplittableRandom;
import storemark.engine.DigestSink;
import storemark.engine.Durability;
import storemark.engine.StoreSpec;

/**
 * H2 through JDBC with prepared statements, an UPDATE or an INSERT where it is known which is needed; results are not kept for
 * the next equal query.
 */
final class H2Loops extends Loops {
    private static final int LOADED_AT_ONCE = 1000;

    private final Connection connection;
    private final boolean sync;
    private final PreparedStatement insert;
    private final PreparedStatement get;
    private final PreparedStatement scan;
    private final PreparedStatement update;
    private final byte[] value;

    H2Loops(StoreSpec spec, DigestSink sink) throws SQLException {
        super(spec, sink);
        value = new byte[records.maxValueBytes()];
        sync = spec.durability() == Durability.POWER;
        String url =
                "jdbc:h2:file:" + spec.target().directory().toAbsolutePath().resolve("records")
                        + ";CACHE_SIZE=" + (spec.cacheBytes() >> 10)
                        + (spec.durability() == Durability.NONE ? "" : ";WRITE_DELAY=0")
                        + ";OPTIMIZE_REUSE_RESULTS=0;TRACE_LEVEL_FILE=0;DB_CLOSE_ON_EXIT=FALSE";
        connection = DriverManager.getConnection(url);
        run("CREATE TABLE IF NOT EXISTS records(k BIGINT PRIMARY KEY, v VARBINARY NOT NULL)");
        insert = connection.prepareStatement("INSERT INTO records VALUES (?, ?)");
        get = connection.prepareStatement("SELECT v FROM records WHERE k = ?");
        scan = connection.prepareStatement("SELECT v FROM records WHERE k >= ? ORDER BY k FETCH FIRST ? ROWS ONLY");
        update = connection.prepareStatement("UPDATE records SET v = ? WHERE k = ?");
    }

    private void run(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public void load(long entries) throws SQLException {
        connection.setAutoCommit(false);
        for (long id = 0; id < entries; ) {
            for (long end = Math.min(entries, id + LOADED_AT_ONCE); id < end; id++) {
                records.value(id, 0, value);
                insert.setLong(1, id);
                insert.setBytes(2, value);
                insert.executeUpdate();
            }
            connection.commit();
        }
        connection.setAutoCommit(true);
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
            scan.setInt(2, length);
            try (ResultSet row = scan.executeQuery()) {
                while (row.next()) {
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
            keep();
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
            keep();
        }
    }

    private void keep() throws SQLException {
        if (sync) {
            run("CHECKPOINT SYNC");
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
