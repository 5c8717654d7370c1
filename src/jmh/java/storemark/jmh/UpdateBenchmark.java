package storemark.jmh;

import org.openjdk.jmh.annotations.Benchmark;

/**
 * Overwrites one random record of the key range with a value of the same size, in a copy of a dataset; or {@code batch} of them,
 * each batch one operation of JMH's and one latency: give {@code -opi} the same number to have records a second.
 *
 * <pre>java -jar target/benchmarks.jar UpdateBenchmark -p engine=lmdb -p durability=power</pre>
 */
public class UpdateBenchmark extends TimedBenchmark {
    @Benchmark
    public long update(Worker worker, Pass pass) throws Exception {
        long started = worker.start();
        worker.updateBatch();
        return worker.finish(started);
    }
}
