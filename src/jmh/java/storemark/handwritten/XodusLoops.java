package storemark.handwritten;

import java.util.SplittableRandom;
import jetbrains.exodus.ArrayByteIterable;
import jetbrains.exodus.ByteIterable;
import jetbrains.exodus.env.Cursor;
import jetbrains.exodus.env.EnvironmentConfig;
import jetbrains.exodus.env.EnvironmentImpl;
import jetbrains.exodus.env.Environments;
import jetbrains.exodus.env.Store;
import jetbrains.exodus.env.StoreConfig;
import jetbrains.exodus.env.Transaction;
import storemark.engine.DigestSink;
import storemark.engine.Durability;
import storemark.engine.StoreSpec;

/**
 * Xodus with reads from one snapshot until the log has grown, as its own benchmark reads from one, and exclusive transactions
 * for writes, which need no second attempt. Pages are small, since a put copies them.
 */
final class XodusLoops extends Loops {
    private static final int LOADED_AT_ONCE = 1000;

    private final EnvironmentImpl environment;
    private final Store store;
    private final ArrayByteIterable sought = new ArrayByteIterable(new byte[Long.BYTES]);
    private Transaction snapshot;

    XodusLoops(StoreSpec spec, DigestSink sink) {
        super(spec, sink);
        EnvironmentConfig config = new EnvironmentConfig()
                .setMemoryUsage(spec.cacheBytes())
                .setManagementEnabled(false)
                .setTreeMaxPageSize(32)
                .setLogDurableWrite(spec.durability() == Durability.POWER);
        environment = (EnvironmentImpl)
                Environments.newInstance(spec.target().directory().toFile(), config);
        store = environment.computeInTransaction(
                transaction -> environment.openStore("records", StoreConfig.WITHOUT_DUPLICATES, transaction));
    }

    @Override
    public void load(long entries) {
        for (long first = 0; first < entries; first += LOADED_AT_ONCE) {
            long from = first;
            environment.executeInTransaction(transaction -> {
                for (long id = from; id < Math.min(entries, from + LOADED_AT_ONCE); id++) {
                    store.putRight(
                            transaction,
                            new ArrayByteIterable(records.key(id)),
                            new ArrayByteIterable(records.value(id, 0)));
                }
            });
        }
    }

    /** The newest snapshot: a commit appends to the log. */
    private Transaction snapshot() {
        if (snapshot == null
                || snapshot.getHighAddress() != environment.getLog().getHighAddress()) {
            release();
            snapshot = environment.beginReadonlyTransaction();
        }
        return snapshot;
    }

    private void release() {
        if (snapshot != null) {
            snapshot.abort();
            snapshot = null;
        }
    }

    @Override
    public void read(SplittableRandom random, long range, int count) {
        for (int at = 0; at < count; at++) {
            records.key(random.nextLong(range), sought.getBytesUnsafe());
            ByteIterable found = store.get(snapshot(), sought);
            sink.value(found.getBytesUnsafe(), 0, found.getLength());
        }
    }

    @Override
    public void scan(SplittableRandom random, long range, int count, int length) {
        for (int at = 0; at < count; at++) {
            records.key(random.nextLong(range), sought.getBytesUnsafe());
            try (Cursor cursor = store.openCursor(snapshot())) {
                ByteIterable found = cursor.getSearchKeyRange(sought);
                sink.value(found.getBytesUnsafe(), 0, found.getLength());
                for (int next = 1; next < length && cursor.getNext(); next++) {
                    found = cursor.getValue();
                    sink.value(found.getBytesUnsafe(), 0, found.getLength());
                }
            }
        }
    }

    @Override
    public void update(SplittableRandom random, long range, int count, int revision) {
        release();
        for (int at = 0; at < count; at++) {
            long id = random.nextLong(range);
            Transaction transaction = environment.beginExclusiveTransaction();
            store.put(
                    transaction,
                    new ArrayByteIterable(records.key(id)),
                    new ArrayByteIterable(records.value(id, revision)));
            transaction.commit();
        }
    }

    @Override
    public void close() {
        release();
        environment.close();
    }
}
