package storemark.engines.lmdb;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import storemark.engine.Records;
import storemark.engine.Sink;

/** A session's buffer for keys: integers in the machine's byte order for {@code MDB_INTEGERKEY}, else byte strings. Used by one thread. */
final class LmdbKey {
    /** The key that was set last. */
    final ByteBuffer buffer;

    private final Records records;
    private final boolean integers;
    private final ByteBuffer handed;

    /** @param buffer of as many bytes as a key */
    LmdbKey(ByteBuffer buffer, Records records, boolean integers) {
        this.buffer = buffer.order(ByteOrder.nativeOrder());
        this.records = records;
        this.integers = integers;
        handed = ByteBuffer.allocateDirect(records.keyBytes());
    }

    void set(long id) {
        if (integers) {
            buffer.putLong(0, id);
        } else {
            records.key(id, buffer);
        }
    }

    /** Hands over a key that LMDB has found. */
    void hand(ByteBuffer found, Sink sink) {
        if (integers) {
            records.key(found.order(ByteOrder.nativeOrder()).getLong(found.position()), handed);
            sink.key(handed);
        } else {
            sink.key(found);
        }
    }
}
