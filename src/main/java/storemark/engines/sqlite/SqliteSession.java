package storemark.engines.sqlite;

import java.sql.SQLException;
import org.sqlite.SQLiteConnection;
import org.sqlite.core.Codes;
import org.sqlite.core.CoreStatement;
import org.sqlite.core.DB;
import storemark.engine.Records;
import storemark.engine.Session;
import storemark.engine.Sink;
import storemark.engines.WholeValues;

/** One connection and its prepared statements, run by the driver's class below JDBC, without a result set each. */
final class SqliteSession implements Session {
    final SQLiteConnection connection;
    private final DB db;
    private final boolean closes;
    final Records records;
    private final boolean blob;
    private final CoreStatement get;
    private final CoreStatement put;
    /** For records that should exist; may be {@link #put}. */
    private final CoreStatement overwrite;

    private final CoreStatement delete;
    private final CoreStatement beginRead;
    private final CoreStatement beginWrite;
    private final CoreStatement commit;
    /** By direction, with or without keys, with one bound or two: prepared at first use. */
    private final CoreStatement[] scans = new CoreStatement[8];

    private final byte[] key;
    private final WholeValues values;
    private final Object[] one = new Object[1];
    private final Object[] two = new Object[2];

    /**
     * @param closes whether closing the session closes the connection
     * @param blob whether keys are blobs
     * @param indexed whether keys are in an index beside the rows: there REPLACE would delete the row and add another at the end
     */
    SqliteSession(SQLiteConnection connection, boolean closes, Records records, boolean blob, boolean indexed)
            throws SQLException {
        this.connection = connection;
        db = connection.getDatabase();
        this.closes = closes;
        this.records = records;
        this.blob = blob;
        key = new byte[records.keyBytes()];
        values = new WholeValues(records);
        get = prepare("SELECT v FROM records WHERE k = ?");
        put = prepare("REPLACE INTO records VALUES (?, ?)");
        overwrite = indexed
                ? prepare("INSERT INTO records VALUES (?, ?) ON CONFLICT (k) DO UPDATE SET v = excluded.v")
                : put;
        delete = prepare("DELETE FROM records WHERE k = ?");
        beginRead = prepare("BEGIN");
        beginWrite = prepare("BEGIN IMMEDIATE"); // a lock that is taken later cannot be waited for
        commit = prepare("COMMIT");
    }

    CoreStatement prepare(String sql) throws SQLException {
        return (CoreStatement) connection.prepareStatement(sql);
    }

    /** A key as it is bound: a number, or bytes in {@code to}. */
    Object key(long id, byte[] to) {
        if (!blob) {
            return id;
        }
        records.key(id, to);
        return to;
    }

    /** Runs a statement that returns no rows. */
    void run(CoreStatement statement, Object... values) throws SQLException {
        db.execute(statement, values);
    }

    @Override
    public boolean get(long id, Sink sink) throws SQLException {
        one[0] = key(id, key);
        if (!db.execute(get, one)) {
            return false;
        }
        get.pointer.safeRunInt((calls, statement) -> {
            try {
                hand(statement, false, sink);
            } finally {
                calls.reset(statement);
            }
            return Codes.SQLITE_OK;
        });
        return true;
    }

    @Override
    public void put(long id, int revision) throws SQLException {
        two[0] = key(id, key);
        two[1] = values.of(id, revision);
        run(revision == 0 ? put : overwrite, two);
    }

    @Override
    public void delete(long id) throws SQLException {
        one[0] = key(id, key);
        run(delete, one);
    }

    /** Integers are signed in SQLite: ids from 2^63 up are negative, and follow those below. */
    @Override
    public int scan(long fromId, int limit, boolean ascending, Sink sink) throws SQLException {
        boolean low = fromId >= 0;
        if (!blob && ascending != low) {
            return ascending ? scan(true, fromId, -1, limit, sink) : scan(false, 0, fromId, limit, sink);
        }
        boolean keys = sink.wantsKeys();
        one[0] = key(fromId, key);
        int count = rows(scan(ascending, keys, false), one, limit, keys, sink);
        int rest = limit - count;
        if (blob || rest == 0) {
            return count;
        }
        return count
                + (ascending ? scan(true, Long.MIN_VALUE, -1, rest, sink) : scan(false, 0, Long.MAX_VALUE, rest, sink));
    }

    private int scan(boolean ascending, long first, long last, int limit, Sink sink) throws SQLException {
        boolean keys = sink.wantsKeys();
        two[0] = first;
        two[1] = last;
        return rows(scan(ascending, keys, true), two, limit, keys, sink);
    }

    /** Hands over up to {@code limit} rows, of a value and, with {@code keys}, a key. */
    private int rows(CoreStatement query, Object[] bounds, int limit, boolean keys, Sink sink) throws SQLException {
        if (!db.execute(query, bounds)) {
            return 0;
        }
        return query.pointer.safeRunInt((calls, statement) -> {
            try {
                int count = 0;
                int code;
                do {
                    hand(statement, keys, sink);
                    count++;
                    code = count < limit ? calls.step(statement) : Codes.SQLITE_DONE;
                } while (code == Codes.SQLITE_ROW);
                if (code != Codes.SQLITE_DONE) {
                    calls.throwex(code);
                }
                return count;
            } finally {
                calls.reset(statement);
            }
        });
    }

    private void hand(long statement, boolean keys, Sink sink) throws SQLException {
        if (keys && blob) {
            sink.key(db.column_blob(statement, 1), 0);
        } else if (keys) {
            records.key(db.column_long(statement, 1), key);
            sink.key(key, 0);
        }
        byte[] found = db.column_blob(statement, 0);
        sink.value(found, 0, found.length);
    }

    private CoreStatement scan(boolean ascending, boolean keys, boolean between) throws SQLException {
        int which = (ascending ? 0 : 1) + (keys ? 2 : 0) + (between ? 4 : 0);
        if (scans[which] == null) {
            String range = between ? "BETWEEN ? AND ?" : ascending ? ">= ?" : "<= ?";
            scans[which] = prepare("SELECT v" + (keys ? ", k" : "") + " FROM records WHERE k " + range + " ORDER BY k"
                    + (ascending ? "" : " DESC"));
        }
        return scans[which];
    }

    @Override
    public void begin(boolean write) throws SQLException {
        run(write ? beginWrite : beginRead);
    }

    @Override
    public void commit() throws SQLException {
        run(commit);
    }

    @Override
    public void close() throws SQLException {
        if (closes) {
            connection.close(); // with its statements
        }
    }
}
