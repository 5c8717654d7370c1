package storemark.workload;

import java.util.SplittableRandom;

/** Makes independent sources of random numbers out of the numbers that name them. */
public final class Draws {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private Draws() {}

    /**
     * A source for these names, in this order. Names that differ in one bit give streams that have nothing in common: neighbouring
     * seeds of {@link SplittableRandom} itself could be the same stream, begun a draw later.
     */
    public static SplittableRandom of(long... names) {
        long state = 0;
        for (long name : names) {
            state = mix(state + GOLDEN + name);
        }
        return new SplittableRandom(state);
    }

    /** The finalizer of SplittableRandom, after D. Stafford's variant 13 of MurmurHash3's. */
    private static long mix(long bits) {
        long mixed = (bits ^ (bits >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }
}
