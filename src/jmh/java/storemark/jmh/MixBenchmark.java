package storemark.jmh;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Scans, and updates with a chance of {@code updateShare}, in a copy of a dataset.
 *
 * <pre>java -jar target/benchmarks.jar MixBenchmark -p engine=lmdb -p updateShare=0.1</pre>
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
        if (worker.chance(shape.updateShare)) {
            worker.update(worker.nextId());
        } else {
            worker.scan(worker.nextId(), shape.scanLength);
        }
        return worker.finish(started);
    }

    /** How often an operation writes, and how much it reads otherwise. */
    @State(Scope.Benchmark)
    public static class MixShape {
        @Param("0.1")
        public double updateShare;

        @Param("100")
        public int scanLength;
    }
}
