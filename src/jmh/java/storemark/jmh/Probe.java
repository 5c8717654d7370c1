package storemark.jmh;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import storemark.fork.ForkPlan;
import storemark.machine.Cores;
import storemark.results.Metric;

/**
 * What is counted in one iteration, between the last thread's set-up and the end of the measured part. Static, because JMH
 * makes its profilers itself and hands them no state.
 */
final class Probe {
    /** An hour: nothing that is measured takes longer. */
    private static final long HIGHEST_NANOS = 3_600_000_000_000L;

    private static final AtomicInteger WAITED_FOR = new AtomicInteger();
    /** Of the workload's own threads. */
    private static final Tally OWN = new Tally();
    /** Of the threads that write beside them, where there are any. */
    private static final Tally WRITERS = new Tally();

    private static final Map<Metric, Double> METRICS = new EnumMap<>(Metric.class);
    private static final Map<Metric, Double> PREVIOUS = new EnumMap<>(Metric.class);
    private static final Histogram LAGS = newHistogram();
    private static volatile CountDownLatch start = new CountDownLatch(0);
    private static final Counters COUNTERS = new Counters();
    /** When no thread completed a planned operation; null where none was planned. */
    private static List<Gaps.Gap> gaps;

    /** How many iterations there were, warm-up included: the same in all forks that take turns. */
    private static int iterations;

    private static long startedAt;
    /** When the last worker has done what it was given; 0 in workloads that go on until their time is over. */
    private static long endedAt;

    private static double wallSeconds;
    private static long draws;
    private static long hotDraws;
    private static long added;
    private static long prescanned;
    private static long toPrescan;
    private static HistogramLogWriter log;
    /** Operations per second; 0 in a closed loop, infinite for as fast as possible. */
    private static double plannedRate;

    /** What threads of one kind have done. */
    private static final class Tally {
        private final Histogram latencies = newHistogram();
        private long operations;
        /** Of those that were planned. */
        private long begun;

        private long missed;

        void reset() {
            latencies.reset();
            operations = 0;
            begun = 0;
            missed = 0;
        }

        double achievedShare() {
            return begun > 0 ? (double) begun / (begun + missed) : -1;
        }

        long percentile(double percent) {
            return latencies.getTotalCount() > 0 ? latencies.getValueAtPercentile(percent) : -1;
        }
    }

    private Probe() {}

    static Histogram newHistogram() {
        return new Histogram(HIGHEST_NANOS, 3);
    }

    /** A trial begins, whose stores are in a directory or on a block device. */
    static synchronized void open(Path place) {
        COUNTERS.watch(place);
    }

    /** Starts an iteration in which {@code threads} workers will get ready. */
    static synchronized void expect(int threads) {
        PREVIOUS.clear();
        PREVIOUS.putAll(METRICS);
        METRICS.clear();
        LAGS.reset();
        plannedRate = 0;
        OWN.reset();
        WRITERS.reset();
        draws = 0;
        hotDraws = 0;
        added = 0;
        prescanned = 0;
        toPrescan = 0;
        gaps = null;
        endedAt = 0;
        iterations++;
        start = new CountDownLatch(1);
        WAITED_FOR.set(threads);
    }

    /**
     * A worker is set up. The last to be so starts the clock; the others wait for it, because JMH would have them run
     * operations meanwhile, beside what the slower ones still read ahead.
     *
     * @param thread 0 for the first
     */
    static void ready(int thread) throws InterruptedException {
        CountDownLatch together = start;
        int left = WAITED_FOR.decrementAndGet();
        if (left < 0) {
            throw new IllegalStateException("more workers than threads: JMH makes one for each state that asks for it");
        }
        if (left == 0) {
            CompilerThreads.awaitIdle();
        }
        Cores.moveTo(iterations + thread);
        if (left == 0) {
            ForkWatch.phase(ForkWatch.MEASURING, 0);
            COUNTERS.begin();
            ForkProfiler.resume();
            startedAt = System.nanoTime();
            together.countDown();
        }
        together.await();
    }

    /** A worker could not be set up, so that this iteration has failed: nobody waits for it. */
    static void abandon() {
        start.countDown();
    }

    /** A worker has done its last operation of this iteration. */
    static synchronized void ended() {
        endedAt = System.nanoTime();
    }

    /** Ends the measured part; called once, when no worker runs any more. */
    static synchronized void stop() {
        wallSeconds = ((endedAt == 0 ? System.nanoTime() : endedAt) - startedAt) / 1e9;
        ForkProfiler.stop();
        COUNTERS.end().forEach(Probe::put);
    }

    static synchronized void put(Metric metric, long value) {
        METRICS.put(metric, (double) value);
    }

