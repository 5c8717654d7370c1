package storemark.jmh;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.infra.BenchmarkParams;
import storemark.dataset.Scratch;
import storemark.engine.Session;
import storemark.fork.Gate;

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

    /** A benchmark that cannot go over the measured store twice. */
    interface Needed {
        /**
         * Does what is measured, by one thread, in an empty store.
         *
         * @param count how many records the store was made for
         * @param nanos for how long, at the most
         */
        void warmUp(TrialPlan plan, Session session, long count, long nanos) throws Exception;
    }

    /** Warms up a benchmark that asks for it, and no other, in a turn of its own. */
    static void run(TrialPlan plan, BenchmarkParams benchmark, Gate gate) throws Exception {
        String method = benchmark.getBenchmark();
        Object measured = Class.forName(method.substring(0, method.lastIndexOf('.')))
                .getDeclaredConstructor()
                .newInstance();
        if (!(measured instanceof Needed needed)) {
            return;
        }
        ForkWatch.phase("waiting for its turn", 0);
        gate.awaitTurn(Gate.END_OF_TURN);
        ForkWatch.phase("warming up", 0);
        long count = count(plan);
        try (Scratch scratch = Scratch.create(plan.root(), "warm-up");
                OpenedStore.Opened opened = OpenedStore.openNew(plan, scratch, count);
                Session session = opened.store().session()) {
            needed.warmUp(plan, session, count, nanos(benchmark));
        }
    }

    private static long nanos(BenchmarkParams benchmark) {
        long step = benchmark.getMeasurement().getTime().convertTo(TimeUnit.NANOSECONDS);
        return step <= 0 ? MOST_NANOS : Math.min(MOST_NANOS, step); // a command line of JMH's names no time for these
    }

    private static long count(TrialPlan plan) {
        long bytes = plan.records().keyBytes() + (long) plan.records().meanValueBytes();
        return Math.max(plan.entries(), Math.min(ENOUGH, MOST_BYTES / bytes));
    }
}
