package storemark.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import storemark.results.Results;
import storemark.workload.Workload;

/** Which comparisons need further repetitions, and what the report says of them. */
class PrecisionTest extends WithRun {
    @BeforeEach
    void twoEnginesAndTheControl() {
        run.engines = List.of("lmdb", "tupl", "null");
        run.only(Workload.READ, Workload.SCAN);
        run.repetitions = 5;
        run.entries = 100_000;
        run.noise = 0.001;
        run.options.put("until", "3%");
    }

    /** The scans of one engine vary by as much between repetitions. */
    private void scansVary(double by) {
        run.weather = (cell, step) ->
                cell.workload() == Workload.SCAN && cell.engine().equals("lmdb")
                        ? Math.pow(1 + by, cell.repetition() % 3)
                        : 1;
    }

    @Test
    void narrowIntervalsNeedNoMore() throws IOException {
        Results results = results();
        assertEquals(List.of(), Precision.wide(results, 0.03));
        assertEquals(
                "all ratios to the highest rate are known to within 3%",
                Precision.words(new ReportData(List.of(results))));
    }

    @Test
    void allCellsOfAComparisonWithAWideIntervalNeedMore() throws IOException {
        scansVary(0.2);
        Results results = results();
        List<Precision.Wide> wide = Precision.wide(results, 0.03);
        assertEquals(1, wide.size());
        assertEquals(15, wide.get(0).cells().size(), "two engines and the control, five times");
        assertTrue(wide.get(0).cells().stream().allMatch(id -> id.contains("scan")), wide::toString);
        String words = Precision.words(new ReportData(List.of(results)));
        assertTrue(
                words.matches(
                        "the time for repetitions ended before all ratios were known to within 3%: scan x1 to within .+%"),
                words);
    }

    @Test
    void fewerThanFiveRepetitionsAreNotEnoughHoweverNarrow() throws IOException {
        run.repetitions = 4;
        Results results = results();
        assertEquals(2, Precision.wide(results, 0.5).size());
        assertTrue(Precision.words(new ReportData(List.of(results))).endsWith("with too few repetitions"));
    }

    @Test
    void aRunWithoutItSaysNothing() throws IOException {
        run.options.remove("until");
        assertEquals("", Precision.words(data()));
    }
}
