package storemark.durability;

import java.util.List;
import java.util.SplittableRandom;
import storemark.engine.Records;

/**
 * What one writer does, as a pure function of two numbers, so that it can be repeated and what must be there need not be stored.
 * Threads take turns in the order of keys, and each owns its own: what it has acknowledged is exact, whatever the others do.
 *
 * @param seed of all that is drawn
 * @param round alternates one thread with four, and values of 100 bytes with those of 100 to 10,240; {@link #WORK} is another script
 */
public record Script(long seed, int round) {
    /** One thread inserts 100-byte values, in commits of the {@link #SIZES}. Counts what a commit costs the device. */
    public static final int WORK = -1;

    /** What {@link #WORK} does, one after the other. */
    static final List<Size> SIZES =
            List.of(new Size(1, 360, 60, 60, 10), new Size(100, 60, 4, 8, 10), new Size(10_000, 5, 0, 1, 2_000));

    /** Enough to see a flush more: the first group of single commits. */
    static final List<Size> QUICK_SIZES = List.of(new Size(1, 120, 60, 60, 10));

    /**
     * Commits of one size.
     *
     * @param records of each commit
     * @param commits how many there are
     * @param skipped the first of them, which also pay for what is made once: not counted
     * @param group how many are counted together
     * @param pauseMillis before each, in which background work ends and the clock that files are stamped with goes on
     */
    record Size(int records, int commits, int skipped, int group, int pauseMillis) {}

    /** Records that a check adds to see whether the store still takes any. */
    static final int SPARE = 8;

    private static final int WORK_SLOTS =
            SIZES.stream().mapToInt(size -> size.records() * size.commits()).sum();
    private static final int SLOTS = 1_200;
    private static final int SMALL = 100;
    private static final int LARGE = 10 << 10;
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    /** Of commit number {@code commit} of {@link #WORK}, from 0 on. */
    static Size size(int commit) {
        int end = 0;
        for (Size size : SIZES) {
            end += size.commits();
            if (commit < end) {
                return size;
            }
        }
        return SIZES.get(SIZES.size() - 1);
    }

    boolean isWork() {
        return round == WORK;
    }

    /** The threads that write, 1 or 4. */
    public int threads() {
        return isWork() || (round & 1) == 0 ? 1 : 4;
    }

    /** The records that each thread owns. */
    int slots() {
        return isWork() ? WORK_SLOTS : SLOTS;
    }

    Records records() {
        return new Records(seed, 8, SMALL, isWork() || (round & 2) == 0 ? SMALL : LARGE, 0.0);
    }

    /** The most records that there can be. */
    int entries() {
        return threads() * slots() + SPARE;
    }

    long id(int thread, int slot) {
        return (long) slot * threads() + thread;
    }

    /** The commits of {@code thread}, from the first on. */
    Commits commits(int thread) {
        // Mixed once: SplittableRandom itself steps by this constant, so by these seeds alone all would be parts of one
        // sequence.
        long mixed = new SplittableRandom(seed + GOLDEN * (round * 4L + thread + 1)).nextLong();
        return new Commits(this, thread, mixed);
    }
}
