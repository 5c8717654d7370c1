package storemark.workload;

/**
 * A pseudo-random order of 0 to size-1 that needs no memory: each index goes to an id of its own. Immutable; safe to share.
 *
 * <p>Rounds of odd multiplication, addition and xor-shift are bijections of b-bit words, with 2^b the next power of two; what
 * falls outside of the size is sent through again until it falls inside ("cycle walking": J. Black, P. Rogaway, "Ciphers with
 * arbitrary finite domains", CT-RSA 2002), fewer than two times on average.
 */
public final class Permutation {
    private static final int ROUNDS = 3;

    private final long size;
    private final long mask;
    private final int shift;
    private final long[] factors = new long[ROUNDS];
    private final long[] offsets = new long[ROUNDS];

    /**
     * @param size how many ids there are, 1 to 2^40
     * @param seed another seed gives another order
     */
    public Permutation(long size, long seed) {
        if (size < 1 || size > 1L << 40) {
            throw new IllegalArgumentException("a permutation of " + size + " ids: must be between 1 and 2^40");
        }
        this.size = size;
        int bits = Math.max(2, 64 - Long.numberOfLeadingZeros(size - 1));
        mask = -1L >>> (64 - bits);
        shift = (bits + 1) / 2;
        java.util.SplittableRandom random = new java.util.SplittableRandom(seed);
        for (int round = 0; round < ROUNDS; round++) {
            factors[round] = random.nextLong() | 1;
            offsets[round] = random.nextLong();
        }
    }

    /** The id at {@code index}, which is 0 to size-1, as the id is. */
    public long at(long index) {
        long id = index;
        do {
            for (int round = 0; round < ROUNDS; round++) {
                id = (id * factors[round] + offsets[round]) & mask;
                id ^= id >>> shift;
            }
        } while (id >= size);
        return id;
    }
}
