package storemark.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import storemark.Thrown;
import storemark.results.Measurement;
import storemark.results.Metric;
import storemark.results.Results;
import storemark.statistics.Verdict;
import storemark.workload.Workload;

/** Made-up runs: what differs in them is known, and so is what a comparison has to say. */
class ComparisonTest {
    private final MeasuredRun old = new MeasuredRun();
    private final MeasuredRun now = new MeasuredRun();

    ComparisonTest() {
        old.name = "before";
        now.name = "after";
        now.seed = 2;
    }

    private Comparison compare() {
        return new Comparison(old.results(), now.results());
    }

    private CellComparison cell(Workload workload) {
        return CellComparison.of("cell", of(old.results(), workload), of(now.results(), workload))
                .orElseThrow();
    }

    private static List<Measurement> of(Results run, Workload workload) {
        return run.measurements().stream()
                .filter(one -> one.engine().equals("lmdb") && one.workload() == workload)
                .toList();
    }

    /** 200 comparisons of two runs that differ in their noise and speed alone. */
    private List<CellComparison> simulate() {
        return IntStream.range(0, 200)
                .mapToObj(at -> {
                    old.seed = 2L * at;
                    now.seed = 2L * at + 1;
                    return cell(Workload.READ);
                })
                .toList();
    }

    private static long count(List<CellComparison> cells, Verdict verdict) {
        return cells.stream().filter(one -> one.verdict() == verdict).count();
    }

    @Test
    void aPlannedRateIsNoRateToCompare() {
        old.workloads = now.workloads = List.of(Workload.READ);
        old.rates = now.rates = List.of("10000", "20000");
        Thrown.saying(IllegalArgumentException.class, "at planned times", this::compare);
    }

    /** That rates fall by half over the key range widens no interval. */
    @Test
    void sameStoreIsATieInNineteenOfTwentyCases() {
        List<CellComparison> cells = simulate();
        assertTrue(count(cells, Verdict.TIE) >= 190, () -> count(cells, Verdict.TIE) + " of 200 are ties");
        double width = cells.stream()
                .mapToDouble(one -> one.ratio().halfWidth())
                .sorted()
                .skip(100)
                .findFirst()
                .orElseThrow();
        assertTrue(width < 0.035, "half of the interval in the median: " + width);
    }

    @Test
    void fivePercentSlowerIsFoundInNineOfTenCases() {
        now.speed = 0.95;
        List<CellComparison> cells = simulate();
        assertTrue(count(cells, Verdict.SLOWER) >= 180, () -> count(cells, Verdict.SLOWER) + " of 200 are slower");
    }

    @Test
    void tenPercentSlowerIsFoundAndMeasured() {
        now.speed = 0.9;
        CellComparison cell = cell(Workload.READ);
        assertEquals(Verdict.SLOWER, cell.verdict());
        assertEquals(0.9, cell.ratio().median(), 0.03);
        assertEquals(0.9, cell.other() / cell.base(), 0.03);
        assertTrue(cell.slowerBy(0.05));
        assertFalse(cell.slowerBy(0.12), "it is not slower by as much");
        assertEquals("", compare().slowerBy(0.12));
        assertTrue(compare().slowerBy(0.05).matches("after: lmdb read x1 \\(0\\.\\d+\\), .*tupl insert x1 .*"));
    }

    @Test
    void fasterIsFoundToo() {
        now.speed = 1.1;
        assertEquals(Verdict.FASTER, cell(Workload.READ).verdict());
        assertEquals("", compare().slowerBy(0));
    }

    @Test
    void aMachineThatWasSlowerExplainsASlowerStore() {
        now.speed = 0.9;
        now.canaries = Map.of(Metric.canaryMemory, 1200.0);
        assertEquals(0.2, cell(Workload.READ).doubt(), 1e-9);
        assertEquals(Verdict.TIE, cell(Workload.READ).verdict());
        assertEquals("", compare().slowerBy(0));
        assertTrue(compare().text().contains("computing +0.0%, memory +20.0%, disk +0.0%"), compare()::text);
        now.speed = 0.7;
        assertEquals(Verdict.SLOWER, cell(Workload.READ).verdict(), "by more than the machine");
    }

    /** A machine that was faster makes a difference as doubtful as one that was slower. */
    @Test
    void doubtIsTheSameInBothDirections() {
        old.canaries = Map.of(Metric.canaryCompute, 1200.0);
        assertEquals(0.2, cell(Workload.READ).doubt(), 1e-9);
    }

    @Test
    void theDiskConcernsOnlyWhatUsesIt() {
        now.speed = 0.9;
        now.canaries = Map.of(Metric.canaryDisk, 1300.0);
        assertEquals(0, cell(Workload.READ).doubt(), 1e-9);
        assertEquals(Verdict.SLOWER, cell(Workload.READ).verdict());
        assertEquals(0.3, cell(Workload.INSERT).doubt(), 1e-9);
        assertEquals(Verdict.TIE, cell(Workload.INSERT).verdict());
    }

