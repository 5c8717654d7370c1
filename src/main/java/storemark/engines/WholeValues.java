package storemark.engines;

import storemark.engine.Records;

/**
 * Values for libraries that take whole arrays and copy them. Reuses the array of the last value for one of the same length, so
 * that values of one length allocate nothing. Used by one thread.
 */
public final class WholeValues {
    private final Records records;
    private byte[] last = new byte[0];

    public WholeValues(Records records) {
        this.records = records;
    }

    /** The value of (id, revision), in an array of exactly its length; valid until the next call. */
    public byte[] of(long id, int revision) {
        int length = records.valueBytes(id);
        if (last.length != length) {
            last = new byte[length];
        }
        records.value(id, revision, last);
        return last;
    }
}
