package storemark.jmh;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;
import storemark.workload.Workload;

/**
 * Reads all records of the key range in order, or backwards, around and around, each thread a part of its own. Rates are
 * records a second; what is timed for the percentiles is a run of a thousand records.
 *
 * <pre>java -jar target/benchmarks.jar SequentialBenchmark -p engine=lmdb</pre>
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 1, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class SequentialBenchmark {
    private static final int RUN = Workload.RECORDS_IN_RUN;

    @Benchmark
    @OperationsPerInvocation(RUN)
    public long forward(Worker worker) throws Exception {
        long started = worker.start();
        worker.walk(RUN, true);
        return worker.finish(started);
    }

    @Benchmark
    @OperationsPerInvocation(RUN)
    public long reverse(Worker worker) throws Exception {
        long started = worker.start();
        worker.walk(RUN, false);
        return worker.finish(started);
    }
}
