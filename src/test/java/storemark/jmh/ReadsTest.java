package storemark.jmh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.util.ClearSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jmh.infra.BenchmarkParams;
import storemark.InParallel;
import storemark.engine.Capability;
import storemark.workload.KeyChooser;
import storemark.workload.Workload;

/**
 * Runs the benchmark methods that only read, as JMH would, and compares the digest after every operation with one that is
 * made from the records alone, without a store. A digest depends on every byte of all that this thread has read so far.
 */
@ClearSystemProperty(key = "storemark.dir")
class ReadsTest {
    private static final int OPERATIONS = 40;
    private static final int SCAN = 100;
    private static final int WALK = 1000;
    /** Of a thousand records each: more than twice around the range of one thread. */
    private static final int WALKS = 3;

    /** One store for all tests of an engine: they only read. */
    @TempDir
    static Path directory;

    @BeforeEach
    void nameTheDirectory() {
        System.setProperty("storemark.dir", directory.toString());
    }

    @ParameterizedTest
    @MethodSource("storemark.jmh.InProcess#cases")
    @Timeout(300)
    void everyValueReadIsRight(InProcess.Case run) throws Exception {
        run.variant().assumeAvailable();
        assumeTrue(
                !run.cold() || !Files.getFileStore(directory).type().equals("tmpfs"),
                "skipped: the temporary directory is on tmpfs, whose pages cannot go");
        read(run, Workload.READ, 1, run.step()); // what the range gains is read ahead by scans, where there are any
        if (run.cold()) {
            return; // a step begins cold in the same way whatever is read in it
        }
        boolean plain = run.variant().named().options().isEmpty();
        if (plain && run.variant().traits().can(Capability.SCAN)) {
            read(run, Workload.SCAN, SCAN, run.step());
        }
        if (run.variant().traits().can(Capability.REVERSE_SCAN)) {
            read(run, Workload.REVERSE, WALK, run.step());
        }
        // To an engine, a walk is a scan like those above.
        if (run.variant().toString().matches("heap|lmdb")) {
            read(run, Workload.FORWARD, WALK, run.step());
            read(run, Workload.FORWARD, InProcess.ENTRIES / run.threads(), InProcess.ENTRIES, "walk", "whole");
            read(run, Workload.REVERSE, InProcess.ENTRIES / run.threads(), InProcess.ENTRIES, "walk", "whole");
        }
    }

    /** What one thread does in JMH: its set-up, two iterations, and its end, in step with the others. */
    private static void read(InProcess.Case run, Workload workload, int length, int step, String... named)
            throws Exception {
        Trial trial = InProcess.trial(run);
        trial.step = String.valueOf(step);
        BenchmarkParams benchmark = InProcess.benchmark(trial, workload, run.threads(), InProcess.iteration(), named);
        trial.open(benchmark);
        CyclicBarrier together = new CyclicBarrier(run.threads());
        InParallel.run(run.threads(), thread -> new Reader(run, trial, workload, length, step, thread).read(together));
    }

    /** One thread, and beside it the digest that it must have. */
    private static final class Reader {
        private final Trial trial;
        private final Workload workload;
        private final int length;
        private final int step;
        private final int index;
        private final int threads;
        private final boolean control;
        private final Worker worker = new Worker();
        private final ExpectedDigest expected;
        private final KeyChooser chooser;
        private long position;

        Reader(InProcess.Case run, Trial trial, Workload workload, int length, int step, int index) {
            this.trial = trial;
            this.workload = workload;
            this.length = length;
            this.step = step;
            this.index = index;
            threads = run.threads();
            control = run.variant().named().name().equals("null");
            expected = new ExpectedDigest(trial.plan().records());
            chooser = KeyChooser.uniform(InProcess.random(workload, index).split());
        }

        void read(CyclicBarrier together) throws Exception {
            worker.open(trial, InProcess.thread(index, threads));
            try {
                together.await();
                for (int range = step; range <= trial.plan().entries(); range += step) {
                    iterate(range, together);
                }
            } finally {
                worker.close();
            }
        }

        private void iterate(int range, CyclicBarrier together) throws Exception {
            if (index == 0) {
                trial.advance(InProcess.iteration());
            }
            together.await();
            worker.prepare();
            int before = range - step;
            if (!trial.cold) {
                expectRun(before + (long) step * index / threads, before + (long) step * (index + 1) / threads);
            }
            position = (long) range * index / threads;
            int operations = workload.readsInOrder() ? WALKS : OPERATIONS;
            for (int operation = 0; operation < operations; operation++) {
                long digest = operate();
                expectOperation(range);
                String what = workload.label() + " " + operation + " of thread " + index + ", range " + range;
                assertEquals(expected.digest(), digest, what);
            }
            worker.account();
            together.await();
            if (index == 0) {
                trial.record();
            }
            together.await();
        }

        private long operate() throws Exception {
            return switch (workload) {
                case READ -> new ReadBenchmark().read(worker);
                case SCAN -> {
                    ScanBenchmark.ScanShape shape = new ScanBenchmark.ScanShape();
                    shape.scanLength = String.valueOf(length);
                    shape.open(trial);
                    yield new ScanBenchmark().scan(worker, shape);
                }
                case FORWARD -> new SequentialBenchmark().forward(worker, new SequentialBenchmark.WalkShape());
                case REVERSE -> new SequentialBenchmark().reverse(worker, new SequentialBenchmark.WalkShape());
                default -> throw new IllegalArgumentException(workload + " writes");
            };
        }

        private void expectOperation(int range) {
            switch (workload) {
                case READ -> expect(chooser.next(range));
                case SCAN -> {
                    long from = chooser.next(range);
                    expectRun(from, Math.min(trial.plan().entries(), from + length));
                }
                default -> expectWalk(range);
            }
        }

        /** The next records of this thread's part, which begins anew at its end; backwards, the same positions from its end. */
        private void expectWalk(int range) {
            long first = (long) range * index / threads;
            long end = (long) range * (index + 1) / threads;
            for (int read = 0; read < length; read++) {
                if (position >= end) {
                    position = first;
                }
                expect(workload == Workload.FORWARD ? position : first + end - 1 - position);
                position++;
            }
        }

        private void expectRun(long from, long to) {
            for (long id = from; id < to; id++) {
                expect(id);
            }
        }

        private void expect(long id) {
            expected.read(control ? 0 : id, 0);
        }
    }
}
