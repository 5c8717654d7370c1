package storemark.jmh;

import org.openjdk.jmh.annotations.Benchmark;

/**
 * What the benchmarks of the same names do, at planned times: an open loop. The score is the rate that was achieved; what counts are
 * the latencies, each from the planned start.
 *
 * <pre>java -jar target/benchmarks.jar PlannedBenchmark.read -p engine=lmdb -p rate=20k</pre>
 */
public class PlannedBenchmark extends TimedBenchmark {
    @Benchmark
    public long read(Worker worker, Pace pace) throws Exception {
        pace.await();
        worker.get(worker.nextId());
        return pace.finish(worker);
    }

    @Benchmark
    public long scan(Worker worker, ScanBenchmark.ScanShape shape, Pace pace) throws Exception {
        pace.await();
        worker.scan(worker.nextId(), shape.lengths());
        return pace.finish(worker);
    }

    @Benchmark
    public long update(Worker worker, Pass pass, Pace pace) throws Exception {
        pace.await();
        worker.updateBatch();
        return pace.finish(worker);
    }

    @Benchmark
    public long mix(Worker worker, MixShape shape, Pass pass, Pace pace) throws Exception {
        pace.await();
        shape.next(worker);
        return pace.finish(worker);
    }
}
