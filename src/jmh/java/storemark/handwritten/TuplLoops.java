package storemark.handwritten;

import java.io.File;
import java.io.IOException;
import java.util.SplittableRandom;
import org.cojen.tupl.Cursor;
import org.cojen.tupl.Database;
import org.cojen.tupl.DatabaseConfig;
import org.cojen.tupl.DurabilityMode;
import org.cojen.tupl.Index;
import org.cojen.tupl.Transaction;
import storemark.engine.DigestSink;
import storemark.engine.StoreSpec;

/** TuplDB 1.3: loads and stores of its index, and cursors. */
final class TuplLoops extends Loops {
    private final Database database;
    private final Index index;
    private final byte[] key = new byte[Long.BYTES];
    private final byte[] value;

    TuplLoops(StoreSpec spec, DigestSink sink) throws IOException {
        super(spec, sink);
        value = new byte[records.maxValueBytes()];
        // Pages are in native memory where JNA works, and the adapter, on the same class path, opens nothing where it
        // does not.
        database = Database.open(new DatabaseConfig()
                .baseFile(new File(spec.target().directory().toFile(), "tupl"))
                .minCacheSize(spec.cacheBytes())
                .maxCacheSize(spec.cacheBytes())
                .durabilityMode(
                        switch (spec.durability()) {
                            case NONE -> DurabilityMode.NO_REDO;
                            case PROCESS -> DurabilityMode.NO_SYNC;
                            case POWER -> DurabilityMode.SYNC;
                        }));
        index = database.openIndex("records");
    }

    @Override
    public void load(long entries) throws IOException {
        Cursor cursor = index.newCursor(Transaction.BOGUS);
        cursor.autoload(false);
        for (long id = 0; id < entries; id++) {
            records.value(id, 0, value);
            cursor.findNearby(records.key(id));
            cursor.store(value);
        }
        cursor.reset();
    }

    @Override
    public void read(SplittableRandom random, long range, int count) throws IOException {
        for (int at = 0; at < count; at++) {
            records.key(random.nextLong(range), key);
            byte[] found = index.load(null, key);
            sink.value(found, 0, found.length);
        }
    }

    @Override
    public void scan(SplittableRandom random, long range, int count, int length) throws IOException {
        Cursor cursor = index.newCursor(null);
        for (int at = 0; at < count; at++) {
            records.key(random.nextLong(range), key);
            cursor.findGe(key);
            for (int next = 1; ; next++) {
                byte[] found = cursor.value();
                sink.value(found, 0, found.length);
                if (next == length) {
                    break;
                }
                cursor.next();
            }
            cursor.reset();
        }
    }

    @Override
    public void update(SplittableRandom random, long range, int count, int revision) throws IOException {
        for (int at = 0; at < count; at++) {
            long id = random.nextLong(range);
            records.key(id, key);
            records.value(id, revision, value);
            index.store(null, key, value);
        }
    }

    @Override
    public void close() throws IOException {
        database.shutdown();
    }
}
