package storemark.engines;

import static storemark.engines.NativeLibrary.MEMORY;

import java.nio.ByteBuffer;
import storemark.engine.Records;
import storemark.engine.Sink;

/** A session's buffer for values that a native library takes, and for those that it hands out at an address. Used by one thread. */
public final class NativeValue {
    /** Values up to here are copied out of the library's memory: cheaper than to wrap them, which allocates. */
    private static final int COPIED = 4096;

    private final Records records;
    private final ByteBuffer buffer;
    private final long address;

    public NativeValue(Records records) {
        this.records = records;
        buffer = ByteBuffer.allocateDirect(Math.max(COPIED, records.maxValueBytes()));
        address = NativeLibrary.address(buffer);
    }

    /** Where {@link #of} puts values. */
    public long address() {
        return address;
    }

    /** Puts the value of (id, revision) at {@link #address}, and returns its size. */
    public int of(long id, int revision) {
        return records.value(id, revision, buffer.clear());
    }

    /** Hands over a value of {@code size} bytes in the library's memory, which is good until the call returns. */
    public void hand(long at, int size, Sink sink) {
        if (size > COPIED) {
            sink.value(MEMORY.newDirectByteBuffer(at, size));
        } else {
            MEMORY.copyMemory(at, address, size);
            sink.value(buffer.limit(size));
        }
    }
}
