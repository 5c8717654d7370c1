package storemark.handwritten;

import static storemark.engines.NativeLibrary.MEMORY;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.SplittableRandom;
import storemark.engine.DigestSink;
import storemark.engine.Durability;
import storemark.engine.StoreSpec;
import storemark.engines.NativeLibrary;
import storemark.engines.leveldb.LevelDbC;

/**
 * LevelDB's C API, by the declarations that the adapter has of it too. One batch for all writes; a get by {@code leveldb_get}, because an
 * iterator made for each is slower.
 */
final class LevelDbSystemLoops extends Loops {
    private static final int LOADED_AT_ONCE = 1000;

    private final ByteBuffer key = ByteBuffer.allocateDirect(Long.BYTES);
    private final ByteBuffer value;
    private final ByteBuffer out = ByteBuffer.allocateDirect(2 * Long.BYTES).order(ByteOrder.nativeOrder());
    private final long keyAt = NativeLibrary.address(key);
    private final long valueAt;
    private final long sizeAt = NativeLibrary.address(out);
    private final long errorAt = sizeAt + Long.BYTES;
    private final long options = LevelDbC.CREATE_OPTIONS.call(0);
    private final long reads = LevelDbC.CREATE_READ_OPTIONS.call(0);
    private final long writes = LevelDbC.CREATE_WRITE_OPTIONS.call(0);
    private final long batch = LevelDbC.CREATE_BATCH.call(0);
    private final long cache;
    private final long db;

    LevelDbSystemLoops(StoreSpec spec, DigestSink sink) throws IOException {
        super(spec, sink);
        value = ByteBuffer.allocateDirect(records.maxValueBytes());
        valueAt = NativeLibrary.address(value);
        cache = LevelDbC.CREATE_CACHE.call(spec.cacheBytes());
        LevelDbC.SET_CACHE.call(options, cache);
        LevelDbC.SET_CREATE.call(options, 1);
        LevelDbC.SET_COMPRESSION.call(options, 0);
        LevelDbC.SET_SYNC.call(writes, spec.durability() == Durability.POWER ? 1 : 0);
        long directory =
                NativeLibrary.copy(spec.target().directory().toAbsolutePath().toString());
        db = LevelDbC.OPEN.call(options, directory, errorAt);
        MEMORY.freeMemory(directory);
        check();
    }

    private void check() throws IOException {
        long message = out.getLong(Long.BYTES);
        if (message != 0) {
            throw new IOException(NativeLibrary.text(message));
        }
    }

    private void add(long id, int revision) {
        key.putLong(0, id);
        int size = records.value(id, revision, value);
        LevelDbC.PUT.call(batch, keyAt, Long.BYTES, valueAt, size);
    }

    private void write() throws IOException {
        LevelDbC.WRITE.call(db, writes, batch, errorAt);
        check();
        LevelDbC.CLEAR.call(batch);
    }

    @Override
    public void load(long entries) throws IOException {
        for (long id = 0; id < entries; ) {
            for (long end = Math.min(entries, id + LOADED_AT_ONCE); id < end; id++) {
                add(id, 0);
            }
            write();
        }
    }

    private void hand(long found) {
        MEMORY.copyMemory(found, valueAt, value.capacity());
        sink.value(value);
    }

    @Override
    public void read(SplittableRandom random, long range, int count) throws IOException {
        for (int at = 0; at < count; at++) {
            key.putLong(0, random.nextLong(range));
            long found = LevelDbC.GET.call(db, reads, keyAt, Long.BYTES, sizeAt, errorAt);
            check();
            hand(found);
            LevelDbC.FREE.call(found);
        }
    }

    @Override
    public void scan(SplittableRandom random, long range, int count, int length) {
        for (int at = 0; at < count; at++) {
            key.putLong(0, random.nextLong(range));
            long iterator = LevelDbC.CREATE_ITERATOR.call(db, reads);
            LevelDbC.SEEK.call(iterator, keyAt, Long.BYTES);
            hand(LevelDbC.VALUE.call(iterator, sizeAt));
            for (int next = 1; next < length; next++) {
                LevelDbC.NEXT.call(iterator);
                if ((byte) LevelDbC.VALID.call(iterator) == 0) {
                    break;
                }
                hand(LevelDbC.VALUE.call(iterator, sizeAt));
            }
            LevelDbC.DESTROY_ITERATOR.call(iterator);
        }
    }

    @Override
    public void update(SplittableRandom random, long range, int count, int revision) throws IOException {
        for (int at = 0; at < count; at++) {
            add(random.nextLong(range), revision);
            write();
        }
    }

    @Override
    public void close() {
        LevelDbC.CLOSE.call(db);
        LevelDbC.DESTROY_BATCH.call(batch);
        LevelDbC.DESTROY_READ_OPTIONS.call(reads);
        LevelDbC.DESTROY_WRITE_OPTIONS.call(writes);
        LevelDbC.DESTROY_OPTIONS.call(options);
        LevelDbC.DESTROY_CACHE.call(cache);
    }
}
