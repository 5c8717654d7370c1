package storemark.engines.mvstore;

import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.type.ByteArrayDataType;
import org.h2.mvstore.type.DataType;
import org.h2.mvstore.type.LongDataType;
import storemark.engine.Records;
import storemark.engine.Session;
import storemark.engine.Store;
import storemark.engine.StoreSpec;
import storemark.engines.Debt;

/** An open file with one map. */
final class MvStore implements Store {
    /** Compaction is done in parts, so that it can time out between them. */
    private static final int PART_MILLIS = 1000;

    private final StoreSpec spec;
    private final MVStore store;
    private final MVMap<Object, byte[]> map;

    MvStore(MVStore.Builder builder, StoreSpec spec) {
        this.spec = spec;
        store = builder.open();
        DataType<?> either =
                spec.records().keyBytes() == Long.BYTES ? LongDataType.INSTANCE : ByteArrayDataType.INSTANCE;
        @SuppressWarnings("unchecked")
        DataType<Object> keys = (DataType<Object>) either;
        map = store.openMap(
                "records", new MVMap.Builder<Object, byte[]>().keyType(keys).valueType(ByteArrayDataType.INSTANCE));
    }

    /** Signed longs in the unsigned order of ids, or the bytes of longer keys. */
    static Object key(Records records, long id) {
        return records.keyBytes() == Long.BYTES ? (Object) (id ^ Long.MIN_VALUE) : records.key(id);
    }

    @Override
    public Session session() {
        return new MvStoreSession(store, map, spec);
    }

    @Override
    public void settle() throws Exception {
        int delay = store.getAutoCommitDelay();
        // Stops the background thread meanwhile: commit() does not wait for what that thread is about to write.
        store.setAutoCommitDelay(0);
        try {
            store.commit();
            int part = (int) Math.min(PART_MILLIS, Debt.patience().toMillis());
            Debt.pay("MVStore's compaction", () -> isCompacted(part));
            store.sync();
        } finally {
            store.setAutoCommitDelay(delay);
        }
    }

    /** The library does not say why it stops: before its time only if nothing is left to move. */
    private boolean isCompacted(int millis) {
        long started = System.nanoTime();
        store.compactFile(millis);
        return System.nanoTime() - started < millis * 1_000_000L;
    }

    /**
     * If the background thread fails during the library's close(), that waits for ever. So the thread ends first (0 waits for it, -1
     * as in close() does not), and close() finds nothing to write.
     */
    @Override
    public void close() {
        if (!store.isClosed()) {
            store.setAutoCommitDelay(0);
            store.commit();
            store.close();
        }
    }
}
