package storemark.engines.bdb;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import storemark.engines.NativeLibrary;

/**
 * A key and a value as Berkeley DB takes and gives them: two DBT structures, which point to buffers of ours. See db.h: a
 * {@code void *data}; {@code u_int32_t size, ulen, dlen, doff}; a {@code void *app_data}; {@code u_int32_t flags}.
 */
final class BdbEntry {
    private static final int SIZE = 8;
    private static final int ROOM = 12;
    private static final int FLAGS = 32;
    private static final int BYTES = 40;

    /** The addresses of the two structures. */
    final long key;

    final long value;

    private final ByteBuffer memory = ByteBuffer.allocateDirect(2 * BYTES).order(ByteOrder.nativeOrder());

    /** Points the structures to the whole of two direct buffers, whose owner keeps them as long as this. */
    BdbEntry(ByteBuffer key, ByteBuffer value, int keyFlags) {
        this.key = NativeLibrary.address(memory);
        this.value = this.key + BYTES;
        point(0, key, keyFlags);
        point(BYTES, value, BerkeleyDb.USERMEM);
    }

    private void point(int at, ByteBuffer buffer, int flags) {
        memory.putLong(at, NativeLibrary.address(buffer));
        memory.putInt(at + SIZE, buffer.capacity());
        memory.putInt(at + ROOM, buffer.capacity());
        memory.putInt(at + FLAGS, flags);
    }

    /** The bytes that the value has. */
    int valueBytes() {
        return memory.getInt(BYTES + SIZE);
    }

    void valueBytes(int size) {
        memory.putInt(BYTES + SIZE, size);
    }

    /** The bytes that the library may fill with a value. */
    void valueRoom(int bytes) {
        memory.putInt(BYTES + ROOM, bytes);
    }
}
