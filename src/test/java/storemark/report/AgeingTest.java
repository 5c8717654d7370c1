package storemark.report;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import storemark.results.Measurement.Step;
import storemark.results.Metric;
import storemark.workload.Workload;

/** Reads of stores that turnovers have made slower and larger. */
class AgeingTest {
    private final MadeUpCells cells = new MadeUpCells();

    private void add(String engine, String churn, double rate, double bytes) {
        add(engine, churn, bytes, List.of(rate));
    }

    private void add(String engine, String churn, double bytes, List<Double> rates) {
        Map<Metric, Double> metrics = Map.of(Metric.keyRange, 1000.0, Metric.entries, 1000.0, Metric.diskBytes, bytes);
        List<Step> steps = rates.stream().map(rate -> new Step(rate, metrics)).toList();
        cells.add(engine, Workload.READ, Map.of("entries", "1000", "churn", churn), steps);
    }

    @Test
    void factorsAreOfTheFreshStoreOfTheSameEngine() {
        add("lmdb", "10x", 50_000, 300_000);
        add("tupl", "10x", 180_000, 120_000);
        add("null", "10x", 1e6, 0);
        add("lmdb", "0x", 200_000, 100_000);
        add("tupl", "0x", 180_000, 100_000);
        add("null", "0x", 1e6, 0);
        ReportData data = cells.data();
        List<Chart> charts = Ageing.charts(data).toList();
        assertEquals(
                List.of("ageing-read-t1", "ageing-places-read-t1", "ageing-disk"),
                charts.stream().map(Chart::id).toList());
        Chart.Line lmdb = charts.get(0).series().get(0);
        assertEquals(List.of("lmdb", "tupl"), names(charts.get(0)), "the control does not age");
        assertArrayEquals(new double[] {0, 1, 1, 1}, lmdb.points().get(0));
        assertArrayEquals(new double[] {10, 0.25, 0.25, 0.25}, lmdb.points().get(1), 1e-9);
        assertEquals(3, charts.get(2).series().get(0).points().get(1)[1], 1e-9);
        assertEquals(2, charts.get(1).series().get(0).points().get(1)[1], "lmdb fell behind tupl");
        String table = Ageing.table(data).text();
        assertTrue(table.contains("read, 1 thread"), table);
        assertTrue(
                table.lines().anyMatch(line -> line.matches(".* lmdb +10 +200k +50k +0\\.25\u00d7 +1 +2 .*3\u00d7")),
                table);
        assertTrue(table.lines().anyMatch(line -> line.matches(".* tupl +10 +180k +180k +1\u00d7 +2 +1 .*")), table);
    }

    /** As everywhere in the report: what memory holds is not to decide alone, nor which increments were disturbed. */
    @Test
    void theFactorIsTheRatioOfIncrementsAndNotOfMeanRates() {
        add("lmdb", "0x", 100_000, List.of(90_000.0, 10_000.0));
        add("lmdb", "10x", 100_000, List.of(90_000.0, 2_500.0));
        String table = Ageing.table(cells.data()).text();
        assertTrue(table.lines().anyMatch(line -> line.matches(".* lmdb +10 +50k +46.3k +0\\.5\u00d7 .*")), table);
    }

    private static List<String> names(Chart chart) {
        return chart.series().stream().map(Chart.Line::name).toList();
    }

    @Test
    void withoutAFreshStoreNothingIsSaidOfAgeing() {
        add("lmdb", "5x", 100_000, 100_000);
        add("lmdb", "10x", 50_000, 300_000);
        ReportData data = cells.data();
        assertEquals(List.of(), Ageing.charts(data).toList());
        assertNull(Ageing.table(data));
    }
}
