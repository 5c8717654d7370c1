package storemark.jmh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.infra.ThreadParams;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.WorkloadParams;
import org.openjdk.jmh.runner.options.TimeValue;
import storemark.engine.Capability;
import storemark.engine.DigestSink;
import storemark.engine.Durability;
import storemark.engine.Engine;
import storemark.engine.EngineSpec;
import storemark.engine.Records;
import storemark.engine.Touch;
import storemark.engine.Unavailable;
import storemark.engines.Engines;
import storemark.workload.KeyChooser;
import storemark.workload.Workload;

/**
 * Runs the benchmark methods that only read, as JMH would, and compares the digest after every operation with one that is
 * made from the records alone, without a store. A digest depends on every byte of all that this thread has read so far.
 */
class ReadsTest {
    private static final int ENTRIES = 3000;
    private static final int STEP = 1500;
    private static final int OPERATIONS = 40;
    private static final int SCAN = 100;
    private static final int WALK = 1000;
    private static final long SEED = 42;

    /** One store for all tests of an engine: they only read. */
    @TempDir
    static Path directory;

    /** An engine by its name with one, two and four threads, and each of its profiles with two. */
    record Case(Engine engine, EngineSpec spec, int threads) {
        @Override
        public String toString() {
            return spec + ", threads: " + threads;
        }
    }

    static Stream<Case> cases() {
        List<Case> cases = new ArrayList<>();
        for (Engine engine : Engines.load().all()) {
            for (int threads : new int[] {1, 2, 4}) {
                cases.add(new Case(engine, EngineSpec.parse(engine.name()), threads));
            }
            for (String profile : engine.traits().profiles().keySet()) {
                cases.add(new Case(engine, EngineSpec.parse(engine.name() + ":" + profile), 2));
            }
        }
        return cases.stream();
    }

    @BeforeEach
    void nameTheDirectory() {
        System.setProperty("storemark.dir", directory.toString());
    }

    @AfterEach
    void forgetTheDirectory() {
        System.clearProperty("storemark.dir");
    }

    @ParameterizedTest
    @MethodSource("cases")
    @Timeout(300)
    void everyValueReadIsRight(Case run) throws Exception {
        assumeTrue(whyNot(run) == null, () -> run.spec() + " is not available: " + whyNot(run));
        read(run, Workload.READ, 1);
        if (run.engine().traits().can(Capability.SCAN)) {
            read(run, Workload.SCAN, SCAN);
            read(run, Workload.FORWARD, WALK);
        }
        if (run.engine().traits().can(Capability.REVERSE_SCAN)) {
            read(run, Workload.REVERSE, WALK);
        }
    }

    private static String whyNot(Case run) {
        for (String profile : run.spec().profiles(run.engine().traits())) {
            String reason = run.engine().traits().profiles().get(profile).unavailable();
            if (reason != null) {
                return reason;
            }
        }
        try {
            run.engine().version();
            return null;
        } catch (Unavailable missing) {
            return missing.getMessage();
        }
    }

