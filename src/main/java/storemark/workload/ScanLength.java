package storemark.workload;

import java.util.SplittableRandom;

/**
 * How many records a scan reads: a number, or one that is drawn uniformly between two. Immutable.
 *
 * @param least at least 1
 * @param most 2^24 at the most
 */
public record ScanLength(int least, int most) {
    private static final int MOST = 1 << 24;

    /**
     * Reads {@code 100}, or {@code 1-100}.
     *
     * @throws IllegalArgumentException with one line, when {@code text} is neither
     */
    public static ScanLength parse(String text) {
        if (!text.matches("[0-9]{1,9}(-[0-9]{1,9})?")) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not a number of records such as 100, or a range such as 1-100");
        }
        String[] ends = text.split("-", 2);
        int least = Integer.parseInt(ends[0]);
        int most = Integer.parseInt(ends[ends.length - 1]);
        if (least < 1 || most < least || most > MOST) {
            throw new IllegalArgumentException("'" + text + "': must be between 1 and " + MOST + ", the smaller first");
        }
        return new ScanLength(least, most);
    }

    /** The length of the next scan. */
    public int next(SplittableRandom random) {
        return least == most ? least : least + random.nextInt(most - least + 1);
    }

    @Override
    public String toString() {
        return least == most ? String.valueOf(least) : least + "-" + most;
    }
}
