package storemark.report;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import storemark.results.RunFile.State;
import storemark.workload.Workload;

/** Stores of several sizes: lines over the number of records, and a map of the best, in place of a chart for each store. */
class BestMapTest extends WithRun {
    BestMapTest() {
        run.engines = List.of("sqlite", "bdb", "null");
        run.only(Workload.INSERT, Workload.READ);
        run.steps = 1;
        run.sizes = List.of(100L, 2000L, 30_000L);
        run.valueBytes = List.of("1-1023", "1024-10240");
    }

    @Test
    void eachFieldHasTheFastestButTheControl() throws Exception {
        Chart map = chart("best-map");
        assertEquals(List.of("100 records", "2k records", "30k records"), map.categories());
        assertEquals(
                List.of(
                        "insert, values of 1 B to 1023 B",
                        "insert, values of 1 KiB to 10 KiB",
                        "read, values of 1 B to 1023 B",
                        "read, values of 1 KiB to 10 KiB"),
                map.marks().rows());
        assertEquals(
                List.of("sqlite"), map.series().stream().map(Chart.Line::name).toList());
        assertEquals(12, map.series().get(0).points().size());
        map.series().get(0).points().forEach(point -> assertEquals(1.55, point[2], 0.4));
    }

    /** Of two that are equal but for noise both are best; a third is far behind. */
    @Test
    void allThatTieShareAField() throws Exception {
        run.engines = List.of("sqlite", "bdb", "je", "null");
        run.repetitions = 5;
        run.noise = 0.001;
        run.weather = (cell, step) -> (cell.engine().equals("bdb") ? 1.55 : 1)
                * (cell.repetition() % 2 == 1 == cell.engine().equals("bdb") ? 1.01 : 0.99);
        Chart map = chart("best-map");
        assertEquals(
                List.of("sqlite", "bdb"),
                map.series().stream().map(Chart.Line::name).toList());
        for (int place = 0; place < 2; place++) {
            for (double[] point : map.series().get(place).points()) {
                assertEquals(2.1, point[2], 0.1);
                assertEquals(place, point[3]);
                assertEquals(2, point[4]);
            }
        }
        assertEquals(12, map.series().get(1).points().size());
        assertFalse(map.subtitle().toString().contains(SummaryTable.TOO_FEW));
    }

    @Test
    void theOnlyStoreIsNotTheFastest() throws Exception {
        run.engines = List.of("sqlite", "null");
        assertTrue(part().allCharts().stream().noneMatch(chart -> chart.id().equals("best-map")));
    }

    @Test
    void tooFewRepetitionsAreSaid() throws Exception {
        String said = "fewer than five repetitions: no verdicts, the highest rate is shown";
        assertTrue(chart("best-map").subtitle().contains(said));
    }

    @Test
    void whatWasNotMeasuredIsBlankAndSaid() throws Exception {
        run.states = Map.of(
                "sqlite-read-t1-p1-r1-1-1023-100", State.FAILED, "bdb-read-t1-p1-r1-1-1023-100", State.UNSUPPORTED);
        Chart map = chart("best-map");
        assertTrue(
                map.subtitle().contains("1 of 12 fields are blank: nothing was measured there"),
                map.subtitle()::toString);
    }

    @ParameterizedTest
    @CsvSource({"LEFT_OUT, true", "UNSUPPORTED, false"})
    void saysWhatTheSuiteLeavesOut(State state, boolean said) throws Exception {
        run.states = Map.of("sqlite-read-t1-p1-r1-1-1023-100", state);
        assertEquals(said, chart("best-map").subtitle().contains("left blank: the store said <no> & \"never\""));
    }

    @Test
    void aSlowerStoreLosesItsField() throws Exception {
        run.states = Map.of("sqlite-read", State.FAILED);
        Chart map = chart("best-map");
        assertEquals(
                List.of("sqlite", "bdb"),
                map.series().stream().map(Chart.Line::name).toList());
        assertEquals(6, map.series().get(1).points().size());
    }

    @Test
    void ratesAreLinesOverTheNumberOfRecords() throws Exception {
        List<String> ids = part().allCharts().stream().map(Chart::id).toList();
        assertFalse(ids.stream().anyMatch(id -> id.contains("entries")), ids::toString);
        Chart read = chart("records-read-t1-valueBytes1-1023");
        double[] places = read.series().get(0).points().stream()
                .mapToDouble(point -> point[0])
                .toArray();
        assertArrayEquals(new double[] {100, 2000, 30_000}, places);
        assertTrue(read.x().log());
        assertTrue(ids.contains("efficiency-insert-t1-valueBytes1024-10240"), ids::toString);
        assertTrue(ids.contains("memory-records-valueBytes1-1023"), ids::toString);
    }

    @Test
    void aRunOfOneSizeHasNoMap() throws Exception {
        run.sizes = List.of();
        assertFalse(part().allCharts().stream().anyMatch(chart -> chart.kind() == Chart.Kind.MAP));
    }
}
