package storemark.jmh;

import java.util.SplittableRandom;
import storemark.engine.Capability;
import storemark.engine.DigestSink;
import storemark.engine.Session;
import storemark.workload.Workload;

/** What one thread reads before and after an iteration, untimed: what the key range has gained, and whether removals remove. */
final class UntimedReads {
    private static final int SCANNED_AT_ONCE = 1000;
    private static final int CHECKED_REMOVALS = 100;

    private final Trial trial;
    private final DigestSink sink;
    /** What is removed, in its order; null where nothing is, or nothing is stored. */
    private final WriteShape removals;

    UntimedReads(Trial trial, DigestSink sink) {
        this.trial = trial;
        this.sink = sink;
        TrialPlan plan = trial.plan();
        if (plan.workload() == Workload.REMOVE && !plan.engine().traits().isControl()) {
            removals = new WriteShape();
            removals.open(plan, plan.entries());
        } else {
            removals = null;
        }
    }

    /** Brings this thread's share of what the range has gained into memory, for as long as that may take. */
    void prescan(Session session, int thread) throws Exception {
        KeyRange keys = trial.keyRange();
        boolean scans = trial.plan().engine().traits().can(Capability.SCAN);
        long first = keys.prescanFrom();
        long deadline = System.nanoTime() + keys.prescanNanos();
        long from = share(keys, first, thread);
        long to = share(keys, first, thread + 1);
        long id = from;
        while (id < to && System.nanoTime() - deadline < 0) {
            int wanted = scans ? (int) Math.min(SCANNED_AT_ONCE, to - id) : 1;
            if (scans) {
                Hits.expect(wanted, session.scan(id, wanted, true, sink), id);
            } else {
                Hits.expect(session.get(id, sink), id);
            }
            ForkWatch.done(wanted);
            id += wanted;
        }
        Probe.addPrescan(id - from, share(keys, keys.newFrom(), thread + 1) - share(keys, keys.newFrom(), thread));
    }

    /** Where the part of a thread begins, of the ids from {@code first} to the range's end. */
    private long share(KeyRange keys, long first, int thread) {
        return first + (keys.end() - first) * thread / trial.plan().threads();
    }

    /**
     * Reads some of the records that this thread removes in an iteration: a delete need not tell whether there was one.
     *
     * @param end the index behind the last that the thread removes
     * @throws IllegalStateException if one is not there before, or is there afterwards
     */
    void expectRemovals(Session session, long end, boolean there) throws Exception {
        if (removals == null) {
            return;
        }
        long each = Math.max(1, trial.keyRange().indexesPerThread() / CHECKED_REMOVALS);
        SplittableRandom undrawn =
                new SplittableRandom(); // WriteShape refuses removals in random order, the only one that draws
        for (long at = end - trial.keyRange().indexesPerThread(); at < end; at += each) {
            long id = removals.idAt(at, undrawn);
            if (session.get(id, sink) != there) {
                throw new IllegalStateException("record " + id
                        + (there
                                ? " to remove is missing: the store must hold every record that this workload uses"
                                : " was removed, and is still there"));
            }
        }
    }
}
