package storemark.engines.tupl;

import java.io.IOException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.cojen.tupl.Cursor;
import org.cojen.tupl.Database;
import org.cojen.tupl.Index;
import org.cojen.tupl.LockMode;
import org.cojen.tupl.LockTimeoutException;
import org.cojen.tupl.Transaction;
import storemark.engine.Records;
import storemark.engine.Session;
import storemark.engine.Sink;
import storemark.engines.WholeValues;
import storemark.engines.WriteJournal;

/** One thread's use of a TuplDB index: a transaction and a cursor that are used again, and arrays for keys and values. */
final class TuplSession implements Session {
    /** TuplDB looks for deadlocks when a wait for a lock times out: writing transactions wait this long at the least. */
    private static final int PATIENCE_MILLIS = 50;

    private static final int ATTEMPTS = 1000;

    private final Index index;
    private final Records records;
    private final Transaction transaction;
    private final Cursor cursor;
    private final byte[] key;
    private final WholeValues values;
    /** What the running transaction has written, to run it again when it was broken off. */
    private final WriteJournal journal = new WriteJournal();
    /** What operations belong to: null, for a transaction each, or {@link #transaction}. */
    private Transaction current;

    private boolean writing;

    /** Where the scan under way is: how many records were handed over, and the key of the last one. */
    private int scanned;

    private byte[] reached;

    TuplSession(Database database, Index index, Records records) {
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
    public boolean get(long id, Sink sink) throws IOException {
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
    public void put(long id, int revision) throws IOException {
        write(id, revision, false);
    }

    @Override
    public boolean delete(long id) throws IOException {
        return write(id, 0, true);
    }

    private boolean write(long id, int revision, boolean delete) throws IOException {
        if (writing) {
            journal.add(id, revision, delete);
        }
        try {
            return apply(id, revision, delete);
        } catch (LockTimeoutException victim) {
            return again(victim);
        }
    }

    /** Whether there was a record to delete; true for a put. */
    private boolean apply(long id, int revision, boolean delete) throws IOException {
        if (delete) {
            return index.delete(current, key(id));
        }
        index.store(current, key(id), values.of(id, revision));
        return true;
    }

    /** Lets go of the locks of the writing transaction and runs it again; what its last write returned. */
    private boolean again(LockTimeoutException first) throws IOException {
        LockTimeoutException last = first;
        for (int attempt = 0; writing && attempt < ATTEMPTS; attempt++) {
            transaction.reset();
            impatient();
            try {
                boolean result = false;
                for (int at = 0; at < journal.size(); at++) {
                    result = apply(journal.id(at), journal.revision(at), journal.isDelete(at));
                }
                return result;
            } catch (LockTimeoutException victim) {
                last = victim;
            }
        }
        throw last;
    }

    /** Differing waits, so that of the transactions in a deadlock one gives up first. */
    private void impatient() {
        int millis = PATIENCE_MILLIS + ThreadLocalRandom.current().nextInt(PATIENCE_MILLIS);
        transaction.lockTimeout(millis, TimeUnit.MILLISECONDS);
    }

    @Override
    public int scan(long fromId, int limit, boolean ascending, Sink sink) throws IOException {
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
        if (ascending) {
            if (reached == null) {
                cursor.findGe(key(fromId));
            } else {
                cursor.findGt(reached);
            }
        } else if (reached == null) {
            cursor.findLe(key(fromId));
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
        writing = write;
        journal.clear();
        if (write) {
            impatient();
        } else {
            transaction.lockTimeout(TuplEngine.LOCK_SECONDS, TimeUnit.SECONDS);
        }
    }

    @Override
    public void commit() throws IOException {
        current = null;
        writing = false;
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
