package storemark.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import storemark.workload.Workload;

/** Which percentiles a sample is large enough for. */
class LatencyChartsTest {
    @TempDir
    Path directory;

    /** The numbers of timed operations are those of the last step: rate, times 2 seconds, over the sample. */
    private Map<String, Integer> drawn(Workload workload, int sample) throws Exception {
        SyntheticRun run = new SyntheticRun();
        run.workloads = List.of(workload);
        run.threads = List.of(1);
        run.sample = sample;
        ReportData data = new ReportData(List.of(run.write(directory.resolve(workload.label() + sample))));
        Chart chart = LatencyCharts.of(data.groups().get(0));
        assertEquals(List.of("p50", "p90", "p99", "p99.9", "p99.99", "max"), chart.categories());
        Map<String, Integer> drawn = new TreeMap<>();
        chart.series().forEach(line -> drawn.put(line.name(), line.points().size()));
        return drawn;
    }

    @Test
    void aPercentileNeedsTenSamplesAboveIt() throws Exception {
        assertEquals(Map.of("null", 6, "tupl", 6), only(drawn(Workload.READ, 1)));
        assertEquals(Map.of("null", 6, "tupl", 4), only(drawn(Workload.READ, 61)), "p99.9 and p99.99 are left out");
    }

    /** TuplDB does some 1,800 runs of a thousand records in the last step, and some 90 batches of as many updates. */
    @Test
    void whatIsTimedIsARunOfRecordsOrABatch() throws Exception {
        assertEquals(4, drawn(Workload.FORWARD, 1).get("tupl"), "p50, p90, p99, and max");
        assertEquals(2, drawn(Workload.UPDATE, 1).get("tupl"), "p50, and max");
    }

    private static Map<String, Integer> only(Map<String, Integer> drawn) {
        Map<String, Integer> two = new TreeMap<>(drawn);
        two.keySet().retainAll(List.of("null", "tupl"));
        return two;
    }
}
