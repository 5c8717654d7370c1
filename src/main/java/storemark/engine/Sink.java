package storemark.engine;

import java.nio.ByteBuffer;

/** Receives what a read or a scan finds. Used by one thread. Buffers belong to the engine and are valid until the call returns. */
public abstract class Sink {
    /** Whether a scan hands over keys too, by {@link #key} before each value. Never changes. */
    public boolean wantsKeys() {
        return false;
    }

    /** A key of {@link Records#keyBytes()} bytes at {@code offset}. */
    public void key(byte[] buffer, int offset) {}

    /** A key at the position of {@code buffer}, which is not moved. */
    public void key(ByteBuffer buffer) {}

    /** A value of {@code length} bytes at {@code offset}. */
    public abstract void value(byte[] buffer, int offset, int length);

    /** Takes a value that is a whole array, or null for none; returns whether there was one. */
    public final boolean found(byte[] value) {
        if (value == null) {
            return false;
        }
        value(value, 0, value.length);
        return true;
    }

    /** A value between the position and limit of {@code buffer}, which are not moved. */
    public abstract void value(ByteBuffer buffer);
}
