package storemark.engines;

import java.util.Arrays;
import java.util.BitSet;

/** The puts and deletes of a transaction, so that it can be run again after a deadlock. Used by one thread. */
public final class WriteJournal {
    private long[] ids = new long[1024];
    private int[] revisions = new int[1024];
    private final BitSet deletes = new BitSet();
    private int size;

    public void add(long id, int revision, boolean delete) {
        if (size == ids.length) {
            ids = Arrays.copyOf(ids, 2 * size);
            revisions = Arrays.copyOf(revisions, 2 * size);
        }
        ids[size] = id;
        revisions[size] = revision;
        deletes.set(size++, delete);
    }

    public void clear() {
        size = 0;
    }

    public int size() {
        return size;
    }

    public long id(int at) {
        return ids[at];
    }

    public int revision(int at) {
        return revisions[at];
    }

    public boolean isDelete(int at) {
        return deletes.get(at);
    }
}
