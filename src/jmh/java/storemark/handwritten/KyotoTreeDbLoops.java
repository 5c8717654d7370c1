package storemark.handwritten;

import com.kenai.jffi.MemoryIO;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import jnr.ffi.LibraryLoader;
import storemark.engine.DigestSink;
import storemark.engine.Durability;
import storemark.engine.StoreSpec;
import storemark.engines.kyotocabinet.KyotoCabinet;

/** Kyoto Cabinet's C API, by the declarations that the adapter has of it too. */
final class KyotoTreeDbLoops extends Loops {
    private static final int LOADED_AT_ONCE = 100_000;
    private static final MemoryIO MEMORY = MemoryIO.getInstance();

    private final KyotoCabinet kyoto = LibraryLoader.create(KyotoCabinet.class).load("kyotocabinet");
    private final ByteBuffer key = ByteBuffer.allocateDirect(Long.BYTES);
    private final ByteBuffer value;
    private final ByteBuffer size = ByteBuffer.allocateDirect(Long.BYTES);
    private final long keyAt = MEMORY.getDirectBufferAddress(key);
    private final long valueAt;
    private final long sizeAt = MEMORY.getDirectBufferAddress(size);
    private final long db = kyoto.kcdbnew();

    KyotoTreeDbLoops(StoreSpec spec, DigestSink sink) throws IOException {
        super(spec, sink);
        value = ByteBuffer.allocateDirect(records.maxValueBytes());
        valueAt = MEMORY.getDirectBufferAddress(value);
        String path = spec.target().directory().resolve("records.kct") + "#rcomp=lex#pccap=" + spec.cacheBytes();
        int mode = KyotoCabinet.WRITER | KyotoCabinet.CREATE;
        if (spec.durability() != Durability.NONE) {
            mode |= spec.durability() == Durability.POWER
                    ? KyotoCabinet.AUTOTRAN | KyotoCabinet.AUTOSYNC
                    : KyotoCabinet.AUTOTRAN;
        }
        check(kyoto.kcdbopen(db, path, mode));
    }

    private void check(int success) throws IOException {
        if (success == 0) {
            throw new IOException(kyoto.kcdbemsg(db));
        }
    }

    private void put(long id, int revision) throws IOException {
        key.putLong(0, id);
        int size = records.value(id, revision, value);
        check(kyoto.kcdbset(db, keyAt, Long.BYTES, valueAt, size));
    }

    @Override
    public void load(long entries) throws IOException {
        for (long id = 0; id < entries; ) {
            check(kyoto.kcdbbegintran(db, 0));
            for (long end = Math.min(entries, id + LOADED_AT_ONCE); id < end; id++) {
                put(id, 0);
            }
            check(kyoto.kcdbendtran(db, 1));
        }
    }

    @Override
    public void read(SplittableRandom random, long range, int count) {
        for (int at = 0; at < count; at++) {
            key.putLong(0, random.nextLong(range));
            kyoto.kcdbgetbuf(db, keyAt, Long.BYTES, valueAt, value.capacity());
            sink.value(value);
        }
    }

    @Override
    public void scan(SplittableRandom random, long range, int count, int length) {
        long cursor = kyoto.kcdbcursor(db);
        for (int at = 0; at < count; at++) {
            key.putLong(0, random.nextLong(range));
            kyoto.kccurjumpkey(cursor, keyAt, Long.BYTES);
            for (int next = 0; next < length; next++) {
                long region = kyoto.kccurgetvalue(cursor, sizeAt, 1);
                MEMORY.copyMemory(region, valueAt, value.capacity());
                sink.value(value);
                kyoto.kcfree(region);
            }
        }
        kyoto.kccurdel(cursor);
    }

    @Override
    public void update(SplittableRandom random, long range, int count, int revision) throws IOException {
        for (int at = 0; at < count; at++) {
            put(random.nextLong(range), revision);
        }
    }

    @Override
    public void close() throws IOException {
        check(kyoto.kcdbclose(db));
        kyoto.kcdbdel(db);
    }
}
