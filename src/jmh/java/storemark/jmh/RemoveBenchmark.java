package storemark.jmh;

import org.openjdk.jmh.annotations.Benchmark;
import storemark.engine.Session;

/**
 * Removals of records until none is left, from a copy of a dataset. Each iteration is a fixed number of them.
 *
 * <pre>java -jar target/benchmarks.jar RemoveBenchmark -p engine=lmdb -p entries=1M -i 5 -bs 200000</pre>
 */
public class RemoveBenchmark extends CountedBenchmark {
    @Benchmark
    public long remove(Worker worker, WriteShape shape) throws Exception {
        long started = worker.start();
        worker.removeNext(shape);
        return worker.finish(started);
    }

    @Override
    public void warmUp(TrialPlan plan, Session session, long count, long nanos) throws Exception {
        long inserted = repeat(plan, session, count, count, nanos, new InsertBenchmark()::insert);
        repeat(plan, session, count, inserted, nanos, this::remove);
    }
}
