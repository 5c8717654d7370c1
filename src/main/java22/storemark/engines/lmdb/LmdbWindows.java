package storemark.engines.lmdb;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import storemark.engine.Records;

/**
 * One thread's views of memory that LMDB points to, made once for each GiB and used again, so that a record costs no allocation.
 * Where the map begins LMDB tells only of one that was asked to begin there ({@code MDB_envinfo.me_mapaddr} is 0 without
 * {@code MDB_FIXEDMAP}), and pages that a writer has changed are outside of it: a view is found by the address alone.
 */
final class LmdbWindows {
    /** A ByteBuffer reaches 2 GiB at most, and each view overlaps the next by more than a value. */
    private static final int SHIFT = 30;

    private static final long BYTES = (1L << SHIFT) + 2L * Records.MAX_VALUE_BYTES;
    /** Of consecutive GiB; two whose numbers differ by a multiple of it make each other's view anew. */
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
