package storemark.engine;

/**
 * What one thread does with a store. It owns its buffers, cursor and transaction and encodes ids into them by
 * {@link Records}; it is never shared, and every method is called by the thread that asked for it.
 *
 * <p>Outside {@link #begin} and {@link #commit} each put and delete is a transaction of its own, kept as the store's
 * durability promises, and each get and scan sees all that was committed before it began.
 */
public interface Session extends AutoCloseable {
    /** Hands the value of {@code id} to {@code sink}; false, and the sink untouched, when there is no such record. */
    boolean get(long id, Sink sink) throws Exception;

    /** Inserts or overwrites the record of {@code id} with the value of {@code revision}. */
    void put(long id, int revision) throws Exception;

    /** Removes the record of {@code id}; false when there was none. */
    boolean delete(long id) throws Exception;

    /**
     * Hands records to {@code sink} in key order, from the first at or above {@code fromId} upwards, or from the last at
     * or below it downwards.
     *
     * @param limit the most records to hand over; at least 1
     * @return how many were handed over; below {@code limit} only where the store ended
     * @throws Unsupported when the engine keeps no order
     */
    default int scan(long fromId, int limit, boolean ascending, Sink sink) throws Exception {
        throw new Unsupported("scan: the engine keeps no order of keys");
    }

    /**
     * Starts a transaction that the following calls belong to; never nested. Does nothing where each put takes effect at once.
     *
     * @param write whether it will put or delete
     */
    default void begin(boolean write) throws Exception {}

    /** Commits what {@link #begin} started. */
    default void commit() throws Exception {}

    @Override
    default void close() throws Exception {}
}
