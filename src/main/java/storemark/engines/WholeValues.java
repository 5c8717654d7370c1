package storemark.engines;

import storemark.engine.Records;

/**
 * Values for libraries that take whole arrays and copy them: the array of the last value is used again for one of the same length, so
 * that values of one length allocate nothing, and no more than one array is ever kept. Used by one thread.
 */
public final class WholeValues {
    private final Records records;
    private byte[] last = new byte[0];

    public WholeValues(Records records) {
        this.records = records;
    }

    /** The value of (id, revision), in an array of exactly its length; good until the next call. */
    public byte[] of(long id, int revision) {
        int length = records.valueBytes(id);
        if (last.length != length) {
            last = new byte[length];
        }
        records.value(id, revision, last);
        return last;
    }
}
