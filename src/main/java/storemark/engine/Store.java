package storemark.engine;

/** An open store. Safe to share between threads; {@link #close()} is called once, after every session was closed. */
public interface Store extends AutoCloseable {
    /** A new session for the calling thread. */
    Session session() throws Exception;

    /**
     * The fastest way that the library has to take records in key order, into a store that holds none; where {@link
     * Traits#loadSurvives} says so, also into one that holds what an interrupted load has left, from the next id on.
     */
    default Loader loader() throws Exception {
        return Loader.batching(session(), 1000);
    }

    /** Pays the debt of earlier writes: flush, checkpoint, wait for compaction. Returns when nothing is left to do. */
    default void settle() throws Exception {}

    /** The space that the store takes, in bytes, or -1 to have it measured at the target by allocated blocks. */
    default long bytesOnDisk() throws Exception {
        return -1;
    }

    @Override
    void close() throws Exception;
}
