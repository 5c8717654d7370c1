package storemark.jmh;

import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * When one thread begins its operations: at planned times, evenly spaced, in turns with the other threads. What is late begins at once,
 * and its latency counts from its planned time, so that all that a slow operation delays counts as slow too:
 *
 * <pre>{@code
 * pace.await();
 * worker.get(worker.nextId());
 * return pace.finish(worker);
 * }</pre>
 *
 * No method that JMH calls may take a {@link Worker}: JMH would make another one for it, which would read the range once more, after the
 * start.
 */
@State(Scope.Thread)
public class Pace {
    /** Sleeping is late by some 60 us, so below this the thread spins. */
    private static final long SPIN_NANOS = 1_000_000;
    /** Missed operations are added to the histogram in at most this many parts. */
    private static final long PARTS = 10_000;

    private final Histogram lags = Probe.newHistogram();
    private final Histogram missed = Probe.newHistogram();
    private final Gaps gaps = new Gaps();
    private boolean writer;
    private long untilFirst;
    private long first;
    private double interval;
    private long begun;
    private long planned;
    private long ended;

    /** Before or after {@link Worker#prepare}, which waits for the common start. */
    @Setup(Level.Iteration)
    public void prepare(Pacing pacing, ThreadParams thread) {
        prepare(pacing.callsPerSecond(), thread.getThreadIndex(), thread.getThreadCount());
    }

    /** Of a thread that writes beside those that read. */
    static Pace ofWriter() {
        Pace pace = new Pace();
        pace.writer = true;
        return pace;
    }

    /** @param callsPerSecond of all threads together; infinite for as fast as possible */
    void prepare(double callsPerSecond, int index, int threads) {
        interval = threads * 1e9 / callsPerSecond;
        untilFirst = (long) (interval * index / threads);
        first = 0;
        begun = 0;
        ended = 0;
        lags.reset();
        missed.reset();
        gaps.clear();
    }

    /** Waits until the next operation is planned; not at all where that time is past. */
    void await() {
        if (begun == 0) {
            ended = Probe.startedAt();
            first = ended + untilFirst;
        }
        planned = first + (long) (begun++ * interval);
        if (planned - ended > 0) {
            lags.recordValue(waitUntil(planned) - planned);
        }
    }

    private static long waitUntil(long time) {
        long now = System.nanoTime();
        while (now < time) {
            if (time - now > SPIN_NANOS) {
                LockSupport.parkNanos(time - now - SPIN_NANOS);
            } else {
                Thread.onSpinWait();
            }
            now = System.nanoTime();
        }
        return now;
    }

    /** Ends the operation, and returns a number that depends on all that was read. */
    long finish(Worker worker) {
        long earlier = ended;
        ended = System.nanoTime();
        gaps.completed(earlier, ended, planned);
        return worker.finish(planned, ended);
    }

    /** Adds operations that were due before the last one ended and did not begin: they waited at least until then. */
    @TearDown(Level.Iteration)
    public void account() {
        long due = interval == 0 ? begun : 1 + (long) Math.floor((ended - first) / interval);
        long left = Math.max(0, due - begun);
        long part = 1 + left / PARTS;
        for (long at = begun; at < begun + left; at += part) {
            long late = Math.max(0, ended - first - (long) (at * interval));
            missed.recordValueWithCount(late, Math.min(part, begun + left - at));
        }
        Probe.addPlan(writer, begun, left, lags, missed);
        if (!writer) {
            Probe.addGaps(gaps.list());
        }
    }
}
