package storemark.engine;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
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
    private static final long PRIME = 0x100000001b3L; // FNV-1a's, applied to words instead of bytes
    private static final int LINE = 64;
    private static final int WORD = Long.BYTES;

    private final int stride;
    private final byte[] copy;
    private long digest;

    /**
     * @param touch how much of each value to fetch
     * @param maxValueBytes the longest value that will come, in bytes
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
        long folded = (digest ^ length) * PRIME;
        if (stride > 0 && length >= WORD) {
            int last = length - WORD;
            for (int at = 0; at < last; at += stride) {
                folded = (folded ^ (long) BYTES.get(buffer, offset + at)) * PRIME;
            }
            folded = (folded ^ (long) BYTES.get(buffer, offset + last)) * PRIME;
        } else if (stride > 0) {
            for (int at = 0; at < length; at++) {
                folded = (folded ^ buffer[offset + at]) * PRIME;
            }
        } else if (copy != null) {
            System.arraycopy(buffer, offset, copy, 0, length);
        }
        digest = folded;
    }

    @Override
    public void value(ByteBuffer buffer) {
        int offset = buffer.position();
        int length = buffer.remaining();
        long folded = (digest ^ length) * PRIME;
        if (stride > 0 && length >= WORD) {
            int last = length - WORD;
            for (int at = 0; at < last; at += stride) {
                folded = (folded ^ (long) BUFFER.get(buffer, offset + at)) * PRIME;
            }
            folded = (folded ^ (long) BUFFER.get(buffer, offset + last)) * PRIME;
        } else if (stride > 0) {
            for (int at = 0; at < length; at++) {
                folded = (folded ^ buffer.get(offset + at)) * PRIME;
            }
        } else if (copy != null) {
            buffer.get(offset, copy, 0, length);
        }
        digest = folded;
    }
}
