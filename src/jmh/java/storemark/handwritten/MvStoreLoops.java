package storemark.handwritten;

import java.util.SplittableRandom;
import org.h2.mvstore.Cursor;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStore.TxCounter;
import org.h2.mvstore.type.ByteArrayDataType;
import org.h2.mvstore.type.LongDataType;
import storemark.engine.DigestSink;
import storemark.engine.Durability;
import storemark.engine.StoreSpec;

/**
 * An MVMap, which its background thread commits; what is written must be new arrays, because the map keeps them. Each
 * operation registers the version that it works on, as that thread may overwrite the pages of others.
 */
final class MvStoreLoops extends Loops {
    private final MVStore store;
    private final MVMap<Long, byte[]> map;
    private final Durability durability;

    MvStoreLoops(StoreSpec spec, DigestSink sink) {
        super(spec, sink);
        durability = spec.durability();
        MVStore.Builder builder = new MVStore.Builder()
                .fileName(spec.target().directory().resolve("records.mvstore").toString())
                .cacheSize((int) (spec.cacheBytes() >> 20));
        if (durability != Durability.NONE) {
            builder.autoCommitDisabled();
        }
        store = builder.open();
        map = store.openMap(
                "records",
                new MVMap.Builder<Long, byte[]>().keyType(LongDataType.INSTANCE).valueType(ByteArrayDataType.INSTANCE));
    }

    /** The signed order of keys is the unsigned order of ids. */
    private static long key(long id) {
        return id ^ Long.MIN_VALUE;
    }

    @Override
    public void load(long entries) {
        for (long id = 0; id < entries; id++) {
            map.put(key(id), records.value(id, 0)); // append fails an assertion of the library on later overwrites
        }
        store.commit();
    }

    @Override
    public void read(SplittableRandom random, long range, int count) {
        for (int at = 0; at < count; at++) {
            TxCounter version = store.registerVersionUsage();
            try {
                byte[] found = map.get(key(random.nextLong(range)));
                sink.value(found, 0, found.length);
            } finally {
                store.deregisterVersionUsage(version);
            }
        }
    }

    @Override
    public void scan(SplittableRandom random, long range, int count, int length) {
        for (int at = 0; at < count; at++) {
            TxCounter version = store.registerVersionUsage();
            try {
                Cursor<Long, byte[]> cursor = map.cursor(key(random.nextLong(range)));
                for (int next = 0; next < length && cursor.hasNext(); next++) {
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
            long id = random.nextLong(range);
            TxCounter version = store.registerVersionUsage();
            try {
                map.put(key(id), records.value(id, revision));
            } finally {
                store.deregisterVersionUsage(version);
            }
            if (durability != Durability.NONE) {
                store.commit();
            }
            if (durability == Durability.POWER) {
                store.sync();
            }
        }
    }

    @Override
    public void close() {
        store.close();
    }
}
