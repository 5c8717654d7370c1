package storemark.dataset;

import java.time.Duration;
import java.util.List;

/**
 * What reading a whole store has shown.
 *
 * @param records how many records were found
 * @param bytes the size of the keys and values found, in bytes
 * @param problems how many were found; each missing record counts as one
 * @param first the first problems, one line each, with the id; at most {@link #LISTED}
 * @param elapsed the time it took
 * @param heapUsedBytes Java heap in use after a full collection when all was read and the store was still open
 */
public record Verification(
        long records, long bytes, long problems, List<String> first, Duration elapsed, long heapUsedBytes) {
    /** The most problems that are listed. */
    public static final int LISTED = 10;

    /** Whether the store holds exactly what it must. */
    public boolean sound() {
        return problems == 0;
    }
}
