package storemark.jmh;

import org.openjdk.jmh.annotations.Benchmark;

/**
 * Operations of several kinds in a copy of a dataset, each drawn by its share: scans and updates, or YCSB's A to F.
 *
 * <pre>java -jar target/benchmarks.jar MixBenchmark -p engine=lmdb -p mix=read50-update50 -p distribution=zipfian</pre>
 */
public class MixBenchmark extends TimedBenchmark {
    @Benchmark
    public long mix(Worker worker, MixShape shape, Pass pass) throws Exception {
        long started = worker.start();
        shape.next(worker);
        return worker.finish(started);
    }
}
