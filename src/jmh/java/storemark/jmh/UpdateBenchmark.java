package storemark.jmh;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Overwrites one random record of the key range with a value of the same size, in a copy of a dataset; or {@code batch} of them,
 * each batch one operation of JMH's and one latency: give {@code -opi} the same number to have records a second.
 *
 * <pre>java -jar target/benchmarks.jar UpdateBenchmark -p engine=lmdb -p durability=power</pre>
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 1, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class UpdateBenchmark {
    @Benchmark
    public long update(Worker worker, Pass pass) throws Exception {
        long started = worker.start();
        worker.updateBatch();
        return worker.finish(started);
    }
}
