package storemark.workload;

/** In which order ids are inserted or removed. */
public enum WriteOrder {
    /** 0, 1, 2, ... */
    SEQUENTIAL,
    /** Every id once, in a pseudo-random order: {@link Permutation}. */
    SHUFFLED,
    /** Random keys over the whole range of the key format, drawn with replacement; insert only. */
    RANDOM;
}
