package storemark.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import storemark.machine.Canary.Look;

/**
 * What the machine is like in this run, by its canaries, and whether it was off during a turn. A value is off that is above the
 * median by more than {@link #SPREADS} times the median absolute deviation, and by more than {@link #LEAST}. Used by one thread.
 */
final class Disturbance {
    private static final double SPREADS = 8;
    private static final double LEAST = 0.15;
    /** Shares of all cores' time that others may take. */
    private static final double MOST_OTHERS = 0.05;

    private static final double MOST_STEAL = 0.03;
    private static final long MOST_PAUSE_NANOS = 500_000_000L;

    private final List<Look> looks = new ArrayList<>();

    /** Takes a look into account. */
    void add(Look look) {
        looks.add(look);
    }

    /** Whether the machine was off during {@code turn}; its looks have been {@linkplain #add added}. */
    boolean disturbed(Turn turn) {
        return turn.pausedNanos() > MOST_PAUSE_NANOS
                || turn.load().others() > MOST_OTHERS
                || turn.load().steal() > MOST_STEAL
                || off(turn, Look::compute)
                || off(turn, Look::memory)
                || off(turn, Look::disk);
    }

    private boolean off(Turn turn, ToDoubleFunction<Look> canary) {
        double[] all = looks.stream().mapToDouble(canary).sorted().toArray();
        double median = all[all.length / 2];
        double[] deviations = Arrays.stream(all)
                .map(value -> Math.abs(value - median))
                .sorted()
                .toArray();
        double limit = median + Math.max(LEAST * median, SPREADS * deviations[deviations.length / 2]);
        return turn.slower(canary) > limit;
    }
}