    /** From 20% faster to 20% slower: half of them are within 10%. */
    @Test
    void unsteadyCanariesAddHalfOfTheirSpread() {
        now.unsteady = 0.1;
        assertEquals(0.1, cell(Workload.READ).doubt(), 1e-9);
    }

    @Test
    void aRunWithoutCanariesIsDoubtedByAQuarter() {
        old.canaries = Map.of(Metric.canaryCompute, 0.0, Metric.canaryMemory, 0.0, Metric.canaryDisk, 0.0);
        now.speed = 0.85;
        assertEquals(Verdict.TIE, cell(Workload.READ).verdict());
        assertTrue(compare().text().contains("no canaries in the old run: intervals are widened by 25%"));
        now.speed = 0.7;
        assertEquals(Verdict.SLOWER, cell(Workload.READ).verdict());
    }

    @Test
    void fourRepetitionsDecideNothingWhichIsSaidOnce() {
        now.repetitions = 4;
        now.speed = 0.5;
        assertFalse(compare().decided());
        assertEquals("", compare().slowerBy(0));
        assertEquals(2, compare().text().split("fewer than 5 repetitions", -1).length, compare()::text);
        now.repetitions = 5;
        assertTrue(compare().decided());
        assertFalse(compare().text().contains("fewer than"));
    }

    @Test
    void cellsThatOneRunLacksAreNamedWithTheReason() {
        old.engines = List.of("lmdb", "tupl", "je");
        now.engines = List.of("lmdb", "tupl", "sqlite");
        now.failed = List.of("tupl");
        String text = compare().text();
        assertTrue(text.contains("lmdb read x1"), text);
        assertTrue(
                text.contains("not compared: tupl read x1 (failed in the new run), je read x1 (not in the new run),"
                        + " sqlite read x1 (not in the old run), tupl insert x1"),
                text);
    }

    @Test
    void runsWithNothingInCommonSayWhatDiffers() {
        now.sizes = List.of("2000000");
        assertEquals(
                "before and after have no measured cell in common: lmdb read has entries 1000000 and 2000000",
                assertThrows(IllegalArgumentException.class, this::compare).getMessage());
        now.engines = List.of("je");
        Thrown.saying(IllegalArgumentException.class, "lmdb read x1 (not in the new run)", this::compare);
    }

    /** Otherwise the rest of a curve that falls would be taken for a difference. */
    @Test
    void anIncrementThatIsMissingOnceIsLeftOutOfAll() {
        now.unmeasured = 4;
        CellComparison cell = cell(Workload.READ);
        assertEquals(Verdict.TIE, cell.verdict());
        assertEquals(1, cell.ratio().median(), 0.02);
    }

    @Test
    void parametersThatVaryNameTheCells() {
        old.sizes = List.of("1000000", "2000000");
        String text = compare().text();
        assertTrue(text.contains("lmdb read 1M records x1 "), text);
        assertTrue(text.contains("lmdb read 2M records x1 (not in the new run)"), text);
    }

    @Test
    void whatDiffersBesideTheCellsIsSaidFirst() {
        old.machine = Map.of(
                "jvm", Map.of("version", "17.0.1", "forkFlags", "-XX:+UseG1GC " + "-Dsame=1 ".repeat(20)),
                "memory", Map.of("totalBytes", 1 << 30, "availableBytes", 5));
        now.machine = Map.of(
                "jvm", Map.of("version", "25", "forkFlags", "-XX:+UseZGC " + "-Dsame=1 ".repeat(20)),
                "memory", Map.of("totalBytes", 1 << 30, "availableBytes", 6));
        now.version = "2.0";
        now.options = Map.of("time", "5s");
        String text = compare().text();
        List<String> first =
                text.lines().skip(2).takeWhile(line -> line.startsWith("- ")).toList();
        assertEquals(6, first.size(), text);
        for (String line : List.of(
                "- options time: 1000ms -> 5s",
                "- jvm version: 17.0.1 -> 25",
                "- jvm fork flags: -XX:+UseG1GC -> -XX:+UseZGC",
                "- engine lmdb version: 1.0 -> 2.0",
                "- engine tupl version: 1.0 -> 2.0")) {
            assertTrue(first.contains(line), text);
        }
        old.machine = now.machine;
        old.version = now.version;
        old.options = now.options;
        assertTrue(compare().text().contains("- same machine, versions, settings and Java"), compare()::text);
    }

    @Test
    void markdownHasARowForEachCellAndNoPipeInIt() {
        old.engines = List.of("lmdb", "odd|name");
        now.engines = old.engines;
        List<String> rows = compare()
                .markdown()
                .lines()
                .filter(line -> line.startsWith("|"))
                .toList();
        assertEquals("| cell | old | new | new/old | 95% interval | p | doubt | verdict |", rows.get(0));
        assertEquals(2 + 4, rows.size(), rows::toString);
        for (String row : rows) {
            assertEquals(10, row.split("(?<!\\\\)\\|", -1).length, row);
        }
        assertTrue(
                rows.get(2).matches("\\| lmdb read x1 \\| \\S+ \\| \\S+ \\| .* \\| tie within [0-9.]+% \\|"),
                rows.get(2));
    }
}
