package storemark.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import storemark.workload.Workload;
import storemark.workload.Workload.Timed;

/** Every workload is charted, with captions of what it is: one that is added is not left out, and not called another. */
class WorkloadChartsTest extends WithRun {
    private List<Chart> charts;

    @BeforeEach
    void draw() throws IOException {
        run.threads = List.of(1);
        run.memory = 0;
        run.more = Map.of("batch", "1000", "scanLength", "100", "mix", "scan90-update10", "distribution", "zipfian");
        charts = part().allCharts();
    }

    @Override
    Chart chart(String id) {
        return SyntheticRun.chart(id, charts);
    }

    @TestFactory
    Stream<DynamicTest> everyWorkloadHasItsChartsAndCaptions() {
        return Stream.of(Workload.values())
                .map(workload -> DynamicTest.dynamicTest(workload.label(), () -> check(workload)));
    }

    private void check(Workload workload) {
        Chart rate = chart("rate-" + workload + "-t1");
        Chart latency = chart("latency-" + workload + "-t1");
        String axis = workload.grows()
                ? "records in the store"
                : workload.shrinks() ? "records left in the store" : "key range (records)";
        assertEquals(axis, rate.x().name());
        String setUp = rate.subtitle().get(0);
        assertEquals(workload.countsOperations(), setUp.contains("order"), setUp);
        assertEquals(workload.writes(), setUp.contains("batches of 1k"), setUp);
        assertEquals(workload == Workload.MIX, setUp.contains("scan 90%, update 10%"), setUp);
        assertEquals(workload == Workload.MIX || workload == Workload.SCAN, setUp.contains("scans of 100"), setUp);
        String sample = latency.subtitle().get(1);
        assertEquals(workload.timed() == Timed.TRANSACTION, sample.contains("its batches of 1k;"), sample);
        assertEquals(workload.timed() == Timed.RUN, sample.contains("its runs of 1k records;"), sample);
        assertEquals(workload.timed() == Timed.OPERATION, sample.contains("its operations;"), sample);
        assertTrue(
                charts.stream()
                        .filter(chart -> chart.id().startsWith("peak-memory"))
                        .flatMap(chart -> chart.categories().stream())
                        .anyMatch(place -> place.contains(workload.label())),
                "peak memory");
    }

    @TestFactory
    Stream<DynamicTest> noTwoWorkloadsHaveOneTitle() {
        Set<String> titles = new HashSet<>();
        return Stream.of(Workload.values())
                .map(workload -> DynamicTest.dynamicTest(
                        workload.label(),
                        () -> assertTrue(
                                titles.add(chart("rate-" + workload + "-t1").title()))));
    }
}
