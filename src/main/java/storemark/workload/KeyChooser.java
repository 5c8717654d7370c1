package storemark.workload;

import java.util.SplittableRandom;

/**
 * Draws the id of the next operation, and counts how many of the draws fall on the hundredth of the records that is most likely
 * to be drawn. Used by one thread; one kind is loaded in a measuring process, so calls are direct. Draws allocate nothing.
 */
public abstract class KeyChooser {
    private static final long HUNDRED = 100;

    final SplittableRandom random;
    private long draws;
    private long hotDraws;

    KeyChooser(SplittableRandom random) {
        this.random = random;
    }

    /**
     * The next id.
     *
     * @param range ids are below this, but for new ones; 1 to 2^40
     */
    public abstract long next(long range);

    /** Tells that the caller has put its next new record, for choosers that draw those too. */
    public void inserted() {
        // most draw from the records that were there at first
    }

    /** Forgets what was counted. */
    public void resetCounts() {
        draws = 0;
        hotDraws = 0;
    }

    /** Ids drawn since {@link #resetCounts}; 0 where all records are as likely, as those are not counted. */
    public long draws() {
        return draws;
    }

    /** How many of them were among the hundredth of the records that is most likely. */
    public long hotDraws() {
        return hotDraws;
    }

    /** Counts a draw of the {@code rank}-th likeliest, from 0, of {@code size} records. */
    final void count(long rank, long size) {
        draws++;
        hotDraws += (rank * HUNDRED - size) >>> 63; // 1 where rank < size / 100
    }

    /**
     * A chooser for one of several threads.
     *
     * @param random the thread's own
     * @param seed the same for all threads: which records are popular follows from it
     * @param firstNew the id of the first record that this thread inserts; those that follow are {@code stride} apart
     * @param stride at least 1
     */
    public static KeyChooser of(
            Distribution distribution, SplittableRandom random, long seed, long firstNew, long stride) {
        return switch (distribution) {
            case UNIFORM -> uniform(random);
            case ZIPFIAN -> new Zipfian(random, seed);
            case LATEST -> new Latest(random, firstNew, stride);
            case HOTSPOT -> new Hotspot(random);
        };
    }

    /** A chooser to which every id is as likely as any other. */
    public static KeyChooser uniform(SplittableRandom random) {
        return new Uniform(random);
    }

    /** The high word of a product, which is uniform to within range / 2^63 (D. Lemire, ACM TOMACS 29:1, 2019). */
    static long below(long range, SplittableRandom random) {
        return Math.multiplyHigh(random.nextLong() >>> 1, range << 1);
    }

    private static final class Uniform extends KeyChooser {
        Uniform(SplittableRandom random) {
            super(random);
        }

        @Override
        public long next(long range) {
            return below(range, random); // not counted: all are alike, and counting would cost every read
        }
    }

    /** Ranks go to ids by a permutation, not by a hash as in YCSB: no two ranks fall on one record. */
    private static final class Zipfian extends KeyChooser {
        /** So that popular records are not those that a load in random order wrote first. */
        private static final long POPULARITY = 0x5bf03635;

        private final Zipf zipf;
        private final long seed;
        private Permutation places;
        private long size;

        Zipfian(SplittableRandom random, long seed) {
            super(random);
            zipf = new Zipf(random);
            this.seed = seed;
        }

        @Override
        public long next(long range) {
            if (range != size) {
                places = new Permutation(range, seed ^ POPULARITY); // once an iteration, whose range is fixed
                size = range;
            }
            long rank = zipf.next(range) - 1;
            count(rank, range);
            return places.at(rank);
        }
    }

    /** The newest are this thread's own inserts, which no other thread knows: none is asked for before it is there. */
    private static final class Latest extends KeyChooser {
        private final Zipf zipf;
        private final long firstNew;
        private final long stride;
        private long inserts;

        Latest(SplittableRandom random, long firstNew, long stride) {
            super(random);
            zipf = new Zipf(random);
            this.firstNew = firstNew;
            this.stride = stride;
        }

        @Override
        public void inserted() {
            inserts++;
        }

        @Override
        public long next(long range) {
            long size = range + inserts;
            long rank = zipf.next(size) - 1;
            count(rank, size);
            return rank < inserts ? firstNew + (inserts - 1 - rank) * stride : size - 1 - rank;
        }
    }

    /** YCSB's defaults. */
    private static final class Hotspot extends KeyChooser {
        private static final long ONE_IN = 5;

        Hotspot(SplittableRandom random) {
            super(random);
        }

        @Override
        public long next(long range) {
            long hot = Math.max(1, range / ONE_IN);
            boolean inside = range == hot || below(ONE_IN, random) > 0;
            long id = inside ? below(hot, random) : hot + below(range - hot, random);
            count(id, range);
            return id;
        }
    }
}
