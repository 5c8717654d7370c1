package storemark.engine;

/** An open store. Safe to share between threads; {@link #close()} is called once, after every session was closed. */
public interface Store extends AutoCloseable {
    /** A new session for the calling thread. */
    Session session() throws Exception;

    /**
     * The library's fastest way to load records in key order into an empty store; where {@link Traits#loadSurvives} says so, also
     * into one that holds what an interrupted load has left, from the next id on.
     */
    default Loader loader() throws Exception {
        return Loader.batching(session(), 1000);
    }

    /** Finishes the work that earlier writes left: flush, checkpoint, wait for compaction. Returns when nothing is left to do. */
    default void settle() throws Exception {}

    /** The space that the store takes, in bytes, or -1 if its allocated blocks at the target are to be counted. */
    default long bytesOnDisk() throws Exception {
        return -1;
    }

    /**
     * How long the flushes and compactions that have ended since the store was opened took, all threads together, in nanoseconds;
     * -1 where the library does not tell.
     */
    default long compactionNanos() throws Exception {
        return -1;
    }

    @Override
    void close() throws Exception;
}
