package storemark.engines.kyotocabinet;

import static storemark.engines.NativeLibrary.MEMORY;

import java.io.IOException;
import java.nio.ByteBuffer;
import storemark.engine.Records;
import storemark.engine.Session;
import storemark.engine.Sink;
import storemark.engines.NativeLibrary;

/** Reads into its own buffers; a cursor's regions are copied or, if that is cheaper, wrapped. */
final class KyotoTreeDbSession implements Session {
    /** Values up to this size, in bytes, are copied from a cursor's region: cheaper than wrapping it. */
    private static final int COPIED = 4096;

    private final KyotoTreeDbStore store;
    private final KyotoCabinet kyoto;
    private final Records records;
    private final long db;
    private long cursor;
    private final ByteBuffer key;
    private final ByteBuffer value;
    private final ByteBuffer out = ByteBuffer.allocateDirect(3 * Long.BYTES);
    private final long keyAt;
    private final long valueAt;
    private final long outAt;

    KyotoTreeDbSession(KyotoTreeDbStore store) {
        this.store = store;
        kyoto = store.kyoto;
        records = store.records;
        db = store.db;
        cursor = kyoto.kcdbcursor(db);
        key = ByteBuffer.allocateDirect(records.keyBytes());
        value = ByteBuffer.allocateDirect(Math.max(COPIED, records.maxValueBytes()));
        keyAt = NativeLibrary.address(key);
        valueAt = NativeLibrary.address(value);
        outAt = NativeLibrary.address(out);
    }

    @Override
    public boolean get(long id, Sink sink) throws IOException {
        records.key(id, key);
        int size = kyoto.kcdbgetbuf(db, keyAt, key.capacity(), valueAt, value.capacity());
        if (size < 0) {
            return store.missed("get");
        }
        sink.value(value.limit(size));
        return true;
    }

    @Override
    public void put(long id, int revision) throws IOException {
        records.key(id, key);
        int size = records.value(id, revision, value.clear());
        store.enter();
        try {
            store.check(kyoto.kcdbset(db, keyAt, key.capacity(), valueAt, size), "put");
        } finally {
            store.leave();
        }
    }

    @Override
    public void delete(long id) throws IOException {
        records.key(id, key);
        store.enter();
        try {
            if (kyoto.kcdbremove(db, keyAt, key.capacity()) == 0) {
                store.missed("delete");
            }
        } finally {
            store.leave();
        }
    }

    @Override
    public int scan(long fromId, int limit, boolean ascending, Sink sink) throws IOException {
        records.key(fromId, key);
        int found = ascending
                ? kyoto.kccurjumpkey(cursor, keyAt, key.capacity())
                : kyoto.kccurjumpbackkey(cursor, keyAt, key.capacity());
        if (found == 0) {
            store.missed("scan");
            return 0;
        }
        return sink.wantsKeys() ? records(limit, sink) : values(limit, sink);
    }

    private int records(int limit, Sink sink) throws IOException {
        for (int count = 0; count < limit; count++) {
            long region = kyoto.kccurget(cursor, outAt, outAt + Long.BYTES, outAt + 2 * Long.BYTES, 1);
            if (region == 0) {
                store.missed("scan");
                return count;
            }
            MEMORY.copyMemory(region, keyAt, key.capacity());
            sink.key(key);
            hand(MEMORY.getAddress(outAt + Long.BYTES), (int) MEMORY.getLong(outAt + 2 * Long.BYTES), sink);
            kyoto.kcfree(region);
        }
        return limit;
    }

    /** Copies no keys out of the library. */
    private int values(int limit, Sink sink) throws IOException {
        for (int count = 0; count < limit; count++) {
            long region = kyoto.kccurgetvalue(cursor, outAt, 1);
            if (region == 0) {
                store.missed("scan");
                return count;
            }
            hand(region, (int) MEMORY.getLong(outAt), sink);
            kyoto.kcfree(region);
        }
        return limit;
    }

    private void hand(long at, int size, Sink sink) {
        if (size > COPIED) {
            sink.value(MEMORY.newDirectByteBuffer(at, size));
        } else {
            MEMORY.copyMemory(at, valueAt, size);
            sink.value(value.limit(size));
        }
    }

    @Override
    public void begin(boolean write) throws IOException {
        if (write) {
            store.begin();
        }
    }

    @Override
    public void commit() throws IOException {
        store.end(true);
    }

    @Override
    public void close() throws IOException {
        long open = cursor;
        cursor = 0;
        try {
            store.end(false);
        } finally {
            if (open != 0) {
                kyoto.kccurdel(open);
            }
        }
    }
}
