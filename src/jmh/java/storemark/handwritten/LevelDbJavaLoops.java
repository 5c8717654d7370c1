package storemark.handwritten;

import java.io.IOException;
import java.util.SplittableRandom;
import org.iq80.leveldb.CompressionType;
import org.iq80.leveldb.DB;
import org.iq80.leveldb.Options;
import org.iq80.leveldb.ReadOptions;
import org.iq80.leveldb.WriteBatch;
import org.iq80.leveldb.WriteOptions;
import org.iq80.leveldb.impl.Iq80DBFactory;
import org.iq80.leveldb.iterator.DBIteratorAdapter;
import org.iq80.leveldb.util.Slice;
import storemark.engine.DigestSink;
import storemark.engine.Durability;
import storemark.engine.StoreSpec;

/**
 * LevelDB in Java: scans by slices of its blocks, without copies; what is written must be new arrays, because the library keeps
 * them.
 */
final class LevelDbJavaLoops extends Loops {
    private static final int LOADED_AT_ONCE = 1000;

    private final DB db;
    private final ReadOptions reads = new ReadOptions();
    private final WriteOptions writes;
    private final byte[] sought = new byte[Long.BYTES];

    LevelDbJavaLoops(StoreSpec spec, DigestSink sink) throws IOException {
        super(spec, sink);
        Options options = new Options()
                .createIfMissing(true)
                .compressionType(CompressionType.NONE)
                .cacheSize(spec.cacheBytes());
        writes = new WriteOptions().sync(spec.durability() == Durability.POWER);
        db = Iq80DBFactory.factory.open(spec.target().directory().toFile(), options);
    }

    @Override
    public void load(long entries) throws IOException {
        for (long id = 0; id < entries; ) {
            try (WriteBatch batch = db.createWriteBatch()) {
                for (long end = Math.min(entries, id + LOADED_AT_ONCE); id < end; id++) {
                    batch.put(records.key(id), records.value(id, 0));
                }
                db.write(batch);
            }
        }
    }

    @Override
    public void read(SplittableRandom random, long range, int count) {
        for (int at = 0; at < count; at++) {
            records.key(random.nextLong(range), sought);
            byte[] found = db.get(sought, reads);
            sink.value(found, 0, found.length);
        }
    }

    @Override
    public void scan(SplittableRandom random, long range, int count, int length) throws IOException {
        for (int at = 0; at < count; at++) {
            records.key(random.nextLong(range), sought);
            try (DBIteratorAdapter iterator = (DBIteratorAdapter) db.iterator(reads)) {
                iterator.seek(sought);
                for (int next = 0; next < length && iterator.hasNext(); next++) {
                    Slice found = iterator.next().getValueSlice();
                    sink.value(found.getRawArray(), found.getRawOffset(), found.length());
                }
            }
        }
    }

    @Override
    public void update(SplittableRandom random, long range, int count, int revision) {
        for (int at = 0; at < count; at++) {
            long id = random.nextLong(range);
            db.put(records.key(id), records.value(id, revision), writes);
        }
    }

    @Override
    public void close() throws IOException {
        db.close();
    }
}
