package storemark.workload;

import java.util.SplittableRandom;

/** Draws the id of the next operation. Used by one thread; one kind is loaded in a measuring process, so calls are direct. */
public abstract class KeyChooser {
    final SplittableRandom random;

    KeyChooser(SplittableRandom random) {
        this.random = random;
    }

    /**
     * The next id.
     *
     * @param range ids are below this; 1 to 2^40
     */
    public abstract long next(long range);

    /** A chooser to which every id is as likely as any other. */
    public static KeyChooser uniform(SplittableRandom random) {
        return new Uniform(random);
    }

    private static final class Uniform extends KeyChooser {
        Uniform(SplittableRandom random) {
            super(random);
        }

        /** The high word of a product, which is uniform to within range / 2^63 (D. Lemire, ACM TOMACS 29:1, 2019). */
        @Override
        public long next(long range) {
            return Math.multiplyHigh(random.nextLong() >>> 1, range << 1);
        }
    }
}
