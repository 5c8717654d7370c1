package storemark.run;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import storemark.machine.Canary.Look;

/**
 * What the machine is like in this run, by its canaries, and whether it was disturbed during a turn. A value is off if it is above the
 * median of its comparison by more than {@link #SPREADS} times the distance from the run's median to its 95th percentile, and by
 * more than {@link #LEAST}: frequent slowness is normal for this machine, and a machine that is slower for all that take turns
 * spoils no ratio. Used by one thread.
 */
final class Disturbance {
    private static final double SPREADS = 3;
    private static final double LEAST = 0.15;
    /** Share of all cores' time that others may take, either in this machine or, as the hypervisor tells, beside it. */
    private static final double MOST_OTHERS = 0.05;

    /** What the kernel may take beside that: its own threads write our files. */
    private static final double MOST_KERNEL = 0.25;

    static final long MOST_PAUSE_NANOS = 500_000_000L;

    private final List<Look> looks = new ArrayList<>();

    /** Takes a look into account. */
    void add(Look look) {
        looks.add(look);
    }

    /**
     * Whether the machine was off during {@code turn}; its looks have been {@linkplain #add added}.
     *
     * @param comparison all turns of the cells that it was in turns with, its own included; none where it was with no other: then
     *     the whole run says what is usual
     * @param waitsForDisk whether what was measured waited for the disk: if not, a slow disk does not matter
     */
    boolean disturbed(Turn turn, List<Turn> comparison, boolean waitsForDisk) {
        return turn.pausedNanos() > MOST_PAUSE_NANOS
                || turn.load().others() > MOST_OTHERS
                || turn.load().kernel() > MOST_KERNEL
                || turn.load().steal() > MOST_OTHERS
                || off(turn, comparison, Look::compute)
                || off(turn, comparison, Look::memory)
                || (waitsForDisk && off(turn, comparison, Look::disk));
    }

    private boolean off(Turn turn, List<Turn> comparison, ToDoubleFunction<Look> canary) {
        double[] run = looks.stream().mapToDouble(canary).sorted().toArray();
        double all = run[run.length / 2];
        double spread = run[run.length * 95 / 100] / all - 1;
        double usual = comparison.isEmpty()
                ? all
                : comparison.stream()
                        .mapToDouble(one -> one.slower(canary))
                        .sorted()
                        .toArray()[comparison.size() / 2];
        return usual > 0 && turn.slower(canary) > usual * (1 + Math.max(LEAST, SPREADS * spread));
    }
}
