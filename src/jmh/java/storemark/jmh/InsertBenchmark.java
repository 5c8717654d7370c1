package storemark.jmh;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;
import storemark.engine.Session;

/**
 * Puts of records that are not there yet, into a store that starts empty: the curve of the rate as the store grows. Each
 * iteration is a fixed number of puts, so that entries so far are exact; its rate is the metric wallRate, because the time
 * that JMH reports is the mean of the threads' and hides the slowest.
 *
 * <pre>java -jar target/benchmarks.jar InsertBenchmark -p engine=lmdb -p entries=1M -i 5 -bs 200000</pre>
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 0)
@Measurement(iterations = 5, batchSize = 200_000)
@Fork(1)
public class InsertBenchmark implements WarmUp.Needed {
    @Benchmark
    public long insert(Worker worker, WriteShape shape) throws Exception {
        long started = worker.start();
        worker.insertNext(shape);
        return worker.finish(started);
    }

    @Override
    public void warmUp(TrialPlan plan, Session session, long count, long nanos) throws Exception {
        fill(plan, session, count, nanos);
    }

    /** Returns how many records it has inserted. */
    long fill(TrialPlan plan, Session session, long count, long nanos) throws Exception {
        Worker worker = Worker.ofWarmUp(plan, session, count);
        WriteShape shape = new WriteShape();
        shape.open(plan, count);
        long inserted = WarmUp.repeat(count, nanos, () -> insert(worker, shape));
        worker.endWarmUp();
        return inserted;
    }
}
