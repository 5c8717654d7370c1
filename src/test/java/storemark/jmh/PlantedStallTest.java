package storemark.jmh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.infra.BenchmarkParams;
import storemark.engine.Session;
import storemark.engine.Sink;
import storemark.results.Metric;
import storemark.workload.Workload;

/**
 * One operation among thousands takes 200 ms. In an open loop of rate r and length T the operations planned meanwhile wait for what is
 * left of it, so that the share s of all latencies is above 200 ms - s x T; in a closed loop nobody sees it but the one.
 */
class PlantedStallTest {
    private static final double STALL_MILLIS = 200;
    private static final double LENGTH_MILLIS = 1000;
    private static final int PER_SECOND = 20_000;
    /** Other work on this machine stops the test too: of several attempts the quietest counts. */
    private static final int ATTEMPTS = 15;

    private static final double TOLERANCE_MILLIS = 10;

    /** Does nothing, and once stands still. */
    private static final class StallingSession implements Session {
        private long calls;

        @Override
        public boolean get(long id, Sink sink) {
            if (++calls == PER_SECOND / 4) {
                long end = System.nanoTime() + (long) (STALL_MILLIS * 1e6);
                while (System.nanoTime() < end) {
                    Thread.onSpinWait();
                }
            }
            return true;
        }

        @Override
        public void put(long id, int revision) {}

        @Override
        public void delete(long id) {}
    }

    private static Worker worker() {
        Trial trial = InProcess.trial(new InProcess.Case("null", 1));
        trial.sample = 1;
        BenchmarkParams benchmark = InProcess.benchmark(trial, Workload.READ, 1, InProcess.iteration());
        return Worker.ofWarmUp(TrialPlan.of(benchmark), new StallingSession(), 1);
    }

    private interface Loop {
        void run(Worker worker) throws Exception;
    }

    /** The metrics of an iteration of {@code loop}, in milliseconds where they are times. */
    private static Map<Metric, Double> measure(double plannedRate, Loop loop) throws Exception {
        Worker worker = worker();
        Probe.expect(1);
        Probe.plan(plannedRate);
        Probe.ready(0);
        loop.run(worker);
        worker.handOver(false);
        Probe.stop();
        Map<Metric, Double> metrics = new EnumMap<>(Probe.metrics(false));
        metrics.replaceAll((metric, value) -> metric.unit().equals("ns") ? value / 1e6 : value);
        return metrics;
    }

    private static Map<Metric, Double> open() throws Exception {
        return measure(PER_SECOND, worker -> {
            Pace pace = new Pace();
            pace.prepare(PER_SECOND, 0, 1);
            for (long end = Probe.startedAt() + (long) (LENGTH_MILLIS * 1e6); System.nanoTime() < end; ) {
                pace.await();
                worker.get(1);
                pace.finish(worker);
            }
            pace.account();
        });
    }

    private static Map<Metric, Double> closed() throws Exception {
        return measure(0, worker -> {
            for (int operation = 0; operation < PER_SECOND; operation++) {
                long started = worker.start();
                worker.get(1);
                worker.finish(started);
            }
        });
    }

    @Test
    void isSeenInTheOpenLoopAsTheorySays() throws Exception {
        double quietest = Double.POSITIVE_INFINITY;
        double inTheory = STALL_MILLIS - 0.001 * LENGTH_MILLIS;
        for (int attempt = 0; attempt < ATTEMPTS && quietest > inTheory + TOLERANCE_MILLIS; attempt++) {
            Map<Metric, Double> open = open();
            double tail = open.get(Metric.latencyP999);
            assertTrue(tail >= inTheory - 0.5, "p99.9 of " + tail + " ms: the stall is hidden");
            assertTrue(open.get(Metric.latencyP99) >= STALL_MILLIS - 0.01 * LENGTH_MILLIS - 1, open::toString);
            assertEquals(PER_SECOND, open.get(Metric.plannedRate));
            double stall = open.get(Metric.stallLongestNanos);
            assertTrue(stall >= STALL_MILLIS && stall <= open.get(Metric.latencyMax), open::toString);
            quietest = Math.min(quietest, tail);
        }
        assertEquals(inTheory, quietest, TOLERANCE_MILLIS);
    }

    @Test
    void isMissingInTheClosedLoop() throws Exception {
        double quietest = Double.POSITIVE_INFINITY;
        for (int attempt = 0; attempt < ATTEMPTS && quietest > TOLERANCE_MILLIS; attempt++) {
            Map<Metric, Double> closed = closed();
            assertTrue(closed.get(Metric.latencyMax) >= STALL_MILLIS - 0.5, closed::toString);
            assertTrue(closed.get(Metric.stallLongestNanos) < 0, "no plan, nothing due");
            quietest = Math.min(quietest, closed.get(Metric.latencyP999));
        }
        assertTrue(quietest < TOLERANCE_MILLIS, "p99.9 of " + quietest + " ms");
    }

    @Test
    void whatWasNotBegunInTimeCountsAsLateAndTheRateAsPastTheLimit() throws Exception {
        Map<Metric, Double> overloaded = measure(1e9, worker -> {
            Pace pace = new Pace();
            pace.prepare(1e9, 0, 1);
            for (int operation = 0; operation < PER_SECOND; operation++) {
                pace.await();
                worker.get(1);
                pace.finish(worker);
            }
            pace.account();
        });
        assertTrue(overloaded.get(Metric.achievedShare) < 0.5, overloaded::toString);
        assertTrue(overloaded.get(Metric.latencyMax) >= STALL_MILLIS, overloaded::toString);
    }
}
