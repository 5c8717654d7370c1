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
 * Operations of several kinds in a copy of a dataset, each drawn by its share: scans and updates, or YCSB's A to F.
 *
 * <pre>java -jar target/benchmarks.jar MixBenchmark -p engine=lmdb -p mix=read50-update50 -p distribution=zipfian</pre>
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 1, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class MixBenchmark {
    @Benchmark
    public long mix(Worker worker, MixShape shape, Pass pass) throws Exception {
        long started = worker.start();
        shape.next(worker);
        return worker.finish(started);
    }
}