    /** What one thread does in JMH: its set-up, two iterations, and its end, in step with the others. */
    private static void read(Case run, Workload workload, int length) throws Exception {
        Trial trial = trial(run);
        BenchmarkParams benchmark = benchmark(workload, run.threads());
        trial.open(benchmark);
        CyclicBarrier together = new CyclicBarrier(run.threads());
        AtomicReference<Throwable> first = new AtomicReference<>();
        ExecutorService threads = Executors.newFixedThreadPool(run.threads());
        try {
            List<Future<?>> ends = new ArrayList<>();
            for (int index = 0; index < run.threads(); index++) {
                int thread = index;
                ends.add(threads.submit(() -> {
                    try {
                        new Reader(run, trial, workload, length, thread).read(benchmark, together);
                    } catch (Throwable failure) {
                        first.compareAndSet(null, failure);
                        threads.shutdownNow(); // interrupts those that wait for this one
                    }
                }));
            }
            for (Future<?> end : ends) {
                end.get();
            }
            if (first.get() != null) {
                throw new AssertionError(run + ": " + first.get().getMessage(), first.get());
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static Trial trial(Case run) {
        Trial trial = new Trial();
        trial.engine = run.spec().toString();
        trial.entries = String.valueOf(ENTRIES);
        trial.step = String.valueOf(STEP);
        trial.keyBytes = 8;
        // The control has one value for all ids, so it is right in one size only.
        trial.valueBytes = run.spec().name().equals("null") ? "100" : "10-300";
        trial.compressibility = 0.3;
        trial.durability = Stream.of(Durability.values())
                .filter(level -> run.engine().traits().durability(level).supported())
                .findFirst()
                .orElseThrow()
                .label();
        trial.cache = "64m";
        trial.batch = 1;
        trial.touch = "full";
        trial.sample = 7;
        trial.seed = SEED;
        return trial;
    }

    private static BenchmarkParams benchmark(Workload workload, int threads) {
        IterationParams iterations = iteration();
        return new BenchmarkParams(
                workload.benchmark(),
                "",
                true,
                threads,
                new int[] {1},
                List.of(),
                1,
                0,
                iterations,
                iterations,
                Mode.Throughput,
                new WorkloadParams(),
                TimeUnit.SECONDS,
                1,
                "java",
                List.of(),
                "17",
                "a test",
                "1",
                "1.37",
                TimeValue.minutes(10));
    }

    private static IterationParams iteration() {
        return new IterationParams(IterationType.MEASUREMENT, 2, TimeValue.milliseconds(1), 1);
    }

    /** One thread, and beside it the digest that it must have. */
    private static final class Reader {
        private final Trial trial;
        private final Workload workload;
        private final int length;
        private final int index;
        private final int threads;
        private final boolean control;
        private final Worker worker = new Worker();
        private final DigestSink expected = new DigestSink(Touch.FULL, 300);
        private final KeyChooser chooser;
        private final byte[] value = new byte[300];
        private long position;

        Reader(Case run, Trial trial, Workload workload, int length, int index) {
            this.trial = trial;
            this.workload = workload;
            this.length = length;
            this.index = index;
            threads = run.threads();
            control = run.spec().name().equals("null");
            chooser = KeyChooser.uniform(new SplittableRandom(trial.seed * 0x9E3779B97F4A7C15L + index).split());
        }

        void read(BenchmarkParams benchmark, CyclicBarrier together) throws Exception {
            worker.open(trial, new ThreadParams(index, threads, 0, 1, index, threads, 0, 1, 0, 1));
            try {
                together.await();
                for (int range = STEP; range <= ENTRIES; range += STEP) {
                    iterate(range, benchmark, together);
                }
            } finally {
                worker.close();
            }
        }

        private void iterate(int range, BenchmarkParams benchmark, CyclicBarrier together) throws Exception {
            if (index == 0) {
                trial.advance(benchmark, iteration());
            }
            together.await();
            worker.prepare();
            int before = range - STEP;
            expectRun(before + (long) STEP * index / threads, before + (long) STEP * (index + 1) / threads);
            position = (long) range * index / threads;
            for (int operation = 0; operation < OPERATIONS; operation++) {
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
                    shape.scanLength = length;
                    yield new ScanBenchmark().scan(worker, shape);
                }
                case FORWARD -> new SequentialBenchmark().forward(worker);
                case REVERSE -> new SequentialBenchmark().reverse(worker);
                default -> throw new IllegalArgumentException(workload + " writes");
            };
        }

        private void expectOperation(int range) {
            switch (workload) {
                case READ -> expect(chooser.next(range));
                case SCAN -> {
                    long from = chooser.next(range);
                    expectRun(from, Math.min(ENTRIES, from + length));
                }
                default -> expectWalk(range);
            }
        }

        /** The next run of this thread's part, which begins anew at its end; backwards, the same positions from its end. */
        private void expectWalk(int range) {
            long first = (long) range * index / threads;
            long end = (long) range * (index + 1) / threads;
            if (position >= end) {
                position = first;
            }
            long stop = Math.min(end, position + length);
            for (; position < stop; position++) {
                expect(workload == Workload.FORWARD ? position : first + end - 1 - position);
            }
        }

        private void expectRun(long from, long to) {
            for (long id = from; id < to; id++) {
                expect(id);
            }
        }

        private void expect(long id) {
            Records records = trial.records();
            records.value(control ? 0 : id, 0, value);
            expected.value(value, 0, records.valueBytes(id));
        }
    }
}
