package storemark.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import storemark.results.Results;
import storemark.workload.Workload;

class ChartsTest extends WithRun {
    ChartsTest() {
        run.workloads = List.of(Workload.READ);
    }

    @Override
    Chart chart(String id) throws IOException {
        List<Chart> all =
                Topic.charts(data()).values().stream().flatMap(List::stream).toList();
        return SyntheticRun.chart(id, all);
    }

    @Test
    void aChartForEachWorkloadAndThreadCount() throws IOException {
        run.workloads = List.of(Workload.READ, Workload.UPDATE);
        run.passes = 2;
        List<String> ids = RateCharts.of(data(), false).map(Chart::id).toList();
        assertEquals(
                List.of(
                        "rate-read-t1",
                        "rate-read-t2",
                        "rate-update-t1-pass1",
                        "rate-update-t2-pass1",
                        "rate-update-t1-pass2",
                        "rate-update-t2-pass2"),
                ids);
    }

    @Test
    void pointsAreMeansOfRepetitionsByKeyRange() throws IOException {
        run.repetitions = 3;
        Chart read = chart("rate-read-t1");
        assertEquals(5, read.series().get(0).points().size());
        for (int step = 0; step < 5; step++) {
            double[] point = read.series().get(0).points().get(step);
            assertEquals((step + 1) * 200_000, point[0]);
            assertTrue(point[2] < point[1] && point[1] < point[3]);
        }
        assertTrue(read.subtitle().contains("mean of 3 repetitions; error bars: 95% confidence interval"));
        assertEquals(
                "1M records of 8 + 100 B \u00b7 durability none \u00b7 64 MiB of memory \u00b7 1 thread",
                read.subtitle().get(0));
    }

    @Test
    void howUnevenTheDrawsWereIsSaid() throws IOException {
        assertFalse(chart("rate-read-t1").subtitle().stream().anyMatch(line -> line.contains("hottest")));
        run.more = Map.of("distribution", "zipfian");
        run.engines = List.of("lmdb");
        List<String> subtitle = chart("rate-read-t1").subtitle();
        assertTrue(subtitle.contains("draws that fell on the hottest 1% of the records: 66.0%"), subtitle::toString);
        assertTrue(subtitle.get(0).contains("zipfian keys"), subtitle::toString);
    }

    @Test
    void whoseRangesWereNotAllReadAheadIsSaid() throws IOException {
        run.workloads = List.of(Workload.INSERT, Workload.READ);
        String said = "new records not all read before each increment, for lack of time or memory: ";
        assertFalse(chart("rate-read-t1").subtitle().stream().anyMatch(line -> line.startsWith(said)));
        run.prescanShare = 0.99;
        List<String> subtitle = chart("rate-read-t1").subtitle();
        assertTrue(subtitle.contains(said + "lmdb, tupl, rocksdb:tuned"), subtitle::toString);
        assertFalse(chart("rate-insert-t1").subtitle().stream().anyMatch(line -> line.startsWith(said)));
    }

    @Test
    void theControlStaysOffWhatItWouldFlatten() throws IOException {
        Chart read = chart("rate-read-t1");
        assertEquals(
                List.of("lmdb", "tupl", "rocksdb:tuned"),
                read.series().stream().map(Chart.Line::name).toList());
        assertTrue(
                read.subtitle().get(2).matches("control, not drawn: null [0-9.]+M ops/s"), read.subtitle()::toString);
    }

    @Test
    void aControlThatIsNotFarAheadIsDrawnInGrey() throws IOException {
        run.engines = List.of("null", "lmdb");
        run.weather = (cell, step) -> cell.engine().equals("null") ? 0.005 : 1;
        Chart latency = chart("latency-read-t1");
        assertEquals(
                List.of(0, -1), latency.series().stream().map(Chart.Line::style).toList());
    }

