package storemark.engines.sqlite;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.stream.Stream;
import org.sqlite.core.CoreStatement;
import storemark.engine.Loader;
import storemark.engines.WholeValues;

/** Inserts many rows by one statement: half the time of many statements. */
final class SqliteLoader implements Loader {
    private static final int ROWS = 32;
    private static final int STATEMENT_BYTES = 1 << 20;
    private static final int TRANSACTION_BYTES = 64 << 20;

    private final SqliteSession session;
    private final int rows;
    private final PreparedStatement insert;
    private final long[] ids;
    private final int[] revisions;
    private final byte[][] keys;
    private final WholeValues[] values;
    private final Object[] bound;
    private int pending;
    private long written;

    SqliteLoader(SqliteSession session) throws SQLException {
        this.session = session;
        rows = Math.max(1, Math.min(ROWS, STATEMENT_BYTES / Math.max(1, session.records.maxValueBytes())));
        insert = session.connection.prepareStatement(
                "INSERT INTO records VALUES " + "(?,?),".repeat(rows - 1) + "(?,?)");
        bound = new Object[2 * rows];
        ids = new long[rows];
        revisions = new int[rows];
        keys = new byte[rows][session.records.keyBytes()];
        values = Stream.generate(() -> new WholeValues(session.records))
                .limit(rows)
                .toArray(WholeValues[]::new);
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
            byte[] value = values[row].of(ids[row], revisions[row]);
            bound[2 * row] = session.key(ids[row], keys[row]);
            bound[2 * row + 1] = value;
            written += keys[row].length + value.length;
        }
        session.run((CoreStatement) insert, bound);
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
