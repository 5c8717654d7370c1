package storemark.jmh;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.infra.BenchmarkParams;
import storemark.dataset.Scratch;
import storemark.engine.Engine;
import storemark.engine.EngineSpec;
import storemark.engine.Session;
import storemark.workload.Workload;

/**
 * The warm-up of inserts and removals, on a store that is thrown away: JMH's own would fill, or empty, the measured one. Without it
 * the first thousands of operations would measure the compilation of the engine's code and of ours: at a hundred records the
 * control did 20,000 puts a second, and does more than a million.
 */
final class WarmUp {
    /** It takes no longer than a step of the other workloads, and than this: stores of these workloads may be small. */
    private static final long MOST_NANOS = 1_000_000_000L;
    /** So many operations are enough for the last of HotSpot's compilers, which takes up code after 5,000 to 15,000 calls. */
    private static final long ENOUGH = 20_000;

    private static final long MOST_BYTES = 64 << 20;

    private WarmUp() {}

    /** Inserts, and for removals then removes, as the measured code does, by one thread; nothing for other workloads. */
    static void run(Trial trial, BenchmarkParams benchmark, Engine engine, EngineSpec spec) throws Exception {
        if (!trial.writesByIndex()) {
            return;
        }
        long nanos = nanos(benchmark);
        long count = count(trial);
        boolean removes = trial.workload() == Workload.REMOVE;
        try (Scratch scratch = Scratch.create(OpenedStore.root(), "warm-up");
                OpenedStore.Opened opened = OpenedStore.openNew(trial, engine, spec, scratch, count, !removes);
                Session session = opened.store().session()) {
            WriteShape shape = new WriteShape();
            shape.order = benchmark.getParam("order");
            shape.open(trial, count);
            InsertBenchmark insert = new InsertBenchmark();
            Worker worker = Worker.ofWarmUp(trial, session, count);
            long inserted = 0;
            for (long end = System.nanoTime() + nanos; inserted < count && System.nanoTime() - end < 0; inserted++) {
                insert.insert(worker, shape);
            }
            worker.endWarmUp();
            if (removes) {
                RemoveBenchmark remove = new RemoveBenchmark();
                long removed = 0;
                for (long end = System.nanoTime() + nanos;
                        removed < inserted && System.nanoTime() - end < 0;
                        removed++) {
                    remove.remove(worker, shape);
                }
                worker.endWarmUp();
            }
        }
    }

    private static long nanos(BenchmarkParams benchmark) {
        long step = benchmark.getMeasurement().getTime().convertTo(TimeUnit.NANOSECONDS);
        return step <= 0 ? MOST_NANOS : Math.min(MOST_NANOS, step); // a command line of JMH's names no time for these
    }

    private static long count(Trial trial) {
        long bytes = trial.records().keyBytes() + (long) trial.records().meanValueBytes();
        return Math.max(trial.entries(), Math.min(ENOUGH, MOST_BYTES / bytes));
    }
}
