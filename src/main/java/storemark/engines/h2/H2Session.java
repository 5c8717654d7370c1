package storemark.engines.h2;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.util.Arrays;
import storemark.engine.Records;
import storemark.engine.Sink;
import storemark.engines.ReplayingSession;
import storemark.engines.WholeValues;

/** One connection and its prepared statements, which copy the arrays that they are given. */
final class H2Session extends ReplayingSession {
    private final Connection connection;
    private final Records records;
    private final boolean integers;
    private final boolean sync;
    private final PreparedStatement get;
    private final PreparedStatement put;
    private final PreparedStatement delete;
    private final PreparedStatement checkpoint;
    /** Upwards and downwards, without keys and with them: prepared when first used. */
    private final PreparedStatement[] scans = new PreparedStatement[4];

    private final byte[] key;
    private final byte[] lowest = {};
    private final byte[] highest;
    private final WholeValues values;
    private boolean writing;

    /** @param loading whether all that is put is new, so that it need not be looked for */
    H2Session(Connection connection, Records records, boolean sync, boolean loading) throws SQLException {
        super(SQLTransactionRollbackException.class, 1000);
        this.connection = connection;
        this.records = records;
        this.sync = sync;
        integers = records.keyBytes() == Long.BYTES;
        key = new byte[records.keyBytes()];
        highest = new byte[records.keyBytes()];
        Arrays.fill(highest, (byte) -1);
        values = new WholeValues(records);
        get = connection.prepareStatement("SELECT v FROM records WHERE k = ?");
        put = connection.prepareStatement(
                loading ? "INSERT INTO records VALUES (?, ?)" : "MERGE INTO records KEY(k) VALUES (?, ?)");
        delete = connection.prepareStatement("DELETE FROM records WHERE k = ?");
        checkpoint = connection.prepareStatement("CHECKPOINT SYNC");
    }

    private void bind(PreparedStatement statement, long id) throws SQLException {
        if (integers) {
            statement.setLong(1, id);
        } else {
            records.key(id, key);
            statement.setBytes(1, key);
        }
    }

    @Override
    public boolean get(long id, Sink sink) throws SQLException {
        bind(get, id);
        try (ResultSet row = get.executeQuery()) {
            return row.next() && sink.found(row.getBytes(1));
        }
    }

    @Override
    protected void apply(long id, int revision, boolean remove) throws SQLException {
        PreparedStatement statement = remove ? delete : put;
        bind(statement, id);
        if (!remove) {
            statement.setBytes(2, values.of(id, revision));
        }
        statement.executeUpdate();
        if (!writing) {
            keep();
        }
    }

    @Override
    protected void restart() throws SQLException {
        connection.rollback();
    }

    /** Forces what was committed to the device, where that is promised. */
    private void keep() throws SQLException {
        if (sync) {
            checkpoint.execute();
        }
    }

    /** Integers are signed in SQL: ids from 2^63 up are negative, and follow those below. */
    @Override
    public int scan(long fromId, int limit, boolean ascending, Sink sink) throws SQLException {
        PreparedStatement scan = scan(ascending, sink.wantsKeys());
        bind(scan, fromId);
        if (!integers) {
            scan.setBytes(2, ascending ? highest : lowest);
            return walk(scan, limit, sink);
        }
        boolean low = fromId >= 0;
        long last = ascending ? Long.MAX_VALUE : 0;
        scan.setLong(2, low ? last : last + Long.MIN_VALUE);
        int count = walk(scan, limit, sink);
        if (count == limit || low != ascending) {
            return count;
        }
        scan.setLong(1, ascending ? Long.MIN_VALUE : Long.MAX_VALUE);
        scan.setLong(2, ascending ? -1 : 0);
        return count + walk(scan, limit - count, sink);
    }

    private PreparedStatement scan(boolean ascending, boolean keys) throws SQLException {
        int which = (ascending ? 0 : 1) + (keys ? 2 : 0);
        if (scans[which] == null) {
            String range = ascending ? "k >= ? AND k <= ? ORDER BY k" : "k <= ? AND k >= ? ORDER BY k DESC";
            scans[which] = connection.prepareStatement(
                    "SELECT v" + (keys ? ", k" : "") + " FROM records WHERE " + range + " FETCH FIRST ? ROWS ONLY");
        }
        return scans[which];
    }

    private int walk(PreparedStatement scan, int limit, Sink sink) throws SQLException {
        scan.setInt(3, limit);
        boolean keys = sink.wantsKeys();
        int count = 0;
        try (ResultSet row = scan.executeQuery()) {
            while (row.next()) {
                if (keys && integers) {
                    records.key(row.getLong(2), key);
                    sink.key(key, 0);
                } else if (keys) {
                    sink.key(row.getBytes(2), 0);
                }
                sink.found(row.getBytes(1));
                count++;
            }
        }
        return count;
    }

    @Override
    public void begin(boolean write) throws SQLException {
        writing = write;
        replays(write);
        connection.setAutoCommit(false);
    }

    @Override
    public void commit() throws SQLException {
        connection.setAutoCommit(true); // which commits
        replays(false);
        if (writing) {
            writing = false;
            keep();
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close(); // with its statements; what was not committed is rolled back
    }
}
