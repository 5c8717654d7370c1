package storemark.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import storemark.results.RunFile.State;
import storemark.workload.Workload;

class SummaryTableTest {
    @TempDir
    Path folder;

    @Test
    void bestIsMarkedAndTheControlNeverIs() throws IOException {
        SyntheticRun run = new SyntheticRun();
        run.workloads = List.of(Workload.READ, Workload.SCAN);
        String text =
                SummaryTable.of(new ReportData(List.of(run.write(folder)))).text(100);
        List<String> lines = text.lines().toList();
        assertTrue(lines.get(0).startsWith("ops/s"), text);
        assertEquals("engine         read x1   read x2   scan x1   scan x2", lines.get(2));
        assertTrue(lines.get(4).matches("lmdb( +[0-9.]+[kM]\\*){4}"), text);
        assertTrue(lines.get(5).matches("tupl( +[0-9.]+[kM]){4}"), text);
        assertTrue(lines.get(7).matches("null( +[0-9.]+M){4}"), text);
    }

    @Test
    void whatWasNotMeasuredSaysWhy() throws IOException {
        SyntheticRun run = new SyntheticRun();
        run.workloads = List.of(Workload.READ);
        run.states = Map.of(
                "lmdb-read-t1", State.FAILED, "tupl-read-t1", State.UNSUPPORTED, "rocksdb_tuned-read", State.PENDING);
        String text =
                SummaryTable.of(new ReportData(List.of(run.write(folder)))).text(100);
        List<String> lines = text.lines().toList();
        assertTrue(lines.get(4).matches("lmdb +failed +[0-9.]+M\\*"), text);
        assertTrue(lines.get(5).matches("tupl +not supported +[0-9.]+k"), text);
        assertTrue(lines.get(6).matches("rocksdb:tuned +pending +pending"), text);
    }

    @ParameterizedTest
    @ValueSource(ints = {60, 80, 100})
    void noLineIsWiderThanTheTerminal(int width) throws IOException {
        SyntheticRun run = new SyntheticRun();
        run.engines = List.of("lmdb", "tupl", "rocksdb:tuned", "sqlite", "je", "null");
        run.threads = List.of(1, 16);
        String text =
                SummaryTable.of(new ReportData(List.of(run.write(folder)))).text(width);
        text.lines().skip(1).forEach(line -> assertTrue(line.length() <= width, line));
        run.engines.forEach(engine -> assertTrue(text.contains(engine), text));
    }

    @Test
    void severalRunsKeepTheirSeriesApart() throws IOException {
        SyntheticRun run = new SyntheticRun();
        run.engines = List.of("lmdb");
        run.workloads = List.of(Workload.READ);
        SummaryTable table = SummaryTable.of(
                new ReportData(List.of(run.write(folder.resolve("before")), run.write(folder.resolve("after")))));
        assertEquals(List.of("lmdb", "lmdb (after)"), table.names());
        assertEquals(2, table.groups().size(), "one group a thread count");
    }
}
