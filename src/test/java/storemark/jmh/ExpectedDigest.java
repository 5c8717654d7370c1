package storemark.jmh;

import storemark.engine.DigestSink;
import storemark.engine.Records;
import storemark.engine.Touch;

/** The digest that a thread must have after what it has read, made from the records alone, without a store. */
final class ExpectedDigest {
    private final Records records;
    private final DigestSink sink;
    private final byte[] value;

    ExpectedDigest(Records records) {
        this.records = records;
        sink = new DigestSink(Touch.FULL, records.maxValueBytes());
        value = new byte[records.maxValueBytes()];
    }

    /** Takes a value that the thread is to read. */
    void read(long id, int revision) {
        records.value(id, revision, value);
        sink.value(value, 0, records.valueBytes(id));
    }

    long digest() {
        return sink.digest();
    }
}
