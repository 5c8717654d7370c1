package storemark.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import storemark.results.Measurement;
import storemark.results.Metric;
import storemark.workload.Workload;

/** Which percentiles a sample is large enough for. */
class LatencyChartsTest extends WithRun {
    /** The numbers of timed operations are those of the last step: rate, times 2 seconds, over the sample. */
    private int drawn(String engine, Workload workload, int sample) throws Exception {
        // The control is not drawn beside others.
        run.engines = engine.equals("null") ? List.of(engine) : new SyntheticRun().engines;
        run.only(workload);
        run.sample = sample;
        ReportData data = data();
        Chart chart = LatencyCharts.of(data, data.groups().get(0));
        assertEquals(List.of("p50", "p90", "p99", "p99.9", "p99.99", "max"), chart.categories());
        return chart.series().stream()
                .filter(line -> line.name().equals(engine))
                .findFirst()
                .orElseThrow()
                .points()
                .size();
    }

    @Test
    void aPercentileNeedsTenSamplesAboveIt() throws Exception {
        assertEquals(6, drawn("tupl", Workload.READ, 1));
        assertEquals(4, drawn("tupl", Workload.READ, 61), "p99.9 and p99.99 are left out");
        assertEquals(6, drawn("null", Workload.READ, 61));
    }

    /** TuplDB does some 1,800 runs of a thousand records in the last step, and some 90 batches of as many updates. */
    @Test
    void whatIsTimedIsARunOfRecordsOrABatch() throws Exception {
        assertEquals(4, drawn("tupl", Workload.FORWARD, 1), "p50, p90, p99, and max");
        assertEquals(2, drawn("tupl", Workload.UPDATE, 1), "p50, and max");
    }

    /** Their key range falls. */
    @Test
    void thatOfRemovalsIsOfTheLastIncrement() throws Exception {
        run.engines = List.of("lmdb");
        run.workloads = List.of(Workload.REMOVE);
        Measurement removals =
                data().groups().get(0).series().get(0).repetitions().get(0);
        double last = removals.last(Metric.latencyP50);
        assertTrue(last > 1.05 * removals.steps().get(0).metric(Metric.latencyP50));
        assertEquals(last, LatencyCharts.latency(removals, LatencyCharts.P50));
    }

    /** Waiting behind a slow operation is not in it, and the control would take half of the axis. */
    @Test
    void itIsSaidToBeOfAClosedLoopAndShowsNoControlThatIsFarBelow() throws Exception {
        run.workloads = List.of(Workload.READ);
        ReportData data = data();
        Chart chart = LatencyCharts.of(data, data.groups().get(0));
        assertEquals("Read: latency by percentile, closed loop, 1 thread", chart.title());
        assertEquals("latency, closed loop", chart.y().name());
        assertTrue(chart.series().stream().noneMatch(line -> line.name().equals("null")));
        assertTrue(chart.subtitle().contains("control, not drawn: far below the others"));
    }
}
