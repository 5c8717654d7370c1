package storemark.jmh;

import org.openjdk.jmh.annotations.Benchmark;
import storemark.engine.Session;

/**
 * Puts of records that are not there yet, into a store that starts empty: the curve of the rate as the store grows. Each
 * iteration is a fixed number of puts, so that entries so far are exact; its rate is the metric wallRate, because the time
 * that JMH reports is the mean of the threads' and hides the slowest.
 *
 * <pre>java -jar target/benchmarks.jar InsertBenchmark -p engine=lmdb -p entries=1M -i 5 -bs 200000</pre>
 */
public class InsertBenchmark extends CountedBenchmark {
    @Benchmark
    public long insert(Worker worker, WriteShape shape) throws Exception {
        long started = worker.start();
        worker.insertNext(shape);
        return worker.finish(started);
    }

    @Override
    public void warmUp(TrialPlan plan, Session session, long count, long nanos) throws Exception {
        repeat(plan, session, count, count, nanos, this::insert);
    }
}