    /**
     * Adds one worker's count and latencies.
     *
     * @param ofWriter whether it writes beside those that read
     */
    static synchronized void add(boolean ofWriter, long workerOperations, Histogram latencies) {
        Tally tally = ofWriter ? WRITERS : OWN;
        tally.operations += workerOperations;
        tally.latencies.add(latencies);
    }

    /** Adds what one worker's chooser has counted. */
    static synchronized void addDraws(long workerDraws, long workerHotDraws) {
        draws += workerDraws;
        hotDraws += workerHotDraws;
    }

    /** Adds what one worker has read ahead of the step, of what it should have read. */
    static synchronized void addPrescan(long workerRead, long workerWanted) {
        prescanned += workerRead;
        toPrescan += workerWanted;
    }

    /** Adds the records that one worker has added to those of the dataset so far. */
    static synchronized void addRecords(long workerRecords) {
        added += workerRecords;
    }

    /** Operations of the iteration are planned at this rate; infinite for as fast as possible. */
    static synchronized void plan(double operationsPerSecond) {
        plannedRate = operationsPerSecond;
    }

    /** When the iteration began, for all workers: the time of {@link System#nanoTime}. */
    static long startedAt() {
        return startedAt;
    }

    /**
     * Adds what became of one worker's plan.
     *
     * @param ofWriter whether it writes beside those that read
     * @param begun operations that were done
     * @param missed operations whose time had come, and that were not begun
     * @param lags how late the worker itself was
     * @param waited how long the missed ones had waited when the last operation ended
     */
    static synchronized void addPlan(boolean ofWriter, long begun, long missed, Histogram lags, Histogram waited) {
        Tally tally = ofWriter ? WRITERS : OWN;
        tally.begun += begun;
        tally.missed += missed;
        tally.latencies.add(waited);
        LAGS.add(lags);
    }

    /** Adds when one of the threads with a plan completed nothing. */
    static synchronized void addGaps(List<Gaps.Gap> ofThread) {
        gaps = gaps == null ? ofThread : Gaps.common(gaps, ofThread);
    }

    /** A metric of the iteration before this one. */
    static synchronized double previous(Metric metric) {
        return PREVIOUS.getOrDefault(metric, -1.0);
    }

    private static void putPlan() {
        boolean planned = plannedRate > 0 && plannedRate < Double.POSITIVE_INFINITY;
        METRICS.put(Metric.plannedRate, planned ? plannedRate : -1);
        METRICS.put(Metric.achievedShare, planned ? OWN.achievedShare() : -1);
        boolean waited = LAGS.getTotalCount() > 0;
        put(Metric.lagP999, waited ? LAGS.getValueAtPercentile(99.9) : -1);
        put(Metric.lagMax, waited ? LAGS.getMaxValue() : -1);
        put(Metric.stallLongestNanos, gaps == null ? -1 : Gaps.longestStall(gaps));
    }

    private static void putWriters() {
        METRICS.put(Metric.writerRate, WRITERS.operations > 0 ? WRITERS.operations / wallSeconds : -1);
        METRICS.put(Metric.writerAchievedShare, WRITERS.achievedShare());
        put(Metric.writerLatencyP50, WRITERS.percentile(50));
        put(Metric.writerLatencyP99, WRITERS.percentile(99));
        put(Metric.writerLatencyP999, WRITERS.percentile(99.9));
    }

    /** Everything of the iteration that has just ended. */
    static synchronized Map<Metric, Double> metrics(boolean measured) {
        put(Metric.operations, OWN.operations);
        METRICS.merge(Metric.entries, (double) added, Double::sum);
        METRICS.put(Metric.wallRate, OWN.operations / wallSeconds);
        putPlan();
        putWriters();
        METRICS.put(Metric.hotShare, draws > 0 ? (double) hotDraws / draws : -1);
        METRICS.put(Metric.prescanShare, toPrescan > 0 ? (double) prescanned / toPrescan : -1);
        boolean timed = OWN.latencies.getTotalCount() > 0;
        put(Metric.latencyP50, OWN.percentile(50));
        put(Metric.latencyP90, OWN.percentile(90));
        put(Metric.latencyP99, OWN.percentile(99));
        put(Metric.latencyP999, OWN.percentile(99.9));
        put(Metric.latencyP9999, OWN.percentile(99.99));
        put(Metric.latencyMax, timed ? OWN.latencies.getMaxValue() : -1);
        if (measured && timed) {
            logHistogram();
        }
        return METRICS;
    }

    /** Keeps the whole distribution of each measured iteration, where the run asks for it. */
    private static void logHistogram() {
        Path file = ForkPlan.ofThisProcess().histograms();
        if (file == null) {
            return;
        }
        try {
            if (log == null) {
                log = new HistogramLogWriter(file.toFile());
                log.outputLegend();
            }
            log.outputIntervalHistogram(OWN.latencies);
        } catch (IOException unwritable) {
            throw new UncheckedIOException("latencies cannot be written to " + file, unwritable);
        }
    }
}
