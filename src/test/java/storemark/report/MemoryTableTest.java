package storemark.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import storemark.results.Metric;
import storemark.results.Results;
import storemark.workload.Workload;

class MemoryTableTest extends WithRun {
    @BeforeEach
    void readsOnly() {
        run.only(Workload.READ);
        run.steps = 10;
    }

    private Table table() throws IOException {
        return MemoryTable.of(data());
    }

    /** The texts of a row, with its name before them. */
    private static List<String> texts(Table.Row row) {
        return Table.listed(
                row.name(), row.cells().stream().map(Table.Cell::text).toList());
    }

    @Test
    void eachSeriesHasItsPeakAndItsRatesInMemoryAndPastIt() throws IOException {
        Table table = table();
        assertEquals(run.engines, table.rows().stream().map(Table.Row::name).toList());
        List<String> lmdb = texts(table.rows().get(0));
        assertEquals(texts(table.heads().get(0)).size(), lmdb.size());
        assertEquals(List.of("lmdb", "read", "1", "64 MiB"), lmdb.subList(0, 4));
        assertEquals("1000 B", lmdb.get(4), "the synthetic peak");
        assertTrue(lmdb.get(8).matches("[0-9.]+k|[0-9.]+M"), lmdb::toString);
        assertTrue(lmdb.get(10).matches("[0-9.]+%"), lmdb::toString);
        assertTrue(table.text().lines().anyMatch(line -> line.matches("lmdb .*%")), table::text);
    }

    /** Where one thread count of a workload reads the disk, the rates of all stand for the key ranges before that. */
    @Test
    void allThreadCountsHaveTheSameKeyRanges() throws IOException {
        run.threads = List.of(1, 2);
        ReportData data = data();
        List<Chart.Line> bars = SyntheticRun.chart(
                        "threads-read-in-memory", ScalabilityCharts.of(data).charts())
                .series();
        double[] two = bars.stream()
                .filter(line -> line.name().equals("lmdb"))
                .findFirst()
                .orElseThrow()
                .points()
                .get(1);
        String inTable = MemoryTable.of(data).rows().stream()
                .map(MemoryTableTest::texts)
                .filter(row -> row.get(0).equals("lmdb") && row.get(2).equals("2"))
                .map(row -> row.get(8))
                .findFirst()
                .orElseThrow();
        assertEquals(Quantity.COUNT.format(two[1]), inTable);
    }

    @Test
    void whatHadNoLimitIsMarked() throws IOException {
        run.unread =
                List.of(Metric.memoryLimitBytes, Metric.memoryPeakBytes, Metric.pageCacheBytes, Metric.nativeBytes);
        run.options.put("memory-advisory", "cannot create a memory group: a test");
        Results written = results();
        List<String> lmdb =
                texts(MemoryTable.of(new ReportData(List.of(written))).rows().get(0));
        assertEquals(
                List.of("64 MiB, not enforced", "1000 B resident", "-", "1000 B", "-"),
                lmdb.subList(3, 8),
                "limit, peak, page cache, heap, native");

        new Report(List.of(written)).write(folder, false);
        String page = Files.readString(folder.resolve("report.html"));
        assertTrue(page.contains("memory budget not enforced: cannot create a memory group: a test"));
        assertTrue(page.contains("64 MiB of memory \u00b7 not enforced"), "in the set-up of a chart");
        assertTrue(page.contains("64 MiB, not enforced"));
    }

    @Test
    void whatNobodyCouldReadIsADash() throws IOException {
        run.unread = List.of(Metric.memoryLimitBytes, Metric.memoryPeakBytes, Metric.rssPeakBytes);
        assertEquals("-", texts(table().rows().get(0)).get(4));
    }

    @Test
    void aRunWithoutABudgetHasNoTable() throws IOException {
        run.memory = 0;
        Results written = results();
        assertNull(MemoryTable.of(new ReportData(List.of(written))));
        new Report(List.of(written)).write(folder, false);
        assertFalse(Files.readString(folder.resolve("report.html")).contains("id=\"memory\""));
    }

    @Test
    void aRateThatWasNotMeasuredIsADash() throws IOException {
        run.memory = 1L << 30;
        List<String> lmdb = texts(table().rows().get(0));
        assertEquals(List.of("-", "-"), lmdb.subList(9, 11));
    }
}
