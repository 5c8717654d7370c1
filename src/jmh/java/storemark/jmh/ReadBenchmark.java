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
 * Gets of one random record of the key range. A miss is an error.
 *
 * <pre>java -jar target/benchmarks.jar ReadBenchmark -p engine=lmdb -p entries=1M -t 4</pre>
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 1, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class ReadBenchmark {
    @Benchmark
    public long read(Worker worker) throws Exception {
        long started = worker.start();
        worker.get(worker.nextId());
        return worker.finish(started);
    }
}
