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
import storemark.engine.Session;
import storemark.engine.Sink;
import storemark.engines.WriteJournal;

/** One thread's use of a JE database: entries that are used again, and the transaction in progress. */
final class JeSession implements Session {
    /** Not sticky: the lock of a record is let go before that of the next is taken, so scans meet no deadlock. */
    private static final CursorConfig SCAN =
            new CursorConfig().setReadCommitted(true).setNonSticky(true);

    private static final TransactionConfig TRANSACTION = new TransactionConfig().setReadCommitted(true);
    private static final int ATTEMPTS = 1000;

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
    /** What the running transaction has written, to run it again when it is chosen to break a deadlock. */
    private final WriteJournal journal = new WriteJournal();

    JeSession(Environment environment, Database database, Records records) {
        this.environment = environment;
        this.database = database;
        this.records = records;
        key = new byte[records.keyBytes()];
        value = new byte[records.maxValueBytes()];
        noKey.setPartial(0, 0, true);
    }

    @Override
    public boolean get(long id, Sink sink) {
        records.key(id, key);
        keyEntry.setData(key);
        OperationResult at;
        try {
            at = database.get(transaction, keyEntry, found, Get.SEARCH, null);
        } catch (LockConflictException victim) {
            if (transaction == null) {
                throw victim; // it had one lock, and waited for it as long as JE lets it
            }
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
    public void put(long id, int revision) {
        write(id, revision, false);
    }

    @Override
    public boolean delete(long id) {
        return write(id, 0, true);
    }

    private boolean write(long id, int revision, boolean delete) {
        if (transaction == null) {
            return apply(id, revision, delete);
        }
        journal.add(id, revision, delete);
        try {
            return apply(id, revision, delete);
        } catch (LockConflictException victim) {
            return again(victim);
        }
    }

    /** As JE asks of a transaction that was chosen to break a deadlock: it is aborted and run once more. */
    private boolean again(LockConflictException first) {
        LockConflictException last = first;
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            transaction.abort();
            transaction = environment.beginTransaction(null, TRANSACTION);
            try {
                boolean result = false;
                for (int at = 0; at < journal.size(); at++) {
                    result = apply(journal.id(at), journal.revision(at), journal.isDelete(at));
                }
                return result;
            } catch (LockConflictException victim) {
                last = victim;
            }
        }
        throw last;
    }

    /** Whether there was a record to delete; true for a put. */
    private boolean apply(long id, int revision, boolean delete) {
        records.key(id, key);
        keyEntry.setData(key);
        if (delete) {
            return database.delete(transaction, keyEntry, null) != null;
        }
        written.setData(value, 0, records.value(id, revision, value));
        return database.put(transaction, keyEntry, written, Put.OVERWRITE, null) != null;
    }

    @Override
    public int scan(long fromId, int limit, boolean ascending, Sink sink) {
        boolean keys = sink.wantsKeys();
        int count = 0;
        try (Cursor cursor = database.openCursor(transaction, SCAN)) {
            OperationResult at = first(cursor, fromId, ascending);
            while (at != null) {
                if (keys) {
                    sink.key(keyEntry.getData(), keyEntry.getOffset());
                }
                sink.value(found.getData(), found.getOffset(), found.getSize());
                if (++count == limit) {
                    break;
                }
                at = cursor.get(keys ? keyEntry : noKey, found, ascending ? Get.NEXT : Get.PREV, null);
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
    }

    @Override
    public void commit() {
        Transaction done = transaction;
        transaction = null;
        journal.clear();
        done.commit();
    }

    @Override
    public void close() {
        if (transaction != null) {
            transaction.abort();
        }
    }
}
