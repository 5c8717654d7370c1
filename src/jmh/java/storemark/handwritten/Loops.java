package storemark.handwritten;

import java.util.SplittableRandom;
import storemark.engine.DigestSink;
import storemark.engine.Records;
import storemark.engine.StoreSpec;

/**
 * What one thread does with an open store, in loops. Keys have eight bytes and values one length; each value that is read
 * goes to the {@link DigestSink} that the loops were opened with, each that is written comes from the records of the spec.
 */
abstract class Loops implements AutoCloseable {
    /** Records in a scan. */
    static final int SCANNED = 100;
    /** Records in a walk, which is a long scan. */
    static final int WALKED = 1000;

    final Records records;
    final DigestSink sink;

    Loops(StoreSpec spec, DigestSink sink) {
        records = spec.records();
        this.sink = sink;
    }

    /**
     * Opens a store by hand, with the durability and the memory of {@code spec} and else as is fastest by the library's manual,
     * its tracker or its own benchmark, whatever the adapter does.
     */
    interface Opener {
        Loops open(StoreSpec spec, DigestSink sink) throws Exception;
    }

    /** Puts revision 0 of the records 0 to {@code entries - 1}, in this order, into a store that holds none. */
    public abstract void load(long entries) throws Exception;

    /** Reads {@code count} records of ids below {@code range}. */
    public abstract void read(SplittableRandom random, long range, int count) throws Exception;

    /** Scans {@code length} records upwards from ids below {@code range}, {@code count} times, where there is an order. */
    public void scan(SplittableRandom random, long range, int count, int length) throws Exception {
        throw new UnsupportedOperationException("a store without an order has no scans");
    }

    /** Overwrites {@code count} records of ids below {@code range}, each in a transaction of its own. */
    public abstract void update(SplittableRandom random, long range, int count, int revision) throws Exception;

    /** Puts {@code count} records of ids that the store has not, in random order, each in a transaction of its own. */
    public void insert(SplittableRandom random, int count) throws Exception {
        update(random, Long.MAX_VALUE, count, 0);
    }

    @Override
    public abstract void close() throws Exception;
}
