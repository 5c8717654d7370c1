package storemark.handwritten;

import java.util.SplittableRandom;
import org.h2.mvstore.Cursor;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStore.TxCounter;
import org.h2.mvstore.type.ByteArrayDataType;
import storemark.engine.DigestSink;
import storemark.engine.Records;
import storemark.engine.StoreSpec;

/**
 * An MVMap, which its background thread commits; what is written must be new arrays, because the map keeps them. Each
 * operation registers the version that it works on, as that thread may overwrite the pages of others.
 */
final class MvStoreLoops implements Loops {
    private final Records records;
    private final DigestSink sink;
    private final MVStore store;
    private final MVMap<byte[], byte[]> map;
    private final byte[] sought = new byte[Long.BYTES];

    MvStoreLoops(StoreSpec spec, DigestSink sink) {
        this.sink = sink;
        records = spec.records();
        store = new MVStore.Builder()
                .fileName(spec.target().directory().resolve("records.mvstore").toString())
                .cacheSize((int) (spec.cacheBytes() >> 20))
                .open();
        map = store.openMap(
                "records",
                new MVMap.Builder<byte[], byte[]>()
                        .keyType(ByteArrayDataType.INSTANCE)
                        .valueType(ByteArrayDataType.INSTANCE));
    }

    private void put(long id, int revision) {
        byte[] key = new byte[Long.BYTES];
        records.key(id, key);
        byte[] value = new byte[records.maxValueBytes()];
        records.value(id, revision, value);
        TxCounter version = store.registerVersionUsage();
        try {
            map.put(key, value);
        } finally {
            store.deregisterVersionUsage(version);
        }
    }

    @Override
    public void load(long entries) {
        for (long id = 0; id < entries; id++) {
            put(id, 0);
        }
    }

    @Override
    public void read(SplittableRandom random, long range, int count) {
        for (int at = 0; at < count; at++) {
            records.key(random.nextLong(range), sought);
            TxCounter version = store.registerVersionUsage();
            try {
                byte[] found = map.get(sought);
                sink.value(found, 0, found.length);
            } finally {
                store.deregisterVersionUsage(version);
            }
        }
    }

    @Override
    public void scan(SplittableRandom random, long range, int count) {
        for (int at = 0; at < count; at++) {
            records.key(random.nextLong(range), sought);
            TxCounter version = store.registerVersionUsage();
            try {
                Cursor<byte[], byte[]> cursor = map.cursor(sought);
                for (int next = 0; next < SCANNED && cursor.hasNext(); next++) {
                    cursor.next();
                    byte[] found = cursor.getValue();
                    sink.value(found, 0, found.length);
                }
            } finally {
                store.deregisterVersionUsage(version);
            }
        }
    }

    @Override
    public void update(SplittableRandom random, long range, int count, int revision) {
        for (int at = 0; at < count; at++) {
            put(random.nextLong(range), revision);
        }
    }

    @Override
    public void close() {
        store.close();
    }
}
