package storemark.engines.leveldb;

import static storemark.engines.NativeLibrary.MEMORY;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import storemark.engine.Session;
import storemark.engine.Sink;
import storemark.engines.NativeLibrary;
import storemark.engines.NativeValue;

/** The library copies what it is given, so one key, value and batch serve all writes. */
final class LevelDbSystemSession implements Session {
    private final LevelDbSystemStore store;
    private final long db;
    private final long reads;
    private final long writes;
    private final long batch;
    private final int keySize;
    private final ByteBuffer key;
    private final NativeValue value;
    /** The size of a value, and the address of an error's text. */
    private final ByteBuffer out = ByteBuffer.allocateDirect(2 * Long.BYTES).order(ByteOrder.nativeOrder());

    private final long keyAt;
    private final long sizeAt;
    private final long errorAt;
    private long snapshot;
    private boolean writing;

    LevelDbSystemSession(LevelDbSystemStore store) {
        this.store = store;
        db = store.db;
        keySize = store.records.keyBytes();
        key = ByteBuffer.allocateDirect(keySize);
        value = new NativeValue(store.records);
        keyAt = NativeLibrary.address(key);
        sizeAt = NativeLibrary.address(out);
        errorAt = sizeAt + Long.BYTES;
        reads = LevelDbC.CREATE_READ_OPTIONS.call(0);
        writes = LevelDbC.CREATE_WRITE_OPTIONS.call(0);
        LevelDbC.SET_SYNC.call(writes, store.sync ? 1 : 0);
        batch = LevelDbC.CREATE_BATCH.call(0);
    }

    @Override
    public boolean get(long id, Sink sink) throws IOException {
        store.records.key(id, key);
        long found = LevelDbC.GET.call(db, reads, keyAt, keySize, sizeAt, errorAt);
        if (found == 0) {
            store.check(errorAt);
            return false;
        }
        value.hand(found, (int) MEMORY.getLong(sizeAt), sink);
        LevelDbC.FREE.call(found);
        return true;
    }

    @Override
    public void put(long id, int revision) throws IOException {
        store.records.key(id, key);
        int size = value.of(id, revision);
        LevelDbC.PUT.call(batch, keyAt, keySize, value.address(), size);
        if (!writing) {
            write();
        }
    }

    /** Writes the batch, of one change or many; leveldb_put would do the same with a batch made anew. */
    private void write() throws IOException {
        LevelDbC.WRITE.call(db, writes, batch, errorAt);
        LevelDbC.CLEAR.call(batch);
        store.check(errorAt);
    }

    @Override
    public void delete(long id) throws IOException {
        store.records.key(id, key);
        LevelDbC.DELETE.call(batch, keyAt, keySize);
        if (!writing) {
            write();
        }
    }

    /** Whether the iterator is at the record of {@link #key}. */
    private boolean isAtKey(long at) throws IOException {
        if ((byte) LevelDbC.VALID.call(at) == 0) {
            LevelDbC.ITERATOR_ERROR.call(at, errorAt);
            store.check(errorAt);
            return false;
        }
        long found = LevelDbC.KEY.call(at, sizeAt);
        for (int offset = 0; offset < keySize; offset += Long.BYTES) {
            if (MEMORY.getLong(found + offset) != MEMORY.getLong(keyAt + offset)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int scan(long fromId, int limit, boolean ascending, Sink sink) throws IOException {
        store.records.key(fromId, key);
        long at = LevelDbC.CREATE_ITERATOR.call(db, reads);
        try {
            LevelDbC.SEEK.call(at, keyAt, keySize);
            if (!ascending && !isAtKey(at)) {
                if ((byte) LevelDbC.VALID.call(at) == 0) {
                    LevelDbC.SEEK_TO_LAST.call(at);
                } else {
                    LevelDbC.PREV.call(at);
                }
            }
            int count = walk(at, limit, ascending, sink);
            LevelDbC.ITERATOR_ERROR.call(at, errorAt);
            store.check(errorAt);
            return count;
        } finally {
            LevelDbC.DESTROY_ITERATOR.call(at);
        }
    }

    private int walk(long at, int limit, boolean ascending, Sink sink) {
        boolean keys = sink.wantsKeys();
        int count = 0;
        while ((byte) LevelDbC.VALID.call(at) != 0) {
            if (keys) {
                MEMORY.copyMemory(LevelDbC.KEY.call(at, sizeAt), keyAt, keySize);
                sink.key(key);
            }
            long found = LevelDbC.VALUE.call(at, sizeAt);
            value.hand(found, (int) MEMORY.getLong(sizeAt), sink);
            if (++count == limit) {
                break;
            }
            if (ascending) {
                LevelDbC.NEXT.call(at);
            } else {
                LevelDbC.PREV.call(at);
            }
        }
        return count;
    }

    @Override
    public void begin(boolean write) {
        if (write) {
            writing = true;
        } else {
            snapshot = LevelDbC.CREATE_SNAPSHOT.call(db);
            LevelDbC.SET_SNAPSHOT.call(reads, snapshot);
        }
    }

    @Override
    public void commit() throws IOException {
        if (writing) {
            writing = false;
            write();
        } else {
            releaseSnapshot();
        }
    }

    private void releaseSnapshot() {
        if (snapshot != 0) {
            LevelDbC.SET_SNAPSHOT.call(reads, 0);
            LevelDbC.RELEASE_SNAPSHOT.call(db, snapshot);
            snapshot = 0;
        }
    }

    @Override
    public void close() {
        releaseSnapshot();
        LevelDbC.DESTROY_BATCH.call(batch);
        LevelDbC.DESTROY_READ_OPTIONS.call(reads);
        LevelDbC.DESTROY_WRITE_OPTIONS.call(writes);
    }
}
