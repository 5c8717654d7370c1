package storemark.engines.wiredtiger;

import static storemark.engines.NativeLibrary.MEMORY;

import java.nio.ByteBuffer;
import storemark.engines.NativeLibrary;

/** A {@code WT_ITEM}: the address and size of bytes, of ours to the library or of its own to us. Used by one thread. */
final class WiredTigerItem {
    private static final int BYTES = 40;

    private final ByteBuffer item = ByteBuffer.allocateDirect(BYTES);
    final long address = NativeLibrary.address(item);

    void set(long data, long size) {
        MEMORY.putAddress(address, data);
        MEMORY.putLong(address + Long.BYTES, size);
    }

    long data() {
        return MEMORY.getAddress(address);
    }

    int size() {
        return (int) MEMORY.getLong(address + Long.BYTES);
    }
}
