package storemark.run;

import storemark.machine.Pause;

/** Sees, by looking often, for how long a process was stopped by somebody else, or this one too. Used by one thread. */
final class Standstill {
    /** A longer time between two looks means that this process stood still. */
    private static final long LATE_NANOS = 500_000_000L;

    private final long process;
    private long last = System.nanoTime();
    private long nanos;

    Standstill(long process) {
        this.process = process;
    }

    void look() {
        long now = System.nanoTime();
        if (now - last > LATE_NANOS || Pause.isStopped(process)) {
            nanos += now - last;
        }
        last = now;
    }

    long nanos() {
        return nanos;
    }
}
