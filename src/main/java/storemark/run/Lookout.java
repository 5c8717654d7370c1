package storemark.run;

import java.util.ArrayList;
import java.util.List;
import storemark.machine.Canary;
import storemark.machine.Canary.Look;
import storemark.machine.MachineLoad;

/**
 * Looks at the machine between turns, with canaries and at the time that others took. Turns that are shorter than {@link #LEAST_NANOS}
 * share a look: canaries would take a good part of the run, and the kernel counts CPU time in ticks of 10 ms. Used by one thread.
 */
final class Lookout {
    private static final long LEAST_NANOS = 350_000_000;

    /** A turn that is over, and after which there was no look yet. */
    private record Over(List<Turn> turns, int number, double began, long nanos, long pausedNanos) {}

    private final Canary canary;
    private final Disturbance machine;
    private final List<Over> over = new ArrayList<>();
    private List<Long> own = List.of();
    private Look before;
    private MachineLoad started;

    Lookout(Canary canary, Disturbance machine) {
        this.canary = canary;
        this.machine = machine;
    }

    /**
     * Begins with a look. Turns that have not been added are forgotten.
     *
     * @param processes whose time is not that of others
     */
    void begin(List<Long> processes) {
        over.clear();
        own = processes;
        before = canary.look();
        machine.add(before);
        started = MachineLoad.now(own);
    }

    /**
     * A turn has ended.
     *
     * @param turns to which it will be added
     */
    void turnEnded(List<Turn> turns, int number, double began, long nanos, long pausedNanos) {
        over.add(new Over(turns, number, began, nanos, pausedNanos));
        if (System.nanoTime() - started.nanos() >= LEAST_NANOS) {
            look();
        }
    }

    /** Excludes the machine's activity since {@code from} from all turns. */
    void leaveOut(MachineLoad from) {
        started = started.plus(from, MachineLoad.now(own));
    }

    /** Looks at the machine after turns that have not been added yet, if there are any. */
    void look() {
        if (over.isEmpty()) {
            return;
        }
        MachineLoad.Shares load = MachineLoad.now(own).since(started);
        Look from = before;
        List<Over> ended = List.copyOf(over);
        begin(own);
        for (Over turn : ended) {
            turn.turns.add(new Turn(turn.number, turn.began, turn.nanos, from, before, load, turn.pausedNanos));
        }
    }
}
