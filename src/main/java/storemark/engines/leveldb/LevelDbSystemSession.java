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
    private final LevelDbC leveldb;
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
        leveldb = store.leveldb;
        db = store.db;
        keySize = store.records.keyBytes();
        key = ByteBuffer.allocateDirect(keySize);
        value = new NativeValue(store.records);
        keyAt = NativeLibrary.address(key);
        sizeAt = NativeLibrary.address(out);
        errorAt = sizeAt + Long.BYTES;
        reads = leveldb.leveldb_readoptions_create();
        writes = leveldb.leveldb_writeoptions_create();
        leveldb.leveldb_writeoptions_set_sync(writes, (byte) (store.sync ? 1 : 0));
        batch = leveldb.leveldb_writebatch_create();
    }

    @Override
    public boolean get(long id, Sink sink) throws IOException {
        store.records.key(id, key);
        long found = leveldb.leveldb_get(db, reads, keyAt, keySize, sizeAt, errorAt);
        if (found == 0) {
            store.check(errorAt);
            return false;
        }
        value.hand(found, (int) MEMORY.getLong(sizeAt), sink);
        leveldb.leveldb_free(found);
        return true;
    }

    @Override
    public void put(long id, int revision) throws IOException {
        store.records.key(id, key);
        int size = value.of(id, revision);
        if (writing) {
            leveldb.leveldb_writebatch_put(batch, keyAt, keySize, value.address(), size);
        } else {
            leveldb.leveldb_put(db, writes, keyAt, keySize, value.address(), size, errorAt);
            store.check(errorAt);
        }
    }

    @Override
    public boolean delete(long id) throws IOException {
        store.records.key(id, key);
        boolean existed = contains();
        if (writing) {
            // Also where only an earlier put of this batch is there, which is not seen yet.
            leveldb.leveldb_writebatch_delete(batch, keyAt, keySize);
        } else if (existed) {
            leveldb.leveldb_delete(db, writes, keyAt, keySize, errorAt);
            store.check(errorAt);
        }
        return existed;
    }

    /** Whether there is a record of {@link #key}; a get copies the value twice. */
    private boolean contains() throws IOException {
        if (store.records.maxValueBytes() < LevelDb.LARGE_VALUE) {
            long found = leveldb.leveldb_get(db, reads, keyAt, keySize, sizeAt, errorAt);
            store.check(errorAt);
            leveldb.leveldb_free(found);
            return found != 0;
        }
        long at = leveldb.leveldb_create_iterator(db, reads);
        try {
            leveldb.leveldb_iter_seek(at, keyAt, keySize);
            return isAtKey(at);
        } finally {
            leveldb.leveldb_iter_destroy(at);
        }
    }

    /** Whether the iterator is at the record of {@link #key}. */
    private boolean isAtKey(long at) throws IOException {
        if (leveldb.leveldb_iter_valid(at) == 0) {
            leveldb.leveldb_iter_get_error(at, errorAt);
            store.check(errorAt);
            return false;
        }
        long found = leveldb.leveldb_iter_key(at, sizeAt);
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
        long at = leveldb.leveldb_create_iterator(db, reads);
        try {
            leveldb.leveldb_iter_seek(at, keyAt, keySize);
            if (!ascending && !isAtKey(at)) {
                if (leveldb.leveldb_iter_valid(at) == 0) {
                    leveldb.leveldb_iter_seek_to_last(at);
                } else {
                    leveldb.leveldb_iter_prev(at);
                }
            }
            int count = walk(at, limit, ascending, sink);
            leveldb.leveldb_iter_get_error(at, errorAt);
            store.check(errorAt);
            return count;
        } finally {
            leveldb.leveldb_iter_destroy(at);
        }
    }

    private int walk(long at, int limit, boolean ascending, Sink sink) {
        boolean keys = sink.wantsKeys();
        int count = 0;
        while (leveldb.leveldb_iter_valid(at) != 0) {
            if (keys) {
                MEMORY.copyMemory(leveldb.leveldb_iter_key(at, sizeAt), keyAt, keySize);
                sink.key(key);
            }
            long found = leveldb.leveldb_iter_value(at, sizeAt);
            value.hand(found, (int) MEMORY.getLong(sizeAt), sink);
            if (++count == limit) {
                break;
            }
            if (ascending) {
                leveldb.leveldb_iter_next(at);
            } else {
                leveldb.leveldb_iter_prev(at);
            }
        }
        return count;
    }

    @Override
    public void begin(boolean write) {
        if (write) {
            writing = true;
        } else {
            snapshot = leveldb.leveldb_create_snapshot(db);
            leveldb.leveldb_readoptions_set_snapshot(reads, snapshot);
        }
    }

    @Override
    public void commit() throws IOException {
        if (writing) {
            writing = false;
            leveldb.leveldb_write(db, writes, batch, errorAt);
            leveldb.leveldb_writebatch_clear(batch);
            store.check(errorAt);
        } else {
            releaseSnapshot();
        }
    }

    private void releaseSnapshot() {
        if (snapshot != 0) {
            leveldb.leveldb_readoptions_set_snapshot(reads, 0);
            leveldb.leveldb_release_snapshot(db, snapshot);
            snapshot = 0;
        }
    }

    @Override
    public void close() {
        releaseSnapshot();
        leveldb.leveldb_writebatch_destroy(batch);
        leveldb.leveldb_readoptions_destroy(reads);
        leveldb.leveldb_writeoptions_destroy(writes);
    }
}
