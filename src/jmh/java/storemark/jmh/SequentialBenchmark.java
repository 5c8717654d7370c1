package storemark.jmh;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import storemark.workload.Workload;

/**
 * Reads all records of the key range in order, or backwards, around and around, each thread a part of its own, by a scan for each
 * thousand records or by one for all. Rates are records per second; what is timed for the percentiles is such a scan.
 *
 * <pre>java -jar target/benchmarks.jar SequentialBenchmark -p engine=lmdb
 *java -jar target/benchmarks.jar SequentialBenchmark -p engine=lmdb -p step=100% -p walk=whole -opi 1000000</pre>
 */
public class SequentialBenchmark extends TimedBenchmark {
    @Benchmark
    @OperationsPerInvocation(Workload.RECORDS_IN_RUN)
    public long forward(Worker worker, WalkShape shape) throws Exception {
        long started = worker.start();
        worker.walk(true);
        return worker.finish(started);
    }

    @Benchmark
    @OperationsPerInvocation(Workload.RECORDS_IN_RUN)
    public long reverse(Worker worker, WalkShape shape) throws Exception {
        long started = worker.start();
        worker.walk(false);
        return worker.finish(started);
    }

    /** By which scans. */
    @State(Scope.Benchmark)
    public static class WalkShape {
        @Param("runs")
        public String walk;
    }
}
