package storemark.engine;

/** Takes records in ascending key order. Used by one thread; everything is in the store once {@link #close()} returns. */
public interface Loader extends AutoCloseable {
    /** The most that {@link #batch} puts into a transaction, in bytes. */
    long BATCH_BYTES = 128L << 20;

    /** Adds the record of {@code id}, which is above every id before it. */
    void append(long id, int revision) throws Exception;

    @Override
    void close() throws Exception;

    /**
     * How many records go into one transaction: at least 1.
     *
     * @param most the limit for small records; larger ones are limited to 128 MiB, since most libraries keep them in memory
     */
    static int batch(Records records, int most) {
        double recordBytes = records.keyBytes() + records.meanValueBytes();
        return (int) Math.max(1, Math.min(most, BATCH_BYTES / recordBytes));
    }

    /** Loads by ordinary puts of {@code session}, {@code batch} records to a transaction. */
    static Loader batching(Session session, int batch) {
        return new Loader() {
            private int pending;

            @Override
            public void append(long id, int revision) throws Exception {
                if (pending == 0) {
                    session.begin(true);
                }
                session.put(id, revision);
                if (++pending == batch) {
                    pending = 0; // first, so that close() does not repeat a commit that failed
                    session.commit();
                }
            }

            @Override
            public void close() throws Exception {
                try (session) {
                    if (pending > 0) {
                        session.commit();
                    }
                }
            }
        };
    }
}
