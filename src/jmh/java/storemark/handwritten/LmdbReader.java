package storemark.handwritten;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.SplittableRandom;
import org.lmdbjava.ByteBufferProxy;
import org.lmdbjava.Dbi;
import org.lmdbjava.DbiFlags;
import org.lmdbjava.Env;
import org.lmdbjava.EnvFlags;
import org.lmdbjava.PutFlags;
import org.lmdbjava.Txn;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import storemark.dataset.Scratch;
import storemark.fork.ForkPlan;

/** A reader of LMDB as one would write it by hand, and the store that it reads. */
@State(Scope.Thread)
public class LmdbReader {
    /** As many records as the harness draws from in its first and only step here. */
    private static final int ENTRIES = 200_000;

    private static final int VALUE_BYTES = 100;

    private final ByteBuffer key = ByteBuffer.allocateDirect(Long.BYTES).order(ByteOrder.nativeOrder());
    private final SplittableRandom random = new SplittableRandom(1);
    private Scratch scratch;
    private Env<ByteBuffer> env;
    private Dbi<ByteBuffer> dbi;
    private Txn<ByteBuffer> reader;
    private long digest;

    @Setup(Level.Trial)
    public void open() throws IOException {
        scratch = Scratch.create(ForkPlan.ofThisProcess().root(), "hand-written");
        env = Env.create(ByteBufferProxy.PROXY_OPTIMAL)
                .setMapSize(1L << 30)
                .open(scratch.path().toFile(), EnvFlags.MDB_NOSYNC);
        dbi = env.openDbi((byte[]) null, DbiFlags.MDB_CREATE, DbiFlags.MDB_INTEGERKEY);
        ByteBuffer value = ByteBuffer.allocateDirect(VALUE_BYTES);
        try (Txn<ByteBuffer> writer = env.txnWrite()) {
            for (long id = 0; id < ENTRIES; id++) {
                for (int at = 0; at < VALUE_BYTES; at++) {
                    value.put(at, (byte) random.nextInt());
                }
                key.putLong(0, id);
                dbi.put(writer, key, value, PutFlags.MDB_APPEND);
            }
            writer.commit();
        }
        reader = env.txnRead();
        reader.reset();
    }

    /** Reads one record; what is returned hangs on all that were read. */
    public long read() {
        key.putLong(0, Math.multiplyHigh(random.nextLong() >>> 1, (long) ENTRIES << 1));
        reader.renew();
        ByteBuffer value = dbi.get(reader, key);
        // A word of each of its two cache lines, and the last.
        long folded = value.getLong(VALUE_BYTES - Long.BYTES) + Long.rotateLeft(value.getLong(0), 7);
        folded = value.remaining() + Long.rotateLeft(folded, 7) + value.getLong(64);
        reader.reset();
        digest = Long.rotateLeft(digest, 7) + folded;
        return digest;
    }

    @TearDown(Level.Trial)
    public void close() throws IOException {
        reader.close();
        env.close();
        scratch.close();
    }
}
