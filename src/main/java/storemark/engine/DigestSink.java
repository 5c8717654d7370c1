package storemark.engine;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Fetches as much of each value as {@link Touch} says and folds it into a digest, which the benchmark returns so that no
 * compiler can drop the loads. Equal values in equal order give equal digests, whichever engine and buffer they came from.
 */
public final class DigestSink extends Sink {
    private static final VarHandle BYTES = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle BUFFER =
            MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    /** Words and values are rotated and added: a multiplication would be the longest delay of an operation. */
    private static final int TURN = 7;

    private static final int LINE = 64;
    private static final int WORD = Long.BYTES;

    private final int stride;
    private final byte[] copy;
    private long digest;

    static {
        // HotSpot inlines no method that names a class which is not loaded, such as the one that a buffer's memory is
        // of. An engine's loop compiled before anything had loaded it scanned a quarter slower for the rest of the
        // process. Listing what a class declares loads what that names.
        if (Buffer.class.getDeclaredConstructors().length + Buffer.class.getDeclaredMethods().length == 0) {
            throw new IllegalStateException("java.nio.Buffer declares nothing");
        }
    }

    /**
     * @param touch how much of each value to fetch
     * @param maxValueBytes the longest value, in bytes
     */
    public DigestSink(Touch touch, int maxValueBytes) {
        stride = switch (touch) {
            case NONE, COPY -> 0;
            case LINE -> LINE;
            case FULL -> WORD;
        };
        copy = touch == Touch.COPY ? new byte[maxValueBytes] : null;
    }

    /** The digest of all values since this sink was made. */
    public long digest() {
        return digest;
    }

    @Override
    public void value(byte[] buffer, int offset, int length) {
        long folded = length;
        if (stride == LINE && length >= WORD) {
            folded += lines(buffer, offset, offset + length - WORD);
        } else if (stride == WORD && length >= WORD) {
            folded += words(buffer, offset, offset + length - WORD);
        } else if (stride > 0) {
            for (int at = offset; at < offset + length; at++) {
                folded = Long.rotateLeft(folded, TURN) + buffer[at];
            }
        } else if (copy != null) {
            System.arraycopy(buffer, offset, copy, 0, length);
        }
        digest = Long.rotateLeft(digest, TURN) + folded;
    }

    @Override
    public void value(ByteBuffer buffer) {
        int offset = buffer.position();
        int length = buffer.remaining();
        long folded = length;
        if (stride == LINE && length >= WORD) {
            folded += lines(buffer, offset, offset + length - WORD);
        } else if (stride == WORD && length >= WORD) {
            folded += words(buffer, offset, offset + length - WORD);
        } else if (stride > 0) {
            for (int at = offset; at < offset + length; at++) {
                folded = Long.rotateLeft(folded, TURN) + buffer.get(at);
            }
        } else if (copy != null) {
            buffer.get(offset, copy, 0, length);
        }
        digest = Long.rotateLeft(digest, TURN) + folded;
    }

    // The compiler hoists the bounds checks only of loops with a constant stride. The first two lines, all of a
    // value of 100 bytes, need no loop.

    private static long lines(byte[] buffer, int first, int last) {
        long folded = (long) BYTES.get(buffer, last) + Long.rotateLeft((long) BYTES.get(buffer, first), TURN);
        int at = first + LINE;
        if (at < last) {
            folded = Long.rotateLeft(folded, TURN) + (long) BYTES.get(buffer, at);
        }
        for (at += LINE; at < last; at += LINE) {
            folded = Long.rotateLeft(folded, TURN) + (long) BYTES.get(buffer, at);
        }
        return folded;
    }

    private static long words(byte[] buffer, int first, int last) {
        long folded = (long) BYTES.get(buffer, last);
        for (int at = first; at < last; at += WORD) {
            folded = Long.rotateLeft(folded, TURN) + (long) BYTES.get(buffer, at);
        }
        return folded;
    }

    private static long lines(ByteBuffer buffer, int first, int last) {
        long folded = (long) BUFFER.get(buffer, last) + Long.rotateLeft((long) BUFFER.get(buffer, first), TURN);
        int at = first + LINE;
        if (at < last) {
            folded = Long.rotateLeft(folded, TURN) + (long) BUFFER.get(buffer, at);
        }
        for (at += LINE; at < last; at += LINE) {
            folded = Long.rotateLeft(folded, TURN) + (long) BUFFER.get(buffer, at);
        }
        return folded;
    }

    private static long words(ByteBuffer buffer, int first, int last) {
        long folded = (long) BUFFER.get(buffer, last);
        for (int at = first; at < last; at += WORD) {
            folded = Long.rotateLeft(folded, TURN) + (long) BUFFER.get(buffer, at);
        }
        return folded;
    }
}
