package storemark.jmh;

import org.openjdk.jmh.annotations.Benchmark;

/**
 * Gets of one random record of the key range. A miss is an error.
 *
 * <pre>java -jar target/benchmarks.jar ReadBenchmark -p engine=lmdb -p entries=1M -t 4</pre>
 */
public class ReadBenchmark extends TimedBenchmark {
    @Benchmark
    public long read(Worker worker) throws Exception {
        long started = worker.start();
        worker.get(worker.nextId());
        return worker.finish(started);
    }
}
