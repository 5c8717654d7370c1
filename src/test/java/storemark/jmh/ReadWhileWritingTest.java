package storemark.jmh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.util.ClearSystemProperty;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.ThreadParams;
import storemark.InParallel;
import storemark.results.Metric;
import storemark.workload.Workload;

/** Threads that read and threads that write, as JMH would run them: what each kind does is counted apart. */
@ClearSystemProperty(key = "storemark.dir")
class ReadWhileWritingTest {
    private static final int READS = 5000;
    private static final int WRITES = 700;
    private static final int WRITES_PER_SECOND = 10_000;

    @TempDir
    Path directory;

    @BeforeEach
    void nameTheDirectory() {
        System.setProperty("storemark.dir", directory.toString());
    }

    private static BenchmarkParams benchmark(Trial trial, String writeRate, int writers, int threads) {
        return InProcess.benchmark(
                trial,
                Workload.READ_WHILE_WRITING,
                threads,
                InProcess.iteration(),
                "writers",
                String.valueOf(writers),
                "writeRate",
                writeRate,
                "pass",
                "1");
    }

    private static Trial trial() {
        return InProcess.trial(new InProcess.Case("heap", 1));
    }

    /** An iteration of two threads that read and one that writes. */
    private static Map<Metric, Double> measure(String writeRate) throws Exception {
        int threads = 3;
        Trial trial = trial();
        trial.sample = 1;
        trial.open(benchmark(trial, writeRate, 1, threads));
        trial.advance(InProcess.iteration());
        ReadWhileWritingBenchmark benchmark = new ReadWhileWritingBenchmark();
        List<Worker> workers = Collections.synchronizedList(new ArrayList<>());
        InParallel.run(threads, index -> workers.add(run(benchmark, trial, InProcess.thread(index, threads))));
        trial.record();
        Map<Metric, Double> metrics = new EnumMap<>(Probe.metrics(false));
        for (Worker worker : workers) {
            worker.close();
        }
        return metrics;
    }

    private static Worker run(ReadWhileWritingBenchmark benchmark, Trial trial, ThreadParams thread) throws Exception {
        Worker worker = new Worker();
        Writing writing = new Writing();
        worker.open(trial, thread);
        writing.open(trial, thread);
        worker.prepare();
        writing.prepare(trial, thread, InProcess.iteration());
        for (int call = writing.writes() ? WRITES : READS; call > 0; call--) {
            benchmark.readWhileWriting(worker, writing, new ReadWhileWritingBenchmark.WriterShape(), new Pass());
        }
        writing.account();
        worker.account();
        return worker;
    }

    @Test
    @Timeout(60)
    void readsAndWritesAreCountedApart() throws Exception {
        Map<Metric, Double> metrics = measure("max");
        double seconds = 2 * READS / metrics.get(Metric.wallRate);
        assertEquals(2.0 * READS, metrics.get(Metric.operations));
        assertEquals(WRITES, metrics.get(Metric.writerRate) * seconds, 1e-3);
        assertTrue(metrics.get(Metric.writerLatencyP50) > 0, metrics::toString);
        assertEquals(-1, metrics.get(Metric.writerAchievedShare), "no plan");
    }

    @Test
    @Timeout(60)
    void writersKeepToTheirRate() throws Exception {
        Map<Metric, Double> metrics = measure(String.valueOf(WRITES_PER_SECOND));
        double seconds = 2 * READS / metrics.get(Metric.wallRate);
        assertTrue(seconds >= (WRITES - 1.0) / WRITES_PER_SECOND, "faster than planned: " + seconds + " s");
        assertTrue(metrics.get(Metric.writerAchievedShare) > 0, metrics::toString);
        assertEquals(-1, metrics.get(Metric.plannedRate), "readers have no plan");
    }

    @Test
    void someThreadMustRead() {
        Trial trial = trial();
        assertThrows(IllegalArgumentException.class, () -> TrialPlan.of(benchmark(trial, "max", 2, 2)));
    }
}