    @Test
    void memoryEndsWhereTheLargestStorePassesIt() throws IOException {
        Chart read = chart("rate-read-t1");
        // The stores take 120, 132 and 144 bytes a record.
        assertEquals(SyntheticRun.MEMORY / 144.0, read.marks().memory().from(), 1);
        assertEquals(SyntheticRun.MEMORY / 120.0, read.marks().memory().all(), 1);
        assertEquals("data exceed 64 MiB memory", read.marks().memory().label());
    }

    @Test
    void noMemoryRegionWhereAllDataFit() throws IOException {
        run.memory = 1L << 30;
        assertNull(chart("rate-read-t1").marks().memory());
    }

    @Test
    void keyRangesWithinTheProcessorsCacheAreMarked() throws IOException {
        assertNull(chart("rate-read-t1").marks().cache(), "unknown");
        run.machine =
                Map.of("cpu", Map.of("lastCacheBytes", 108 * 300_000)); // records of 8 + 100 bytes, steps of 200,000
        Chart read = chart("rate-read-t1");
        assertEquals(
                new Chart.Reference(300_000, "30.9 MiB cache"), read.marks().cache());
        String inside = "up to 300k records within the processor's last cache of 30.9 MiB";
        assertTrue(read.subtitle().contains(inside), read.subtitle()::toString);
        assertTrue(chart("threads-read-in-memory") // of the first step alone
                .subtitle()
                .contains("all of it within the processor's last cache of 30.9 MiB"));
    }

    @Test
    void whatIsAllWithinTheProcessorsCacheIsSaid() throws IOException {
        run.memory = 2L << 30;
        run.machine = Map.of("cpu", Map.of("lastCacheBytes", 1 << 30));
        Chart read = chart("rate-read-t1");
        assertNull(read.marks().cache());
        assertTrue(read.subtitle().contains("all of it within the processor's last cache of 1 GiB"));
    }

    @Test
    void aProcessorsCacheLargerThanTheMemoryIsNotMentioned() throws IOException {
        run.machine = Map.of("cpu", Map.of("lastCacheBytes", 2 * SyntheticRun.MEMORY));
        Chart read = chart("rate-read-t1");
        assertNull(read.marks().cache());
        assertFalse(read.subtitle().toString().contains("cache"), read.subtitle()::toString);
    }

    @Test
    void theMachinesMemoryIsTheBudgetOfARunWithoutOne() throws IOException {
        run.memory = 0;
        run.machine = Map.of("memory", Map.of("totalBytes", SyntheticRun.MEMORY));
        assertNotNull(chart("rate-read-t1").marks().memory());
    }

    @Test
    void barsAverageTheSameKeyRangesForAllEngines() throws IOException {
        run.steps = 10;
        run.repetitions = 3;
        run.noise = 0.05;
        Chart inMemory = chart("threads-read-in-memory");
        // 75% of 64 MiB hold 349k records of 144 bytes; 150% are 839k records of 120 bytes.
        assertEquals(
                "key range 100k to 300k: data are at most 75% of 64 MiB memory in the largest store",
                inMemory.subtitle().get(1));
        assertEquals(
                "key range 900k to 1M: data are at least 150% of 64 MiB memory in the smallest store",
                chart("threads-read-past-memory").subtitle().get(1));
        assertEquals(List.of("1", "2"), inMemory.categories());
        double[] bar = inMemory.series().get(0).points().get(1);
        assertTrue(bar[2] < bar[1] && bar[1] < bar[3]);
    }

    @Test
    void dataAreInMemoryUpToWhereTheFirstEngineReadsTheDisk() throws IOException {
        run.steps = 10;
        run.readsDiskFrom = Map.of("lmdb", 3, "tupl", 4);
        assertEquals(
                "key range 100k to 200k: data are at most 75% of 64 MiB memory in the largest store, and no engine reads the disk",
                chart("threads-read-in-memory").subtitle().get(1));
    }

