package storemark.report;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import storemark.results.Metric;
import storemark.results.RunFile.CellEntry;
import storemark.workload.Workload;

/** What charts of rates say of the turns that they are made of. */
class TurnsOfChartTest extends WithRun {
    TurnsOfChartTest() {
        run.workloads = List.of(Workload.READ);
        run.repetitions = 2;
    }

    /** Four engines, two repetitions: in the third step all of two engines was disturbed, half of the increments. */
    @Test
    void theMachineIsUnderTheChartByPlace() throws IOException {
        run.disturbed = (cell, step) ->
                step == 3 && (cell.engine().equals("lmdb") || cell.engine().equals("tupl"));
        Chart.Watch watch = chart("rate-read-t1").marks().watch();
        assertEquals(List.of("computing", "memory", "disk"), watch.canaries());
        assertEquals(5, watch.places().size());
        assertArrayEquals(new double[] {400_000, 0, 8, 1, 1, 1}, watch.places().get(1));
        assertArrayEquals(
                new double[] {600_000, 4, 8, 1, 1.25, 1}, watch.places().get(2));
    }

    @Test
    void barsByThreadsHaveThoseOfTheirWindow() throws IOException {
        run.disturbed = (cell, step) -> cell.threads() == 2 && step < 3;
        List<double[]> places = chart("threads-read-in-memory").marks().watch().places();
        assertArrayEquals(new double[] {0, 0, 8, 1, 1, 1}, places.get(0));
        assertArrayEquals(new double[] {1, 8, 8, 1, 1.5, 1}, places.get(1));
    }

    /** Of the fifth and last step, which the chart is about. */
    @Test
    void latenciesHaveOneFieldForAllThatCount() throws IOException {
        run.disturbed = (cell, step) -> step == 5 && cell.engine().equals("lmdb");
        List<double[]> places = chart("latency-read-t1").marks().watch().places();
        assertEquals(1, places.size());
        assertEquals(2, places.get(0)[1], "increments disturbed");
        assertEquals(8, places.get(0)[2], "increments");
    }

    @Test
    void runsWithoutCanariesHaveNoStrip() throws IOException {
        run.unread = List.of(Metric.canaryCompute, Metric.canaryMemory, Metric.canaryDisk);
        assertNull(chart("rate-read-t1").marks().watch());
    }

    @Test
    void whatWasNotInTurnsIsSaid() throws IOException {
        List<String> subtitle = chart("rate-read-t1").subtitle();
        assertFalse(subtitle.toString().contains("in turns"), subtitle::toString);
        run.inTurns = false;
        subtitle = chart("rate-read-t1").subtitle();
        assertTrue(subtitle.contains("not in turns: engines were measured one after the other"), subtitle::toString);
    }

    @Test
    void throughWhomPartsAreComparedIsSaid() throws IOException {
        run.comparison = cell -> 10 * cell.repetition()
                + (cell.engine().equals("lmdb") || cell.engine().equals("null") ? 1 : 2);
        run.common = "lmdb";
        List<String> subtitle = chart("rate-read-t1").subtitle();
        assertTrue(
                subtitle.contains("in turns only within each part: lmdb, null; tupl, rocksdb:tuned, lmdb again;"
                        + " compared through lmdb"),
                subtitle::toString);
    }

    @Test
    void whoWasInTurnsWithWhomIsSaid() throws IOException {
        run.comparison = cell -> cell.engine().equals("lmdb") || cell.engine().equals("null") ? 1 : 2;
        List<String> subtitle = chart("rate-read-t1").subtitle();
        assertTrue(
                subtitle.contains("in turns only within each part: lmdb, null; tupl, rocksdb:tuned"),
                subtitle::toString);
    }

    @Test
    void threadCountsThatWereNotInTurnsAreSaidWhereTheyAreCompared() throws IOException {
        String said = "thread counts were measured one after the other, not in turns";
        assertFalse(chart("threads-read-in-memory").subtitle().contains(said));
        run.comparison = CellEntry::threads;
        assertTrue(chart("threads-read-in-memory").subtitle().contains(said));
        assertFalse(chart("rate-read-t1").subtitle().contains(said));
    }
}
