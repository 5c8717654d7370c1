package storemark.handwritten;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.SplittableRandom;
import org.lmdbjava.ByteBufferProxy;
import org.lmdbjava.Cursor;
import org.lmdbjava.Dbi;
import org.lmdbjava.DbiFlags;
import org.lmdbjava.Env;
import org.lmdbjava.EnvFlags;
import org.lmdbjava.GetOp;
import org.lmdbjava.PutFlags;
import org.lmdbjava.Txn;
import storemark.engine.DigestSink;
import storemark.engine.Durability;
import storemark.engine.StoreSpec;

/** lmdbjava, with integers as keys of the unnamed database, a parked read transaction and a cursor that is used again. */
final class LmdbLoops extends Loops {
    private static final int LOADED_AT_ONCE = 1_000_000;

    private final Env<ByteBuffer> env;
    private final Dbi<ByteBuffer> dbi;
    private final Txn<ByteBuffer> reader;
    private final Cursor<ByteBuffer> cursor;
    private final ByteBuffer key = ByteBuffer.allocateDirect(Long.BYTES).order(ByteOrder.nativeOrder());
    private final ByteBuffer value;

    LmdbLoops(StoreSpec spec, DigestSink sink) {
        super(spec, sink);
        value = ByteBuffer.allocateDirect(records.maxValueBytes());
        env = Env.create(ByteBufferProxy.PROXY_OPTIMAL)
                .setMapSize((1L << 30) + 4 * spec.dataBytes() + 64 * spec.entries())
                .open(
                        spec.target().directory().toFile(),
                        spec.durability() == Durability.POWER
                                ? new EnvFlags[0]
                                : new EnvFlags[] {EnvFlags.MDB_NOSYNC, EnvFlags.MDB_NOMETASYNC});
        dbi = env.openDbi((byte[]) null, DbiFlags.MDB_CREATE, DbiFlags.MDB_INTEGERKEY);
        reader = env.txnRead();
        cursor = dbi.openCursor(reader);
        reader.reset();
    }

    @Override
    public void load(long entries) {
        for (long id = 0; id < entries; ) {
            try (Txn<ByteBuffer> writer = env.txnWrite()) {
                for (long end = Math.min(entries, id + LOADED_AT_ONCE); id < end; id++) {
                    key.putLong(0, id);
                    records.value(id, 0, value);
                    dbi.put(writer, key, value, PutFlags.MDB_APPEND);
                }
                writer.commit();
            }
        }
    }

    @Override
    public void read(SplittableRandom random, long range, int count) {
        for (int at = 0; at < count; at++) {
            key.putLong(0, random.nextLong(range));
            reader.renew();
            sink.value(dbi.get(reader, key));
            reader.reset();
        }
    }

    @Override
    public void scan(SplittableRandom random, long range, int count, int length) {
        for (int at = 0; at < count; at++) {
            key.putLong(0, random.nextLong(range));
            reader.renew();
            cursor.renew(reader);
            cursor.get(key, GetOp.MDB_SET_RANGE);
            sink.value(cursor.val());
            for (int next = 1; next < length && cursor.next(); next++) {
                sink.value(cursor.val());
            }
            reader.reset();
        }
    }

    @Override
    public void update(SplittableRandom random, long range, int count, int revision) {
        for (int at = 0; at < count; at++) {
            long id = random.nextLong(range);
            key.putLong(0, id);
            records.value(id, revision, value);
            try (Txn<ByteBuffer> writer = env.txnWrite()) {
                dbi.put(writer, key, value);
                writer.commit();
            }
        }
    }

    @Override
    public void close() {
        cursor.close();
        reader.close();
        env.close();
    }
}
