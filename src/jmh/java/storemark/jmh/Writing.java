package storemark.jmh;

import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.infra.ThreadParams;
import org.openjdk.jmh.runner.IterationType;
import storemark.parameter.Parameters;

/** Whether a thread writes beside those that read, and if so how fast: as it can, or at planned times. */
@State(Scope.Thread)
public class Writing {
    private final Pace pace = Pace.ofWriter();
    private boolean writes;
    private boolean planned;

    @Setup(Level.Trial)
    public void open(Trial trial, ThreadParams thread) {
        writes = trial.plan().isWriter(thread.getThreadIndex());
        planned = trial.plan().isPlanned(thread.getThreadIndex());
    }

    /** Takes no {@link Worker}: see {@link Pace}. */
    @Setup(Level.Iteration)
    public void prepare(Trial trial, ThreadParams thread, IterationParams iteration) {
        if (writes && planned) {
            TrialPlan plan = trial.plan();
            boolean warmUp = iteration.getType() == IterationType.WARMUP;
            double perSecond = warmUp
                    ? Double.POSITIVE_INFINITY
                    : plan.get(Parameters.WRITE_RATE).value();
            pace.prepare(perSecond, thread.getThreadIndex() - plan.readers(), plan.get(Parameters.WRITERS));
        }
    }

    boolean writes() {
        return writes;
    }

    /** Overwrites a random record of the key range. */
    long update(Worker worker) throws Exception {
        if (planned) {
            pace.await();
            worker.update(worker.nextId());
            return pace.finish(worker);
        }
        long started = worker.start();
        worker.update(worker.nextId());
        return worker.finish(started);
    }

    @TearDown(Level.Iteration)
    public void account() {
        if (writes && planned) {
            pace.account();
        }
    }
}
