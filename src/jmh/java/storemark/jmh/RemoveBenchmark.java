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
 * Removals of records until none is left, from a copy of a dataset. Each iteration is a fixed number of them.
 *
 * <pre>java -jar target/benchmarks.jar RemoveBenchmark -p engine=lmdb -p entries=1M -i 5 -bs 200000</pre>
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 0)
@Measurement(iterations = 5, batchSize = 200_000)
@Fork(1)
public class RemoveBenchmark implements WarmUp.Needed {
    @Benchmark
    public long remove(Worker worker, WriteShape shape) throws Exception {
        long started = worker.start();
        worker.removeNext(shape);
        return worker.finish(started);
    }

    @Override
    public void warmUp(TrialPlan plan, Session session, long count, long nanos) throws Exception {
        long inserted = new InsertBenchmark().fill(plan, session, count, nanos);
        Worker worker = Worker.ofWarmUp(plan, session, count);
        WriteShape shape = new WriteShape();
        shape.open(plan, count);
        WarmUp.repeat(inserted, nanos, () -> remove(worker, shape));
        worker.endWarmUp();
    }
}
