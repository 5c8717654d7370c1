package storemark.handwritten;

import java.util.SplittableRandom;
import storemark.engine.DigestSink;
import storemark.engine.StoreSpec;

/**
 * What one thread does with an open store, in loops. Keys have eight bytes and values one length; each value that is read
 * goes to the {@link DigestSink} that the loops were opened with, each that is written comes from the records of the spec.
 */
interface Loops extends AutoCloseable {
    /** Records in a scan. */
    int SCANNED = 100;
    /** Records in a walk, which is a long scan. */
    int WALKED = 1000;

    /**
     * Opens a store by hand, with the durability and the memory of {@code spec} and else as is fastest by the library's manual,
     * its tracker or its own benchmark, whatever the adapter does.
     */
    interface Opener {
        Loops open(StoreSpec spec, DigestSink sink) throws Exception;
    }

    /** Puts revision 0 of the records 0 to {@code entries - 1}, in this order, into a store that holds none. */
    void load(long entries) throws Exception;

    /** Reads {@code count} records of ids below {@code range}. */
    void read(SplittableRandom random, long range, int count) throws Exception;

    /** Scans {@code length} records upwards from ids below {@code range}, {@code count} times. */
    void scan(SplittableRandom random, long range, int count, int length) throws Exception;

    /** Overwrites {@code count} records of ids below {@code range}, each in a transaction of its own. */
    void update(SplittableRandom random, long range, int count, int revision) throws Exception;

    /** Puts {@code count} records of ids that the store has not, in random order, each in a transaction of its own. */
    default void insert(SplittableRandom random, int count) throws Exception {
        update(random, Long.MAX_VALUE, count, 0);
    }

    @Override
    void close() throws Exception;
}
