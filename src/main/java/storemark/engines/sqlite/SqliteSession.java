package storemark.engines.sqlite;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import storemark.engine.Records;
import storemark.engine.Session;
import storemark.engine.Sink;
import storemark.engines.WholeValues;

/** One connection and its prepared statements. */
final class SqliteSession implements Session {
    final Connection connection;
    private final boolean closes;
    final Records records;
    private final boolean blob;
    private final PreparedStatement get;
    private final PreparedStatement put;
    /** For records that should exist; may be {@link #put}. */
    private final PreparedStatement overwrite;

    private final PreparedStatement delete;
    private final PreparedStatement beginRead;
    private final PreparedStatement beginWrite;
    private final PreparedStatement commit;
    /** By direction, with or without keys, with one bound or two: prepared at first use. */
    private final PreparedStatement[] scans = new PreparedStatement[8];

    private final byte[] key;
    private final WholeValues values;

    /**
     * @param closes whether closing the session closes the connection
     * @param blob whether keys are blobs
     * @param indexed whether keys are in an index beside the rows: there REPLACE would delete the row and add another at the end
     */
    SqliteSession(Connection connection, boolean closes, Records records, boolean blob, boolean indexed)
            throws SQLException {
        this.connection = connection;
        this.closes = closes;
        this.records = records;
        this.blob = blob;
        key = new byte[records.keyBytes()];
        values = new WholeValues(records);
        get = connection.prepareStatement("SELECT v FROM records WHERE k = ?");
        put = connection.prepareStatement("REPLACE INTO records VALUES (?, ?)");
        overwrite = indexed
                ? connection.prepareStatement(
                        "INSERT INTO records VALUES (?, ?) ON CONFLICT (k) DO UPDATE SET v = excluded.v")
                : put;
        delete = connection.prepareStatement("DELETE FROM records WHERE k = ?");
        beginRead = connection.prepareStatement("BEGIN");
        beginWrite = connection.prepareStatement("BEGIN IMMEDIATE"); // a lock that is taken later cannot be waited for
        commit = connection.prepareStatement("COMMIT");
    }

    void bind(PreparedStatement statement, int at, long id, byte[] to) throws SQLException {
        if (blob) {
            records.key(id, to);
            statement.setBytes(at, to);
        } else {
            statement.setLong(at, id);
        }
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
        PreparedStatement statement = revision == 0 ? put : overwrite;
        bind(statement, 1, id, key);
        statement.setBytes(2, values.of(id, revision));
        statement.executeUpdate();
    }

    @Override
    public void delete(long id) throws SQLException {
        bind(delete, 1, id, key);
        delete.executeUpdate();
    }

    /** Integers are signed in SQLite: ids from 2^63 up are negative, and follow those below. */
    @Override
    public int scan(long fromId, int limit, boolean ascending, Sink sink) throws SQLException {
        boolean low = fromId >= 0;
        if (!blob && ascending != low) {
            return ascending ? scan(true, fromId, -1, limit, sink) : scan(false, 0, fromId, limit, sink);
        }
        PreparedStatement scan = scan(ascending, sink.wantsKeys(), false);
        bind(scan, 1, fromId, key);
        int count = scan(scan, limit, sink);
        int rest = limit - count;
        if (blob || rest == 0) {
            return count;
        }
        return count
                + (ascending ? scan(true, Long.MIN_VALUE, -1, rest, sink) : scan(false, 0, Long.MAX_VALUE, rest, sink));
    }

    private int scan(boolean ascending, long first, long last, int limit, Sink sink) throws SQLException {
        PreparedStatement scan = scan(ascending, sink.wantsKeys(), true);
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

    private PreparedStatement scan(boolean ascending, boolean keys, boolean between) throws SQLException {
        int which = (ascending ? 0 : 1) + (keys ? 2 : 0) + (between ? 4 : 0);
        if (scans[which] == null) {
            String range = between ? "BETWEEN ? AND ?" : ascending ? ">= ?" : "<= ?";
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
        }
    }
}
