package storemark.engines.lmdb;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import storemark.engine.Records;

/**
 * One thread's views of memory that LMDB points to: one for each GiB, reused, so that a record costs no allocation. A view is
 * found by address alone: LMDB tells where its map begins only with {@code MDB_FIXEDMAP}, and pages that a writer has changed
 * are outside of the map.
 */
final class LmdbWindows {
    /** A ByteBuffer has at most 2 GiB; each view overlaps the next by more than a value. */
    private static final int SHIFT = 30;

    private static final long BYTES = (1L << SHIFT) + 2L * Records.MAX_VALUE_BYTES;
    /** Of consecutive GiB; two whose numbers differ by a multiple of it replace each other's view. */
    private static final int COUNT = 1024;

    private final long[] numbers = new long[COUNT];
    private final ByteBuffer[] views = new ByteBuffer[COUNT];

    /** The {@code length} bytes at {@code address}, until the next call. */
    ByteBuffer at(long address, int length) {
        long number = address >>> SHIFT;
        int place = (int) number & (COUNT - 1);
        ByteBuffer view = views[place];
        if (view == null || numbers[place] != number) {
            view = MemorySegment.ofAddress(number << SHIFT).reinterpret(BYTES).asByteBuffer();
            views[place] = view;
            numbers[place] = number;
        }
        int start = (int) (address & ((1L << SHIFT) - 1));
        view.limit(start + length).position(start);
        return view;
    }
}
