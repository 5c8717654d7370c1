package storemark.engines;

import java.util.Arrays;
import java.util.BitSet;

/** The puts and deletes of a transaction, so that it can be run again after a deadlock. Used by one thread. */
final class WriteJournal {
    private long[] ids = new long[1024];
    private int[] revisions = new int[1024];
    private final BitSet deletes = new BitSet();
    private int size;

    void add(long id, int revision, boolean delete) {
        if (size == ids.length) {
            ids = Arrays.copyOf(ids, 2 * size);
            revisions = Arrays.copyOf(revisions, 2 * size);
        }
        ids[size] = id;
        revisions[size] = revision;
        deletes.set(size++, delete);
    }

    void clear() {
        size = 0;
    }

    int size() {
        return size;
    }

    long id(int at) {
        return ids[at];
    }

    int revision(int at) {
        return revisions[at];
    }

    boolean isDelete(int at) {
        return deletes.get(at);
    }
}
