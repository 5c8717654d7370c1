package storemark.jmh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.util.ClearSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.options.TimeValue;
import storemark.InParallel;
import storemark.engine.Capability;
import storemark.engine.DigestSink;
import storemark.engine.Records;
import storemark.engine.Session;
import storemark.engine.Touch;
import storemark.workload.KeyChooser;
import storemark.workload.Workload;

/** Runs the benchmark methods that write, as JMH would, and compares what the store then gives with what was written. */
@ClearSystemProperty(key = "storemark.dir")
class WritesTest {
    /** Few, because plain files are as slow to make as to delete. */
    static final int ENTRIES = 240;

    static final int STEP = 120;
    private static final int OPERATIONS = 120;
    private static final int BATCH = 7;

    /** One for all tests: an engine's dataset stays as it was loaded, for each trial writes to a copy. */
    @TempDir
    static Path directory;

    /** Every engine with some threads; the control keeps nothing. */
    static Stream<InProcess.Case> cases() {
        return InProcess.cases()
                .filter(run -> !run.cold())
                .filter(run -> run.variant().named().options().isEmpty())
                .filter(run -> !run.variant().traits().isControl());
    }

    @BeforeEach
    void nameTheDirectory() {
        System.setProperty("storemark.dir", directory.toString());
    }

    /** What each thread does between its set-up and the end of its iteration. */
    private interface Work {
        void of(Worker worker, int index) throws Exception;
    }

    /** What is to be true of the store once all threads are done. */
    private interface Check {
        void of(Session session) throws Exception;
    }

    /** All but two engines write only in batches here; {@code EngineThreadsTest} and the mix below have them write one by one. */
    private static int[] batches(InProcess.Case run) {
        return run.variant().toString().matches("heap|lmdb") ? new int[] {1, BATCH} : new int[] {BATCH};
    }

    private static Trial trial(InProcess.Case run, int batch) {
        run.variant().assumeAvailable();
        Trial trial = InProcess.trial(run);
        trial.entries = String.valueOf(ENTRIES);
        trial.step = String.valueOf(STEP);
        trial.batch = batch;
        return trial;
    }

    /** One iteration. Threads wait for each other at its end, as in JMH, before any of them hands over its counts. */
    private static void iterate(Trial trial, BenchmarkParams benchmark, int threads, Work work, Check check)
            throws Exception {
        trial.open(benchmark);
        CyclicBarrier together = new CyclicBarrier(threads);
        InParallel.run(threads, index -> {
            Worker worker = new Worker();
            worker.open(trial, InProcess.thread(index, threads));
            together.await();
            if (index == 0) {
                trial.advance(benchmark.getMeasurement());
            }
            together.await();
            worker.prepare();
            work.of(worker, index);
            together.await();
            worker.account();
            if (index == 0) {
                trial.record();
                try (Session session = trial.newSession()) {
                    check.of(session);
                }
            }
            together.await();
            worker.close();
        });
    }

    private static IterationParams counted(int operations) {
        return new IterationParams(IterationType.MEASUREMENT, 1, TimeValue.milliseconds(1), operations);
    }

    private static void expect(Session session, Records records, long id, int revision) throws Exception {
        DigestSink found = new DigestSink(Touch.FULL, InProcess.LARGEST);
        assertTrue(session.get(id, found), () -> "record " + id + " is missing");
        ExpectedDigest wanted = new ExpectedDigest(records);
        wanted.read(id, revision);
        assertEquals(wanted.digest(), found.digest(), () -> "record " + id + " in revision " + revision);
    }

    @ParameterizedTest
    @MethodSource("cases")
    @Timeout(300)
    void allThatWasInsertedIsThere(InProcess.Case run) throws Exception {
        for (int batch : batches(run)) {
            insert(run, batch);
        }
    }

    private static void insert(InProcess.Case run, int batch) throws Exception {
        int each = ENTRIES / run.threads();
        Trial trial = trial(run, batch);
        WriteShape shape = new WriteShape();
        shape.order = "shuffled";
        Work work = (worker, index) -> {
            for (int operation = 0; operation < each; operation++) {
                new InsertBenchmark().insert(worker, shape);
            }
        };
        Check check = session -> {
            for (long id = 0; id < ENTRIES; id++) {
                expect(session, trial.plan().records(), id, 0);
            }
        };
        BenchmarkParams benchmark =
                InProcess.benchmark(trial, Workload.INSERT, run.threads(), counted(each), "order", "shuffled");
        iterate(trial, benchmark, run.threads(), opening(shape, trial, work), check);
    }

    /** The shape is opened once the trial is, by whichever thread comes first. */
    private static Work opening(WriteShape shape, Trial trial, Work work) {
        return (worker, index) -> {
            synchronized (shape) {
                shape.open(trial);
            }
            work.of(worker, index);
        };
    }

