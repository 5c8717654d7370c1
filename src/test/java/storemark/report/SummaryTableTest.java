package storemark.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import storemark.results.RunFile.State;
import storemark.workload.Workload;

class SummaryTableTest extends WithRun {
    private SummaryTable table() throws IOException {
        return SummaryTable.of(data());
    }

    private static List<String> lines(SummaryTable table) {
        return table.text(100).lines().toList();
    }

    /** Five repetitions of three engines and the control: the first two do the same. */
    private void repeated() {
        run.entries = 100_000;
        run.engines = List.of("lmdb", "tupl", "je", "null");
        run.only(Workload.READ);
        run.repetitions = 5;
        run.weather = (cell, step) -> cell.engine().equals("tupl") ? 1.55 : 1;
    }

    @Test
    void theBestAndWhatTiesWithItAreMarkedAndTheControlNeverIs() throws IOException {
        repeated();
        List<String> lines = lines(table());
        assertTrue(lines.get(0).startsWith("ops/s"), lines::toString);
        assertEquals("engine  read x1", lines.get(2));
        assertTrue(lines.get(4).matches("lmdb( +[0-9.]+[kM]\\*)"), lines::toString);
        assertTrue(lines.get(5).matches("tupl( +[0-9.]+[kM]\\*)"), lines::toString);
        assertTrue(lines.get(6).matches("je( +[0-9.]+[kM])"), lines::toString);
        assertTrue(lines.get(7).matches("null( +[0-9.]+M)"), lines::toString);
    }

    @Test
    void aSlowerEngineIsNotMarked() throws IOException {
        repeated();
        run.weather = (cell, step) -> cell.engine().equals("tupl") ? 1.45 : 1;
        List<String> lines = lines(table());
        assertTrue(lines.get(4).endsWith("*"), lines::toString);
        assertTrue(lines.get(5).matches("tupl( +[0-9.]+[kM])"), lines::toString);
    }

    @Test
    void ratiosStandBesideRatesOfSeveralRepetitions() throws IOException {
        repeated();
        SummaryTable table = table();
        String page = table.cell("je", table.groups().get(0)).range();
        assertTrue(page.matches("\u00b1[0-9.]+%, 0\\.[0-9]+\u00d7 \\(0\\.[0-9]+ to 0\\.[0-9]+\\)"), page);
        List<String> tied = List.of("lmdb", "tupl").stream()
                .map(name -> table.cell(name, table.groups().get(0)).range())
                .filter(range -> range.matches("\u00b1[0-9.]+%, tie"))
                .toList();
        assertEquals(1, tied.size(), "of the leader and what ties with it");
        assertTrue(
                table.text(100).lines().anyMatch(line -> line.matches("je +0\\.[0-9]+\u00d7 \\(0.* to 0.*\\)")),
                table.text(100));
    }

    @Test
    void aTieSaysWhatItRulesOutAndHowManyRepetitionsWouldSettleIt() throws IOException {
        repeated();
        SummaryTable table = table();
        assertEquals(1, table.ties().size());
        List<String> tie = table.ties().rows().get(0).cells().stream()
                .map(Table.Cell::text)
                .toList();
        assertTrue(tie.get(3).matches("[0-9.]+%"), tie::toString);
        assertTrue(tie.get(4).matches("[0-9]+|more than 100"), tie::toString);
        assertTrue(table.text(100).contains("repetitions to decide"));
        run.engines = List.of("lmdb", "je");
        assertNull(table().ties());
    }

    @Test
    void thePageSaysTiesAndWhyNothingIsBest() throws IOException {
        repeated();
        String ties = page();
        assertTrue(ties.contains("<section id=\"ties\">") && ties.contains("<td class=\"best\">"), "ties");
        assertFalse(ties.contains("nothing is called best"), "ties");
        run.repetitions = 1;
        String one = page();
        assertTrue(one.contains("nothing is called best"), "one repetition");
        assertFalse(one.contains("<section id=\"ties\">") || one.contains("<td class=\"best\">"), "one repetition");
    }

    private String page() throws IOException {
        return new Page("").of("report", new HtmlReport(List.of(part()), List.of()));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void nothingIsBestBelowFiveRepetitions(int repetitions) throws IOException {
        repeated();
        run.repetitions = repetitions;
        SummaryTable table = table();
        String text = table.text(100);
        assertEquals("fewer than five repetitions: no verdicts", lines(table).get(1));
        assertFalse(text.substring(text.indexOf("engine")).contains("*"), text);
        assertEquals(repetitions > 1, text.contains("ratio to the highest rate"), text);
    }

    /** With two of five repetitions lost it may be faster than all others. */
    @Test
    void nothingIsBestBesideAnEngineWithTooFewRepetitions() throws IOException {
        repeated();
        run.states = Map.of("je-read-t1-p1-r2", State.FAILED);
        String text = table().text(100);
        assertFalse(text.substring(text.indexOf("engine")).contains("*"), text);
    }

    @Test
    void whatWasNotMeasuredSaysWhy() throws IOException {
        run.workloads = List.of(Workload.READ);
        run.states = Map.of(
                "lmdb-read-t1", State.FAILED, "tupl-read-t1", State.UNSUPPORTED, "rocksdb_tuned-read", State.PENDING);
        run.memory = 1L << 30;
        String text = table().text(100);
        List<String> lines = text.lines().toList();
        assertTrue(lines.get(5).matches("lmdb +failed +[0-9.]+M"), text);
        assertTrue(lines.get(6).matches("tupl +not supported +[0-9.]+k"), text);
        assertTrue(lines.get(7).matches("rocksdb:tuned +pending +pending"), text);
    }

    @Test
    void noLineIsWiderThanTheTerminal() throws IOException {
        run.engines = List.of("lmdb", "tupl", "rocksdb:tuned", "sqlite", "je", "null");
        run.threads = List.of(1, 16);
        SummaryTable table = table();
        for (int width : new int[] {60, 80, 100}) {
            String text = table.text(width);
            text.lines().skip(1).forEach(line -> assertTrue(line.length() <= width, line));
            run.engines.forEach(engine -> assertTrue(text.contains(engine), text));
        }
    }

    /** A mean over both would be of nothing: in memory the first is ahead, past it the second. */
    @Test
    void ratesInMemoryAndPastItHaveColumnsOfTheirOwn() throws IOException {
        run.engines = List.of("lmdb", "tupl", "null");
        run.only(Workload.READ);
        run.steps = 10;
        run.repetitions = 5;
        run.weather = (cell, step) -> cell.engine().equals("tupl") == step >= 8 ? 10 : 1;
        SummaryTable table = table();
        assertEquals(
                List.of("read, data in memory", "read, data past memory"),
                table.groups().stream().map(Group::column).toList());
        assertEquals("best", table.cell("lmdb", table.groups().get(0)).looks());
        assertEquals("", table.cell("tupl", table.groups().get(0)).looks());
        assertEquals("best", table.cell("tupl", table.groups().get(1)).looks());
        assertEquals("", table.cell("lmdb", table.groups().get(1)).looks());
    }

    @Test
    void severalRunsKeepTheirSeriesApart() throws IOException {
        run.engines = List.of("lmdb");
        run.workloads = List.of(Workload.READ);
        SummaryTable table = SummaryTable.of(
                new ReportData(List.of(run.write(folder.resolve("before")), run.write(folder.resolve("after")))));
        assertEquals(List.of("lmdb (before)", "lmdb (after)"), table.names());
        assertEquals(4, table.groups().size(), "two thread counts, in memory and past it");
    }
}
