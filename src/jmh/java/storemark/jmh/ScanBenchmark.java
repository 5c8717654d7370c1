package storemark.jmh;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import storemark.parameter.Parameters;
import storemark.workload.ScanLength;

/**
 * Scans upwards from a random record of the key range; one scan is one operation.
 *
 * <pre>java -jar target/benchmarks.jar ScanBenchmark -p engine=lmdb -p scanLength=100</pre>
 */
public class ScanBenchmark extends TimedBenchmark {
    @Benchmark
    public long scan(Worker worker, ScanShape shape) throws Exception {
        long started = worker.start();
        worker.scan(worker.nextId(), shape.lengths);
        return worker.finish(started);
    }

    /** How much a scan reads. */
    @State(Scope.Benchmark)
    public static class ScanShape {
        /** A number of records, or a range that it is drawn from: {@code 1-100}. */
        @Param("100")
        public String scanLength;

        private ScanLength lengths;

        @Setup(Level.Trial)
        public void open(Trial trial) {
            lengths = trial.plan().get(Parameters.SCAN_LENGTH);
        }

        ScanLength lengths() {
            return lengths;
        }
    }
}
