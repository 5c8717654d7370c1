package storemark.engine;

/**
 * One thread's use of a store. It owns its buffers, cursor and transaction, and encodes ids into them by {@link Records}. It
 * is never shared: every method is called by the thread that created it.
 *
 * <p>Outside {@link #begin} and {@link #commit} each put and delete is a transaction of its own, durable as the store
 * promises, and each get and scan sees all that was committed before it began.
 */
public interface Session extends AutoCloseable {
    /** Hands the value of {@code id} to {@code sink}; false, with the sink untouched, if there is no such record. */
    boolean get(long id, Sink sink) throws Exception;

    /** Inserts or overwrites the record of {@code id} with the value of {@code revision}. */
    void put(long id, int revision) throws Exception;

    /** Removes the record of {@code id}, if there is one. Whether there is need not be looked up: ask {@link #get} to know. */
    void delete(long id) throws Exception;

    /**
     * Hands records to {@code sink} in key order, from the first at or above {@code fromId} upwards, or from the last at
     * or below it downwards.
     *
     * @param limit the most records to hand over; at least 1
     * @return how many were handed over; below {@code limit} only if the store ended
     * @throws Unsupported if the engine keeps no order
     */
    default int scan(long fromId, int limit, boolean ascending, Sink sink) throws Exception {
        throw new Unsupported("scan: the engine keeps no order of keys");
    }

    /**
     * Starts a transaction that the following calls belong to; never nested. Does nothing if each put takes effect at once.
     *
     * @param write whether it will put or delete
     */
    default void begin(boolean write) throws Exception {}

    /** Commits what {@link #begin} started. */
    default void commit() throws Exception {}

    @Override
    default void close() throws Exception {}
}
