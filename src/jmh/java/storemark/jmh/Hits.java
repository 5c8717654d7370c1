package storemark.jmh;

/** Refuses what is not found: all workloads read, scan and remove records that are there. */
final class Hits {
    private Hits() {}

    /** @throws IllegalStateException if the record was not found */
    static void expect(boolean found, long id) {
        if (!found) {
            throw new IllegalStateException(
                    "record " + id + " is missing: the store must hold every record that this workload uses");
        }
    }

    /** @throws IllegalStateException if a scan found more or fewer records than it must */
    static void expect(int wanted, int found, long fromId) {
        if (found != wanted) {
            throw new IllegalStateException(
                    "a scan from record " + fromId + " found " + found + " of " + wanted + " records");
        }
    }
}
