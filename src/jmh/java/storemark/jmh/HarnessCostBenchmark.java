package storemark.jmh;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;
import storemark.handwritten.LmdbReader;

/**
 * What the harness itself costs. {@code read} with {@code engine=null} against {@code empty} is what is added to every read;
 * {@code read} with {@code engine=lmdb} against {@code handWrittenLmdb} is what an engine loses by being called through the
 * interface: the latter uses lmdbjava alone, with the same key range, the same draw, the same parked transaction and the
 * same touch.
 *
 * <pre>scripts/harness-cost.sh</pre>
 *
 * runs them in turns, because on a machine whose speed drifts only neighbours in time can be compared.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class HarnessCostBenchmark {
    @Benchmark
    public long empty() {
        return 1;
    }

    @Benchmark
    public long read(Worker worker) throws Exception {
        long started = worker.start();
        worker.get(worker.nextId());
        return worker.finish(started);
    }

    @Benchmark
    public long handWrittenLmdb(LmdbReader state) {
        return state.read();
    }
}
