package storemark.workload;

import java.util.SplittableRandom;

/** Makes independent sources of random numbers out of the numbers that name them. */
public final class Draws {
    private Draws() {}

    /**
     * A source for these names, in this order. Names that differ in one bit give streams that have nothing in common: neighbouring
     * seeds of {@link SplittableRandom} itself could be the same stream, begun a draw later.
     */
    public static SplittableRandom of(long... names) {
        long state = 0;
        for (long name : names) {
            state = new SplittableRandom(state + name).nextLong();
        }
        return new SplittableRandom(state);
    }
}
