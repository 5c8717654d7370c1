package storemark.engine;

/** How much of each value a read must fetch, so that an engine which returns a pointer does the same work as others. */
public enum Touch {
    /** Nothing: only the length is taken. */
    NONE,
    /** One word of every 64-byte line, and the last word: all lines are fetched into the cache. */
    LINE,
    /** Every byte. */
    FULL,
    /** The value is copied into a buffer of the caller. */
    COPY
}
