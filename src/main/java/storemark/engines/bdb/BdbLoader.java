package storemark.engines.bdb;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import storemark.engine.Loader;
import storemark.engines.NativeLibrary;

/**
 * Puts records in batches: {@code DB->put} with DB_MULTIPLE_KEY, in transactions that do not log new pages (DB_TXN_BULK). A
 * batch is a buffer with the records from its start up, and a table of their places from its end down.
 */
final class BdbLoader implements Loader {
    private static final int BATCH_BYTES = 1 << 20;
    private static final int TRANSACTION_BYTES = 256 << 20;

    /** The offset and size of a key, and the offset and size of its value. */
    private static final int PLACES = 4 * Integer.BYTES;

    private final BdbStore store;
    private final ByteBuffer key;
    private final ByteBuffer value;
    private final ByteBuffer batch;
    private final BdbEntry entry;
    private final ByteBuffer handle = NativeLibrary.handle();
    private long txn;
    private long inTransaction;
    private int end;
    private int table;

    BdbLoader(BdbStore store) throws IOException {
        this.store = store;
        key = ByteBuffer.allocate(store.records.keyBytes());
        value = ByteBuffer.allocate(store.records.maxValueBytes());
        int largest = key.capacity() + value.capacity() + 2 * PLACES;
        batch = ByteBuffer.allocateDirect(BATCH_BYTES + (largest + 3) / 4 * 4).order(ByteOrder.nativeOrder());
        entry = new BdbEntry(batch, batch, BerkeleyDb.BULK); // the batch is the key; the value is not looked at
        txn = store.begin(handle, BerkeleyDb.TXN_BULK);
        clear();
    }

    private void clear() {
        end = 0;
        table = batch.capacity() - Integer.BYTES;
        batch.putInt(table, -1);
    }

    @Override
    public void append(long id, int revision) throws IOException {
        store.records.key(id, key);
        add(key, key.capacity());
        add(value, store.records.value(id, revision, value));
        batch.putInt(table, -1);
        if (end >= BATCH_BYTES || table - end < value.capacity() + key.capacity() + PLACES) {
            flush();
        }
    }

    private void add(ByteBuffer part, int size) {
        batch.put(end, part, 0, size);
        batch.putInt(table, end);
        batch.putInt(table - Integer.BYTES, size);
        table -= 2 * Integer.BYTES;
        end += size;
    }

    private void flush() throws IOException {
        if (end > 0) {
            int code = store.bdb.__db_put_pp(store.db, txn, entry.key, entry.value, BerkeleyDb.MULTIPLE_KEY);
            store.check(code, "put of a batch");
            inTransaction += end;
        }
        clear();
        if (inTransaction >= TRANSACTION_BYTES) {
            commit();
            txn = store.begin(handle, BerkeleyDb.TXN_BULK);
        }
    }

    private void commit() throws IOException {
        long done = txn;
        txn = 0;
        inTransaction = 0;
        store.commit(done);
    }

    @Override
    public void close() throws IOException {
        if (txn == 0 && store.logs) {
            return;
        }
        try {
            flush();
        } catch (IOException failed) {
            long undone = txn;
            txn = 0;
            if (undone != 0) {
                store.bdb.__txn_abort(undone);
            }
            throw failed;
        }
        commit();
    }
}
