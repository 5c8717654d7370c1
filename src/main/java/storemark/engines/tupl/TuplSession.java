package storemark.engines.tupl;

import java.io.IOException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.cojen.tupl.Cursor;
import org.cojen.tupl.Database;
import org.cojen.tupl.Index;
import org.cojen.tupl.LockMode;
import org.cojen.tupl.LockTimeoutException;
import org.cojen.tupl.Transaction;
import storemark.engine.Records;
import storemark.engine.Sink;
import storemark.engines.ReplayingSession;
import storemark.engines.WholeValues;

/** One thread's use of a TuplDB index: a reused transaction and cursor, and arrays for keys and values. */
final class TuplSession extends ReplayingSession {
    /** TuplDB looks for deadlocks when a wait for a lock times out: the least wait of writing transactions. */
    private static final int PATIENCE_MILLIS = 50;

    private static final long LONGEST_REST_NANOS = 10_000_000;

    private final Index index;
    private final Records records;
    private final Transaction transaction;
    private final Cursor cursor;
    private final byte[] key;
    private final WholeValues values;
    /** The transaction of operations: {@link #transaction}, or null for one each. */
    private Transaction current;

    /** Progress of the running scan: how many records were handed over, and the key of the last one. */
    private int scanned;

    private byte[] reached;

    TuplSession(Database database, Index index, Records records) {
        super(LockTimeoutException.class, 1000);
        this.index = index;
        this.records = records;
        transaction = database.newTransaction();
        transaction.lockMode(LockMode.READ_COMMITTED);
        cursor = index.newCursor(null);
        key = new byte[records.keyBytes()];
        values = new WholeValues(records);
    }

    /** Locks keep the key's array until their transaction ends, so only single operations may share one. */
    private byte[] key(long id) {
        byte[] to = current == null ? key : new byte[key.length];
        records.key(id, to);
        return to;
    }

    @Override
    public boolean get(long id, Sink sink) throws Exception {
        byte[] value;
        try {
            value = index.load(current, key(id));
        } catch (LockTimeoutException victim) {
            again(victim);
            return get(id, sink);
        }
        return sink.found(value);
    }

    @Override
    protected void apply(long id, int revision, boolean delete) throws IOException {
        if (delete) {
            index.delete(current, key(id));
        } else {
            index.store(current, key(id), values.of(id, revision));
        }
    }

    @Override
    protected void restart() throws IOException {
        transaction.reset();
        // Else it would take its locks again before the others have theirs, and all would give up in turn.
        LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(LONGEST_REST_NANOS));
        limitWaits();
    }

    /** Random waits, so that one of the transactions in a deadlock gives up first. */
    private void limitWaits() {
        int millis = PATIENCE_MILLIS + ThreadLocalRandom.current().nextInt(PATIENCE_MILLIS);
        transaction.lockTimeout(millis, TimeUnit.MILLISECONDS);
    }

    @Override
    public int scan(long fromId, int limit, boolean ascending, Sink sink) throws Exception {
        scanned = 0;
        reached = null;
        boolean done = false;
        while (!done) {
            cursor.link(current);
            try {
                walk(fromId, limit, ascending, sink);
                done = true;
            } catch (LockTimeoutException victim) {
                again(victim);
            } finally {
                cursor.reset();
            }
        }
        return scanned;
    }

    private void walk(long fromId, int limit, boolean ascending, Sink sink) throws IOException {
        if (reached == null && ascending) {
            cursor.findGe(key(fromId));
        } else if (reached == null) {
            cursor.findLe(key(fromId));
        } else if (ascending) {
            cursor.findGt(reached);
        } else {
            cursor.findLt(reached);
        }
        boolean keys = sink.wantsKeys();
        byte[] last = reached; // fields are written once, not for each record
        int count = scanned;
        try {
            for (byte[] value = cursor.value(); value != null; value = cursor.value()) {
                last = cursor.key();
                if (keys) {
                    sink.key(last, 0);
                }
                sink.value(value, 0, value.length);
                if (++count == limit) {
                    return;
                }
                if (ascending) {
                    cursor.next();
                } else {
                    cursor.previous();
                }
            }
        } finally {
            reached = last;
            scanned = count;
        }
    }

    @Override
    public void begin(boolean write) {
        current = transaction;
        replays(write);
        if (write) {
            limitWaits();
        } else {
            transaction.lockTimeout(TuplEngine.LOCK_SECONDS, TimeUnit.SECONDS);
        }
    }

    @Override
    public void commit() throws IOException {
        current = null;
        replays(false);
        try {
            transaction.commit();
        } finally {
            transaction.reset();
        }
    }

    @Override
    public void close() throws IOException {
        cursor.reset();
        transaction.reset();
    }
}
