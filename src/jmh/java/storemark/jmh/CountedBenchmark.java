package storemark.jmh;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;
import storemark.engine.Session;

/** How JMH measures benchmarks of a fixed number of operations, where its command line does not say otherwise, and their warm-up. */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 0)
@Measurement(iterations = 5, batchSize = 200_000)
@Fork(1)
public abstract class CountedBenchmark implements WarmUp.Needed {
    /** The method of a benchmark. */
    interface Operation {
        void run(Worker worker, WriteShape shape) throws Exception;
    }

    /**
     * Repeats {@code operation} up to {@code most} times, no longer than {@code nanos}; returns how often.
     *
     * @param count how many records the store was made for
     */
    static long repeat(TrialPlan plan, Session session, long count, long most, long nanos, Operation operation)
            throws Exception {
        Worker worker = Worker.ofWarmUp(plan, session, count);
        WriteShape shape = new WriteShape();
        shape.open(plan, count);
        long done = 0;
        for (long end = System.nanoTime() + nanos; done < most && System.nanoTime() - end < 0; done++) {
            operation.run(worker, shape);
        }
        worker.endWarmUp();
        return done;
    }
}
