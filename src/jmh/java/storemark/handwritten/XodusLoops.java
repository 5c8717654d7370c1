package storemark.handwritten;

import java.util.SplittableRandom;
import jetbrains.exodus.ArrayByteIterable;
import jetbrains.exodus.ByteIterable;
import jetbrains.exodus.env.Cursor;
import jetbrains.exodus.env.Environment;
import jetbrains.exodus.env.EnvironmentConfig;
import jetbrains.exodus.env.Environments;
import jetbrains.exodus.env.Store;
import jetbrains.exodus.env.StoreConfig;
import storemark.engine.DigestSink;
import storemark.engine.Durability;
import storemark.engine.Records;
import storemark.engine.StoreSpec;

/** Xodus by the closures that its documentation shows. */
final class XodusLoops implements Loops {
    private static final int LOADED_AT_ONCE = 1000;

    private final Records records;
    private final DigestSink sink;
    private final Environment environment;
    private final Store store;

    XodusLoops(StoreSpec spec, DigestSink sink) {
        this.sink = sink;
        records = spec.records();
        EnvironmentConfig config = new EnvironmentConfig()
                .setMemoryUsage(spec.cacheBytes())
                .setManagementEnabled(false)
                .setLogDurableWrite(spec.durability() == Durability.POWER);
        environment = Environments.newInstance(spec.target().directory().toFile(), config);
        store = environment.computeInTransaction(
                transaction -> environment.openStore("records", StoreConfig.WITHOUT_DUPLICATES, transaction));
    }

    private ArrayByteIterable key(long id) {
        byte[] key = new byte[Long.BYTES];
        records.key(id, key);
        return new ArrayByteIterable(key);
    }

    private ArrayByteIterable value(long id, int revision) {
        byte[] value = new byte[records.maxValueBytes()];
        records.value(id, revision, value);
        return new ArrayByteIterable(value);
    }

    @Override
    public void load(long entries) {
        for (long first = 0; first < entries; first += LOADED_AT_ONCE) {
            long from = first;
            environment.executeInTransaction(transaction -> {
                for (long id = from; id < Math.min(entries, from + LOADED_AT_ONCE); id++) {
                    store.putRight(transaction, key(id), value(id, 0));
                }
            });
        }
    }

    @Override
    public void read(SplittableRandom random, long range, int count) {
        for (int at = 0; at < count; at++) {
            environment.executeInReadonlyTransaction(transaction -> {
                ByteIterable found = store.get(transaction, key(random.nextLong(range)));
                sink.value(found.getBytesUnsafe(), 0, found.getLength());
            });
        }
    }

    @Override
    public void scan(SplittableRandom random, long range, int count, int length) {
        for (int at = 0; at < count; at++) {
            environment.executeInReadonlyTransaction(transaction -> {
                try (Cursor cursor = store.openCursor(transaction)) {
                    ByteIterable found = cursor.getSearchKeyRange(key(random.nextLong(range)));
                    sink.value(found.getBytesUnsafe(), 0, found.getLength());
                    for (int next = 1; next < length && cursor.getNext(); next++) {
                        found = cursor.getValue();
                        sink.value(found.getBytesUnsafe(), 0, found.getLength());
                    }
                }
            });
        }
    }

    @Override
    public void update(SplittableRandom random, long range, int count, int revision) {
        for (int at = 0; at < count; at++) {
            long id = random.nextLong(range);
            environment.executeInTransaction(transaction -> store.put(transaction, key(id), value(id, revision)));
        }
    }

    @Override
    public void close() {
        environment.close();
    }
}
