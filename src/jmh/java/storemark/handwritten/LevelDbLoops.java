package storemark.handwritten;

import java.io.IOException;
import java.util.SplittableRandom;
import org.fusesource.leveldbjni.internal.NativeCache;
import org.fusesource.leveldbjni.internal.NativeCompressionType;
import org.fusesource.leveldbjni.internal.NativeDB;
import org.fusesource.leveldbjni.internal.NativeIterator;
import org.fusesource.leveldbjni.internal.NativeOptions;
import org.fusesource.leveldbjni.internal.NativeReadOptions;
import org.fusesource.leveldbjni.internal.NativeWriteBatch;
import org.fusesource.leveldbjni.internal.NativeWriteOptions;
import storemark.engine.DigestSink;
import storemark.engine.Durability;
import storemark.engine.StoreSpec;

/** leveldbjni's native classes, which its public ones wrap. */
final class LevelDbLoops extends Loops {
    private static final int LOADED_AT_ONCE = 1000;

    private final NativeCache cache;
    private final NativeDB db;
    private final NativeReadOptions reads = new NativeReadOptions();
    private final NativeWriteOptions writes;
    private final byte[] key = new byte[Long.BYTES];
    private final byte[] value;

    LevelDbLoops(StoreSpec spec, DigestSink sink) throws IOException {
        super(spec, sink);
        value = new byte[records.maxValueBytes()];
        NativeDB.LIBRARY.load();
        writes = new NativeWriteOptions().sync(spec.durability() == Durability.POWER);
        cache = new NativeCache(spec.cacheBytes());
        NativeOptions options = new NativeOptions()
                .createIfMissing(true)
                .compression(NativeCompressionType.kNoCompression)
                .cache(cache);
        db = NativeDB.open(options, spec.target().directory().toFile());
    }

    @Override
    public void load(long entries) throws IOException {
        for (long id = 0; id < entries; ) {
            NativeWriteBatch batch = new NativeWriteBatch();
            for (long end = Math.min(entries, id + LOADED_AT_ONCE); id < end; id++) {
                records.key(id, key);
                records.value(id, 0, value);
                batch.put(key, value);
            }
            db.write(writes, batch);
            batch.delete();
        }
    }

    @Override
    public void read(SplittableRandom random, long range, int count) throws IOException {
        for (int at = 0; at < count; at++) {
            records.key(random.nextLong(range), key);
            byte[] found = db.get(reads, key);
            sink.value(found, 0, found.length);
        }
    }

    @Override
    public void scan(SplittableRandom random, long range, int count, int length) throws IOException {
        for (int at = 0; at < count; at++) {
            records.key(random.nextLong(range), key);
            NativeIterator iterator = db.iterator(reads);
            iterator.seek(key);
            for (int next = 0; next < length && iterator.isValid(); next++) {
                byte[] found = iterator.value();
                sink.value(found, 0, found.length);
                iterator.next();
            }
            iterator.delete();
        }
    }

    @Override
    public void update(SplittableRandom random, long range, int count, int revision) throws IOException {
        for (int at = 0; at < count; at++) {
            long id = random.nextLong(range);
            records.key(id, key);
            records.value(id, revision, value);
            db.put(writes, key, value);
        }
    }

    @Override
    public void close() {
        db.delete();
        cache.delete();
    }
}
