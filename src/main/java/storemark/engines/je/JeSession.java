package storemark.engines.je;

import com.sleepycat.je.Cursor;
import com.sleepycat.je.CursorConfig;
import com.sleepycat.je.Database;
import com.sleepycat.je.DatabaseEntry;
import com.sleepycat.je.Environment;
import com.sleepycat.je.Get;
import com.sleepycat.je.LockConflictException;
import com.sleepycat.je.OperationResult;
import com.sleepycat.je.Put;
import com.sleepycat.je.Transaction;
import com.sleepycat.je.TransactionConfig;
import java.util.Arrays;
import storemark.engine.Records;
import storemark.engine.Sink;
import storemark.engines.ReplayingSession;

/** One thread's use of a JE database: reused entries, and the running transaction. */
final class JeSession extends ReplayingSession {
    /** Not sticky: the lock of a record is released before the next one is taken, so scans cause no deadlock. */
    private static final CursorConfig SCAN =
            new CursorConfig().setReadCommitted(true).setNonSticky(true);

    private static final TransactionConfig TRANSACTION = new TransactionConfig().setReadCommitted(true);

    private final Environment environment;
    private final Database database;
    private final Records records;
    private final byte[] key;
    private final byte[] value;
    private final DatabaseEntry keyEntry = new DatabaseEntry();
    private final DatabaseEntry written = new DatabaseEntry();
    private final DatabaseEntry found = new DatabaseEntry();
    private final DatabaseEntry noKey = new DatabaseEntry();
    private Transaction transaction;

    JeSession(Environment environment, Database database, Records records) {
        super(LockConflictException.class, 1000);
        this.environment = environment;
        this.database = database;
        this.records = records;
        key = new byte[records.keyBytes()];
        value = new byte[records.maxValueBytes()];
        noKey.setPartial(0, 0, true);
    }

    @Override
    public boolean get(long id, Sink sink) throws Exception {
        records.key(id, key);
        keyEntry.setData(key);
        OperationResult at;
        try {
            at = database.get(transaction, keyEntry, found, Get.SEARCH, null);
        } catch (LockConflictException victim) {
            again(victim);
            return get(id, sink);
        }
        if (at == null) {
            return false;
        }
        sink.value(found.getData(), found.getOffset(), found.getSize());
        return true;
    }

    @Override
    protected void apply(long id, int revision, boolean delete) {
        records.key(id, key);
        keyEntry.setData(key);
        if (delete) {
            database.delete(transaction, keyEntry, null);
            return;
        }
        written.setData(value, 0, records.value(id, revision, value));
        database.put(transaction, keyEntry, written, Put.OVERWRITE, null);
    }

    @Override
    protected void restart() {
        transaction.abort();
        transaction = environment.beginTransaction(null, TRANSACTION);
    }

    @Override
    public int scan(long fromId, int limit, boolean ascending, Sink sink) {
        boolean keys = sink.wantsKeys();
        Get step = ascending ? Get.NEXT : Get.PREV;
        int count = 0;
        try (Cursor cursor = database.openCursor(transaction, SCAN)) {
            OperationResult at = first(cursor, fromId, ascending);
            while (at != null) {
                if (keys) {
                    sink.key(keyEntry.getData(), keyEntry.getOffset());
                }
                sink.value(found.getData(), found.getOffset(), found.getSize());
                at = ++count == limit ? null : cursor.get(keys ? keyEntry : noKey, found, step, null);
            }
        }
        return count;
    }

    private OperationResult first(Cursor cursor, long fromId, boolean ascending) {
        records.key(fromId, key);
        keyEntry.setData(key);
        OperationResult above = cursor.get(keyEntry, found, Get.SEARCH_GTE, null);
        if (ascending || (above != null && Arrays.equals(keyEntry.getData(), key))) {
            return above;
        }
        return cursor.get(keyEntry, found, above == null ? Get.LAST : Get.PREV, null);
    }

    @Override
    public void begin(boolean write) {
        transaction = environment.beginTransaction(null, TRANSACTION);
        replays(true);
    }

    @Override
    public void commit() {
        Transaction done = transaction;
        transaction = null;
        replays(false);
        done.commit();
    }

    @Override
    public void close() {
        if (transaction != null) {
            transaction.abort();
        }
    }
}
