package storemark.jmh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumMap;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.infra.BenchmarkParams;
import storemark.engine.Session;
import storemark.engine.Sink;
import storemark.results.Metric;
import storemark.workload.Workload;

/**
 * One operation among thousands takes 200 ms. In an open loop of rate r and length T the operations planned meanwhile wait for what is
 * left of it, so that the share s of all latencies is above 200 ms - s x T. In a closed loop only the latency of that one operation
 * shows it. Other work on this machine stops the test too, so the session notes when its calls really ended.
 */
class PlantedStallTest {
    private static final double STALL_MILLIS = 200;
    private static final int OPERATIONS = 20_000;
    /** Operations per second: the plan takes one second. */
    private static final double PER_SECOND = OPERATIONS;

    private static final double LENGTH_MILLIS = 1000;
    private static final long INTERVAL_NANOS = 1_000_000_000 / OPERATIONS;
    /** Of the closed loop the quietest of several attempts counts. */
    private static final int ATTEMPTS = 15;

    private static final double TOLERANCE_MILLIS = 10;

    /** Does nothing, and once stands still. */
    private static final class StallingSession implements Session {
        private final long[] ended = new long[OPERATIONS];
        private int calls;

        @Override
        public boolean get(long id, Sink sink) {
            if (calls == OPERATIONS / 4) {
                long end = System.nanoTime() + (long) (STALL_MILLIS * 1e6);
                while (System.nanoTime() < end) {
                    Thread.onSpinWait();
                }
            }
            ended[calls++] = System.nanoTime();
            return true;
        }

        /** Of the operations planned from {@code first} on: the latency, in milliseconds, that {@code share} of them do not exceed. */
        double percentile(double share, long first) {
            long last = ended[calls - 1];
            long due = 1 + (last - first) / INTERVAL_NANOS;
            long[] latencies = LongStream.range(0, Math.max(calls, due))
                    .map(at -> (at < calls ? ended[(int) at] : last) - first - at * INTERVAL_NANOS)
                    .sorted()
                    .toArray();
            return latencies[(int) Math.ceil(share * latencies.length) - 1] / 1e6;
        }

        @Override
        public void put(long id, int revision) {}

        @Override
        public void delete(long id) {}
    }

    private static Worker worker(Session session) {
        Trial trial = InProcess.trial(new InProcess.Case("null", 1));
        trial.sample = 1;
        BenchmarkParams benchmark = InProcess.benchmark(trial, Workload.READ, 1, InProcess.iteration());
        return Worker.ofWarmUp(TrialPlan.of(benchmark), session, 1);
    }

    private interface Loop {
        void run(Worker worker) throws Exception;
    }

    /** The metrics of an iteration of {@code loop}, in milliseconds where they are times. */
    private static Map<Metric, Double> measure(double plannedRate, Session session, Loop loop) throws Exception {
        Worker worker = worker(session);
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

    /** The first operations of a plan of {@code rate}, one after the other. */
    private static Map<Metric, Double> open(double rate, Session session) throws Exception {
        return measure(rate, session, worker -> {
            Pace pace = new Pace();
            pace.prepare(rate, 0, 1);
            for (int operation = 0; operation < OPERATIONS; operation++) {
                pace.await();
                worker.get(1);
                pace.finish(worker);
            }
            pace.account();
        });
    }

    private static Map<Metric, Double> closed() throws Exception {
        return measure(0, new StallingSession(), worker -> {
            for (int operation = 0; operation < OPERATIONS; operation++) {
                long started = worker.start();
                worker.get(1);
                worker.finish(started);
            }
        });
    }

    @Test
    void isSeenInTheOpenLoopAsTheorySays() throws Exception {
        StallingSession session = new StallingSession();
        Map<Metric, Double> open = open(PER_SECOND, session);
        double inTheory = STALL_MILLIS - 0.001 * LENGTH_MILLIS;
        double tail = open.get(Metric.latencyP999);
        assertTrue(tail >= inTheory - 0.5, "p99.9 of " + tail + " ms: the stall is hidden");
        assertIsPercentile(0.999, session, tail);
        assertIsPercentile(0.99, session, open.get(Metric.latencyP99));
        assertEquals(PER_SECOND, open.get(Metric.plannedRate));
        double stall = open.get(Metric.stallLongestNanos);
        assertTrue(stall >= STALL_MILLIS && stall <= open.get(Metric.latencyMax), open::toString);
    }

    /** To the precision of a histogram, and of a thread that may be stopped between two readings of the clock. */
    private static void assertIsPercentile(double share, StallingSession session, double measured) {
        double real = session.percentile(share, Probe.startedAt());
        assertEquals(real, measured, 0.01 * real);
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
        Map<Metric, Double> overloaded = open(1e9, new StallingSession());
        assertTrue(overloaded.get(Metric.achievedShare) < 0.5, overloaded::toString);
        assertTrue(overloaded.get(Metric.latencyMax) >= STALL_MILLIS, overloaded::toString);
    }
}
