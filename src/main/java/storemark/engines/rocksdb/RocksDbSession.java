package storemark.engines.rocksdb;

import java.nio.ByteBuffer;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Snapshot;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;
import storemark.engine.Durability;
import storemark.engine.Records;
import storemark.engine.Session;
import storemark.engine.Sink;
import storemark.engine.StoreSpec;

/** One thread's use of a RocksDB database: arrays for single operations, direct buffers for batches, one iterator. */
final class RocksDbSession implements Session {
    private final RocksDB db;
    private final Records records;
    private final byte[] key;
    private final byte[] value;
    private final ByteBuffer batchKey;
    private final ByteBuffer batchValue;
    private final ReadOptions latest = new ReadOptions();
    private final ReadOptions gets = new ReadOptions();
    private final WriteOptions writes;
    private final WriteBatch batch = new WriteBatch();
    private RocksIterator iterator;
    private Snapshot snapshot;
    private boolean writing;

    RocksDbSession(RocksDB db, StoreSpec spec) {
        this.db = db;
        records = spec.records();
        key = new byte[records.keyBytes()];
        value = new byte[Math.max(1, records.maxValueBytes())];
        batchKey = ByteBuffer.allocateDirect(key.length);
        batchValue = ByteBuffer.allocateDirect(value.length);
        writes = new WriteOptions()
                .setDisableWAL(spec.durability() == Durability.NONE
                        && spec.setting("log", "off").equals("off"))
                .setSync(spec.durability() == Durability.POWER);
    }

    @Override
    public boolean get(long id, Sink sink) throws RocksDBException {
        records.key(id, key);
        int length = db.get(gets, key, 0, key.length, value, 0, value.length);
        if (length == RocksDB.NOT_FOUND) {
            return false;
        }
        sink.value(value, 0, length);
        return true;
    }

    @Override
    public void put(long id, int revision) throws RocksDBException {
        if (writing) {
            records.key(id, batchKey.clear());
            int length = records.value(id, revision, batchValue.clear());
            batch.put(batchKey, batchValue.limit(length));
        } else {
            records.key(id, key);
            int length = records.value(id, revision, value);
            db.put(writes, key, 0, key.length, value, 0, length);
        }
    }

    @Override
    public void delete(long id) throws RocksDBException {
        records.key(id, key);
        if (writing) {
            batch.delete(key);
        } else {
            db.delete(writes, key, 0, key.length);
        }
    }

    @Override
    public int scan(long fromId, int limit, boolean ascending, Sink sink) throws RocksDBException {
        if (iterator == null) {
            iterator = db.newIterator(latest);
        }
        if (snapshot == null) {
            iterator.refresh();
        } else {
            iterator.refresh(snapshot);
        }
        records.key(fromId, key);
        if (ascending) {
            iterator.seek(key);
        } else {
            iterator.seekForPrev(key);
        }
        boolean keys = sink.wantsKeys();
        int count = 0;
        while (iterator.isValid()) {
            if (keys) {
                iterator.key(key);
                sink.key(key, 0);
            }
            int length = iterator.value(value, 0, value.length);
            sink.value(value, 0, length);
            if (++count == limit) {
                return count;
            }
            if (ascending) {
                iterator.next();
            } else {
                iterator.prev();
            }
        }
        iterator.status(); // an error also ends the iteration
        return count;
    }

    @Override
    public void begin(boolean write) {
        writing = write;
        if (!write) {
            snapshot = db.getSnapshot();
            gets.setSnapshot(snapshot);
        }
    }

    @Override
    public void commit() throws RocksDBException {
        if (writing) {
            writing = false;
            db.write(writes, batch);
            batch.clear();
        } else {
            gets.setSnapshot(null);
            db.releaseSnapshot(snapshot);
            snapshot = null;
        }
    }

    @Override
    public void close() {
        if (snapshot != null) {
            db.releaseSnapshot(snapshot);
        }
        if (iterator != null) {
            iterator.close();
        }
        batch.close();
        writes.close();
        gets.close();
        latest.close();
    }
}
