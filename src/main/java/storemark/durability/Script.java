package storemark.durability;

import storemark.engine.Records;

/**
 * What one writer does, as a pure function of two numbers, so that it can be repeated and what must be there need not be stored.
 * Threads take turns in the order of keys, and each owns its own: what it has acknowledged is exact, whatever the others do.
 *
 * @param seed of all that is drawn
 * @param round alternates one thread with four, and values of 100 bytes with those of 100 to 10,240; {@link #WORK} is another script
 */
public record Script(long seed, int round) {
    /** One thread inserts 100-byte values: 240 commits of one, 24 of 100, 2 of 10,000. Counts what a commit costs the device. */
    public static final int WORK = -1;

    static final int SINGLES = 240;
    static final int HUNDREDS = 24;
    static final int TEN_THOUSANDS = 2;

    /** Records that a check adds to see whether the store still takes any. */
    static final int SPARE = 8;

    private static final int WORK_SLOTS = SINGLES + 100 * HUNDREDS + 10_000 * TEN_THOUSANDS;
    private static final int SLOTS = 1_200;
    private static final int SMALL = 100;
    private static final int LARGE = 10 << 10;
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

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
        return new Commits(this, thread, seed + GOLDEN * (round * 4L + thread + 1));
    }
}