    /** As after a pre-scan that was cut short. */
    @Test
    void oneRepetitionOfThreeThatReadsTheDiskEndsNothing() throws IOException {
        run.steps = 10;
        run.repetitions = 3;
        run.readsDiskFrom = Map.of("lmdb", 2);
        run.readsDiskSince = 3;
        assertEquals(
                "key range 100k to 300k: data are at most 75% of 64 MiB memory in the largest store",
                chart("threads-read-in-memory").subtitle().get(1));
    }

    @Test
    void anEngineThatReadsTheDiskFromTheStartIsNamedAndEndsNothing() throws IOException {
        run.steps = 10;
        run.readsDiskFrom = Map.of("lmdb", 1, "rocksdb:tuned", 9);
        assertEquals(
                "key range 100k to 300k: data are at most 75% of 64 MiB memory in the largest store; the disk is read by lmdb",
                chart("threads-read-in-memory").subtitle().get(1));
    }

    @Test
    void oneThatReadsTheDiskFromTheStartLeavesTheEndToTheOthers() throws IOException {
        run.steps = 10;
        run.readsDiskFrom = Map.of("lmdb", 1, "tupl", 3);
        assertEquals(
                "key range 100k to 200k: data are at most 75% of 64 MiB memory in the largest store, and no engine but lmdb reads the disk",
                chart("threads-read-in-memory").subtitle().get(1));
    }

    @Test
    void aWindowWithoutStepsIsALineAndNoChart() throws IOException {
        run.memory = 1L << 30;
        run.workloads = List.of(Workload.READ, Workload.SCAN);
        ScalabilityCharts charts = ScalabilityCharts.of(data());
        assertEquals(2, charts.charts().size());
        assertEquals(List.of("data past memory"), charts.unmeasured());
    }

    /** In memory are the fresh stores of this run, and none of the aged ones, as the largest is five times as large. */
    @Test
    void aWindowThatSomeLackNamesThem() throws IOException {
        ReportData ageing = new ReportData(List.of(Results.read(Path.of("charts/ageing"))));
        assertEquals(
                List.of("data past memory", "data in memory (read, after 10 turnovers; scan, after 10 turnovers)"),
                ScalabilityCharts.of(ageing).unmeasured());
    }

    @Test
    void withoutAMemorySizeBarsAverageAllSteps() throws IOException {
        run.memory = 0;
        run.machine = Map.of();
        Chart read = chart("threads-read");
        assertEquals("Read: rate by threads", read.title());
        assertEquals("key range 200k to 1M", read.subtitle().get(1));
    }

    @Test
    void spaceAmplificationIsBytesOnDiskOverBytesOfRecords() throws IOException {
        run.workloads = List.of(Workload.INSERT, Workload.READ);
        Chart amplification = chart("amplification");
        assertEquals(
                List.of("after load", "after insert, 1 thread", "after insert, 2 threads"), amplification.categories());
        List<double[]> places = amplification.series().get(0).points();
        assertEquals(120.0 / 108, places.get(0)[1], 1e-6);
        assertEquals(1.25 * 120 / 108, places.get(1)[1], 1e-6, "what was inserted counts once the store has settled");
        assertEquals(3, amplification.series().size(), "the control keeps nothing on disk");
    }

    @Test
    void latencyIsThatOfTheLargestStep() throws IOException {
        double[] max = chart("latency-read-t1").series().get(0).points().get(5);
        double rate = chart("rate-read-t1").series().get(0).points().get(4)[1];
        assertEquals(4e12 / rate, max[1], 1);
    }

    @Test
    void wideSpreadsHaveALogarithmicAxis() throws IOException {
        run.entries = 10_000_000;
        assertTrue(chart("rate-read-t1").y().log());
    }

    @Test
    void narrowSpreadsStartAtZero() throws IOException {
        run.entries = 100_000;
        assertFalse(chart("rate-read-t1").y().log());
    }
}
