package storemark.workload;

/** By which scans a thread reads its part of the key range in order. */
public enum Walk {
    /** One for each {@link Workload#RECORDS_IN_RUN} records, from where the last one ended. */
    RUNS,
    /** One for all, by one cursor of the library. */
    WHOLE;

    /**
     * Records that one call of the workload reads.
     *
     * @param range records of the key range
     * @param threads that share it
     */
    public long recordsInCall(long range, int threads) {
        return this == RUNS ? Workload.RECORDS_IN_RUN : range / threads;
    }
}
