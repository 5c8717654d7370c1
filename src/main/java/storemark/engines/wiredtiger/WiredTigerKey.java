package storemark.engines.wiredtiger;

import static storemark.engines.NativeLibrary.MEMORY;

import java.nio.ByteBuffer;
import storemark.engine.Records;
import storemark.engine.Sink;
import storemark.engines.NativeLibrary;

/** What a session gives a cursor for a key, and takes from it: a number, or the address of an item. Used by one thread. */
final class WiredTigerKey {
    private final Records records;
    private final boolean integers;
    private final ByteBuffer bytes;
    /** The library's: a number, or where its bytes are. */
    private final WiredTigerItem out = new WiredTigerItem();

    private final WiredTigerItem in = new WiredTigerItem();

    WiredTigerKey(WiredTigerStore store) {
        records = store.records;
        integers = store.integers;
        bytes = ByteBuffer.allocateDirect(records.keyBytes());
        in.set(NativeLibrary.address(bytes), records.keyBytes());
    }

    void set(long cursor, long id) {
        if (!integers) {
            records.key(id, bytes);
        }
        Method.SET_KEY.call(cursor, integers ? id : in.address);
    }

    /** Hands over the key that the cursor is at; 0 or an error. */
    int hand(long cursor, Sink sink) {
        int code = (int) Method.GET_KEY.call(cursor, out.address);
        if (code == 0) {
            if (integers) {
                records.key(MEMORY.getLong(out.address), bytes);
            } else {
                MEMORY.copyMemory(out.data(), NativeLibrary.address(bytes), records.keyBytes());
            }
            sink.key(bytes);
        }
        return code;
    }
}
