package storemark.jmh;

import java.util.ArrayList;
import java.util.List;

/**
 * The times in which one thread completed nothing, from 10 ms on, in order. Room for them is taken before anything is measured: where it
 * does not suffice, the shorter ones are forgotten. Used by one thread.
 */
final class Gaps {
    private static final long LEAST_NANOS = 10_000_000;
    private static final int MOST = 1024;

    /**
     * Nothing was completed between two times of {@link System#nanoTime}.
     *
     * @param due when the operation was planned that ended it; it may have been before
     */
    record Gap(long from, long to, long due) {
        /** How long an operation was due meanwhile, in nanoseconds; 0 or less where none was. */
        long stalledNanos() {
            return to - Math.max(from, due);
        }

        private Gap with(Gap other) {
            return new Gap(Math.max(from, other.from), Math.min(to, other.to), Math.min(due, other.due));
        }
    }

    private final long[] from = new long[MOST];
    private final long[] to = new long[MOST];
    private final long[] due = new long[MOST];
    private long least;
    private int count;

    void clear() {
        least = LEAST_NANOS;
        count = 0;
    }

    /** An operation planned for a time was completed {@code now}, the one before it {@code earlier}; all by {@link System#nanoTime}. */
    void completed(long earlier, long now, long planned) {
        if (now - earlier >= least) {
            add(earlier, now, planned);
        }
    }

    private void add(long earlier, long now, long planned) {
        while (count == MOST) {
            least *= 2;
            keepFromLeast();
        }
        from[count] = earlier;
        to[count] = now;
        due[count++] = planned;
    }

    private void keepFromLeast() {
        int kept = 0;
        for (int at = 0; at < count; at++) {
            if (to[at] - from[at] >= least) {
                from[kept] = from[at];
                to[kept] = to[at];
                due[kept++] = due[at];
            }
        }
        count = kept;
    }

    /** All that are known: none after the last operation, when the thread had nothing to complete. */
    List<Gap> list() {
        List<Gap> gaps = new ArrayList<>();
        for (int at = 0; at < count; at++) {
            gaps.add(new Gap(from[at], to[at], due[at]));
        }
        return gaps;
    }

    /** The longest time of {@code gaps} in which an operation was due, in nanoseconds; 0 for none of 10 ms. */
    static long longestStall(List<Gap> gaps) {
        long longest = gaps.stream().mapToLong(Gap::stalledNanos).max().orElse(0);
        return longest < LEAST_NANOS ? 0 : longest;
    }

    /** When neither of two threads completed anything. */
    static List<Gap> common(List<Gap> one, List<Gap> other) {
        List<Gap> common = new ArrayList<>();
        int second = 0;
        for (int first = 0; first < one.size() && second < other.size(); ) {
            Gap both = one.get(first).with(other.get(second));
            if (both.to() > both.from()) {
                common.add(both);
            }
            if (one.get(first).to() < other.get(second).to()) {
                first++;
            } else {
                second++;
            }
        }
        return common;
    }
}