    @ParameterizedTest
    @MethodSource("cases")
    @Timeout(300)
    void onlyWhatWasNotRemovedIsLeft(InProcess.Case run) throws Exception {
        int each = STEP / run.threads();
        for (int batch : batches(run)) {
            Trial trial = trial(run, batch);
            WriteShape shape = new WriteShape();
            shape.order = "shuffled";
            Work work = (worker, index) -> {
                for (int operation = 0; operation < each; operation++) {
                    new RemoveBenchmark().remove(worker, shape);
                }
            };
            Check check = session -> {
                for (int index = 0; index < ENTRIES; index++) {
                    long id = shape.idAt(index, null);
                    boolean found = session.get(id, new DigestSink(Touch.FULL, InProcess.LARGEST));
                    assertEquals(index >= STEP, found, () -> "record " + id);
                }
            };
            BenchmarkParams benchmark =
                    InProcess.benchmark(trial, Workload.REMOVE, run.threads(), counted(each), "order", "shuffled");
            iterate(trial, benchmark, run.threads(), opening(shape, trial, work), check);
        }
    }

    /** A delete need not tell whether there was a record, so some are looked for before and after. */
    @Test
    @Timeout(120)
    void removalsThatRemoveNothingFail() {
        expectFailedRemoval("was removed, and is still there", (worker, shape) -> {});
        expectFailedRemoval(
                "to remove is missing: the store must hold every record that this workload uses", (worker, shape) -> {
                    for (int operation = 0; operation < STEP; operation++) {
                        new RemoveBenchmark().remove(worker, shape);
                    }
                    worker.prepare(); // the same part once more
                });
    }

    private interface Removal {
        void of(Worker worker, WriteShape shape) throws Exception;
    }

    private static void expectFailedRemoval(String message, Removal removal) {
        Trial trial = trial(new InProcess.Case("heap", 1), 1);
        WriteShape shape = new WriteShape();
        shape.order = "shuffled";
        BenchmarkParams benchmark = InProcess.benchmark(trial, Workload.REMOVE, 1, counted(STEP), "order", "shuffled");
        Work work = opening(shape, trial, (worker, index) -> removal.of(worker, shape));
        ExecutionException failed =
                assertThrows(ExecutionException.class, () -> iterate(trial, benchmark, 1, work, session -> {}));
        assertTrue(failed.getCause().getMessage().endsWith(message), failed::toString);
    }

    /** A record that one thread alone has updated is in the last revision that this thread gave it. */
    @ParameterizedTest
    @MethodSource("cases")
    @Timeout(300)
    void updatesAreKept(InProcess.Case run) throws Exception {
        for (int batch : batches(run)) {
            Trial trial = trial(run, batch);
            Work work = (worker, index) -> {
                for (int operation = 0; operation < OPERATIONS / batch; operation++) {
                    new UpdateBenchmark().update(worker, new Pass());
                }
            };
            Map<Long, Integer> last = new HashMap<>();
            for (int index = 0; index < run.threads(); index++) {
                Map<Long, Integer> own = updatesOf(Workload.UPDATE, index, OPERATIONS / batch * batch);
                own.forEach((id, revision) -> last.merge(id, revision, (one, other) -> -1));
            }
            Check check = session -> {
                for (long id = 0; id < ENTRIES; id++) {
                    int revision = last.getOrDefault(id, 0);
                    if (revision >= 0) {
                        expect(session, trial.plan().records(), id, revision);
                    }
                }
            };
            BenchmarkParams benchmark =
                    InProcess.benchmark(trial, Workload.UPDATE, run.threads(), InProcess.iteration());
            iterate(trial, benchmark, run.threads(), work, check);
        }
    }

    private static Map<Long, Integer> updatesOf(Workload workload, int index, int count) {
        KeyChooser chooser =
                KeyChooser.uniform(InProcess.random(workload, index).split());
        Map<Long, Integer> revisions = new HashMap<>();
        for (int at = 0; at < count; at++) {
            revisions.put(chooser.next(STEP), at % TrialPlan.REVISIONS + 1);
        }
        return revisions;
    }

    /** One thread's mix follows from its draws, so that after each operation the digest of all it has read is known. */
    @ParameterizedTest
    @MethodSource("cases")
    @Timeout(300)
    void aMixReadsWhatItHasWritten(InProcess.Case run) throws Exception {
        // Those that do not may take all their room at once.
        boolean scans = run.variant().traits().can(Capability.SCAN);
        String mix = scans ? "read20-update30-scan20-insert20-rmw10" : "read60-update30-rmw10";
        Trial trial = trial(run, 1);
        MixShape shape = new MixShape();
        shape.mix = mix;
        shape.scanLength = "20";
        Work work = (worker, index) -> {
            MixReplay replay = new MixReplay(trial, index, run.threads(), scans);
            synchronized (shape) {
                shape.open(trial);
            }
            for (int operation = 0; operation < OPERATIONS; operation++) {
                long digest = new MixBenchmark().mix(worker, shape, new Pass());
                if (run.threads() == 1) {
                    assertEquals(replay.next(), digest, "operation " + operation + " of " + mix);
                }
            }
        };
        Check check = session -> {
            DigestSink sink = new DigestSink(Touch.FULL, InProcess.LARGEST);
            for (long id = 0; id < ENTRIES; id++) {
                assertTrue(session.get(id, sink), "a mix removes nothing");
            }
        };
        BenchmarkParams benchmark = InProcess.benchmark(
                trial, Workload.MIX, run.threads(), InProcess.iteration(), "mix", mix, "scanLength", "20");
        iterate(trial, benchmark, run.threads(), work, check);
    }
}
