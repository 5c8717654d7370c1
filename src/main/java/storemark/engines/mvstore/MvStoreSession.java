package storemark.engines.mvstore;

import org.h2.mvstore.Cursor;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStore.TxCounter;
import storemark.engine.Durability;
import storemark.engine.Records;
import storemark.engine.Session;
import storemark.engine.Sink;
import storemark.engine.StoreSpec;

/**
 * The map keeps the arrays that it is given until their page is written: each put needs new ones. Each operation registers the
 * version that it uses, or another thread's commits could overwrite the pages that it reads.
 */
final class MvStoreSession implements Session {
    private final MVStore store;
    private final MVMap<Object, byte[]> map;
    private final Records records;
    private final Durability durability;
    private final byte[] found;
    private boolean writing;

    MvStoreSession(MVStore store, MVMap<Object, byte[]> map, StoreSpec spec) {
        this.store = store;
        this.map = map;
        records = spec.records();
        durability = spec.durability();
        found = new byte[records.keyBytes()];
    }

    @Override
    public boolean get(long id, Sink sink) {
        TxCounter version = store.registerVersionUsage();
        try {
            return sink.found(map.get(MvStore.key(records, id)));
        } finally {
            store.deregisterVersionUsage(version);
        }
    }

    @Override
    public void put(long id, int revision) {
        byte[] value = records.value(id, revision);
        TxCounter version = store.registerVersionUsage();
        try {
            map.put(MvStore.key(records, id), value);
        } finally {
            store.deregisterVersionUsage(version);
        }
        keep();
    }

    @Override
    public void delete(long id) {
        TxCounter version = store.registerVersionUsage();
        try {
            map.remove(MvStore.key(records, id));
        } finally {
            store.deregisterVersionUsage(version);
        }
        keep();
    }

    private void keep() {
        if (!writing && durability != Durability.NONE) {
            store.commit();
        }
        if (!writing && durability == Durability.POWER) {
            store.sync();
        }
    }

    @Override
    public int scan(long fromId, int limit, boolean ascending, Sink sink) {
        TxCounter version = store.registerVersionUsage();
        try {
            return scan(map.cursor(MvStore.key(records, fromId), null, !ascending), limit, sink);
        } finally {
            store.deregisterVersionUsage(version);
        }
    }

    private int scan(Cursor<Object, byte[]> at, int limit, Sink sink) {
        boolean keys = sink.wantsKeys();
        int count = 0;
        for (; count < limit && at.hasNext(); count++) {
            Object key = at.next();
            if (keys && key instanceof Long number) {
                records.key(number ^ Long.MIN_VALUE, found);
                sink.key(found, 0);
            } else if (keys) {
                sink.key((byte[]) key, 0);
            }
            byte[] value = at.getValue();
            sink.value(value, 0, value.length);
        }
        return count;
    }

    @Override
    public void begin(boolean write) {
        writing = write;
    }

    @Override
    public void commit() {
        if (writing) {
            writing = false;
            keep();
        }
    }
}
