package storemark.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import storemark.engine.Engine;
import storemark.parameter.Values;
import storemark.suite.Cell;
import storemark.suite.Settings;

/** What a run is thought to cost: who pays for a load or a copy, and who costs nothing. */
class CostTest {
    private static final Values KEEPING = new Settings().valuesOfRun();

    @TempDir
    Path directory;

    private Workspace workspace(boolean inPlace) {
        return Plans.workspace(directory, inPlace, "bdb");
    }

    private static List<Cell> cells(String... more) {
        Map<String, String> said =
                new HashMap<>(Map.of("engines", "lmdb", "entries", "3M", "threads", "1", "time", "10s", "step", "10%"));
        for (int at = 0; at < more.length; at += 2) {
            said.put(more[at], more[at + 1]);
        }
        return Plans.cells(said);
    }

    private static List<Double> preparing(List<Cell> cells, Workspace workspace) {
        List<Double> seconds = new ArrayList<>();
        Map<String, Cost.Seconds> costs = Cost.each(cells, workspace);
        cells.forEach(cell -> seconds.add(costs.get(cell.id()).preparing()));
        return seconds;
    }

    private static final double LOAD = 1.8 + 3e6 / LoadRates.load("lmdb", 108);

    @Test
    void theFirstCellOfADatasetPaysForItsLoad() {
        assertEquals(List.of(LOAD, 0.0), preparing(cells("workloads", "read scan"), workspace(false)));
    }

    @Test
    void insertsFillAStoreOfTheirOwn() {
        assertEquals(List.of(0.0), preparing(cells("workloads", "insert"), workspace(false)));
    }

    @Test
    void theFirstThatWritesPaysForTheCopyAndItsSuccessorsUseIt() {
        List<Double> seconds = preparing(cells("workloads", "read update mix remove"), workspace(false));
        double copy = 3e6 * 108 / 300e6;
        assertEquals(List.of(LOAD, copy, 0.0, copy), seconds);
    }

    @Test
    void inPlaceTheDatasetIsTheCopyAndIsLoadedAgainForTheNext() {
        List<Double> seconds = preparing(cells("workloads", "read update mix remove"), workspace(true));
        assertEquals(List.of(LOAD, 0.0, 0.0, LOAD), seconds);
    }

    @Test
    void whatWillNotBeMeasuredCostsNothingAndNeedsNoRoom() throws Exception {
        Workspace workspace = workspace(false);
        List<Cell> refused = cells("engines", "heap bdb chronicle-map", "workloads", "scan", "durability", "power");
        assertEquals(3, refused.size());
        Cost.each(refused, workspace).forEach((id, cost) -> assertEquals(0, cost.all(), id));
        assertEquals(0, DiskNeeds.peak(refused, workspace, KEEPING, null));
        String table = Cost.table(refused, workspace, KEEPING, null, true);
        assertTrue(table.contains("not supported: "), table);
        assertTrue(table.contains("bdb scan, 1 thread"), table);
        assertTrue(table.contains("not available: it is not installed"), table);
        assertTrue(table.contains("3 cells, about 0 s; up to 0 B of disk"), table);
    }

    @Test
    void theTableSumsUpByWorkloadAndByReasonUnlessEachCellIsAskedFor() throws Exception {
        List<Cell> cells = cells("engines", "lmdb tupl bdb", "workloads", "read scan");
        String summary = Cost.table(cells, workspace(false), KEEPING, null, false);
        assertTrue(summary.matches("(?s).*read, 1 thread +2 cells +\\d.*"), summary);
        assertTrue(summary.matches("(?s).*skipped +2 cells +bdb: not available: it is not installed.*"), summary);
        assertFalse(summary.contains("lmdb read"), summary);
        Workspace empty = Plans.workspace(directory, false, "lmdb", "tupl", "bdb");
        String two = Cost.table(cells("engines", "tupl bdb", "workloads", "read"), empty, KEEPING, null, false);
        assertTrue(two.matches("(?s)skipped +2 cells +tupl; bdb: not available: it is not installed\\R.*"), two);
        String four = Cost.table(
                cells("engines", "lmdb lmdb:nordahead tupl bdb", "workloads", "read"), empty, KEEPING, null, false);
        assertTrue(four.matches("(?s)skipped +4 cells +4 series: not available: it is not installed\\R.*"), four);
        String each = Cost.table(cells, workspace(false), KEEPING, null, true);
        assertTrue(each.matches("(?s).*lmdb read, 1 thread +\\d.*"), each);
    }

    private double inserting(String... more) {
        List<String> said = new ArrayList<>(List.of("workloads", "insert"));
        said.addAll(List.of(more));
        return measuring(cells(said.toArray(String[]::new)).get(0));
    }

    private double measuring(Cell cell) {
        return Cost.each(List.of(cell), workspace(false)).get(cell.id()).measuring();
    }

    @Test
    void whatIsPastMemoryReadsAPageForEachInsertInRandomOrder() {
        double inMemory = 1.8 + 3e6 / LoadRates.insert("lmdb", 108);
        double past = 3e6 - (256 << 20) / 108.0;
        assertEquals(inMemory, inserting("order", "random"), 1e-9);
        assertEquals(inMemory, inserting("order", "random", "cache", "1m", "memory", "4g"), 1e-9);
        assertEquals(inMemory, inserting("order", "sequential", "cache", "1m", "memory", "256m"), 1e-9);
        assertEquals(inMemory + past / 15_000, inserting("order", "random", "cache", "1m", "memory", "256m"), 1e-6);
    }

    @Test
    void aBatchOfInsertsSharesTheCostOfACommit() {
        double commit = 1 / LoadRates.insert("lmdb", 108) - 1 / LoadRates.load("lmdb", 108);
        assertEquals(3e6 * commit * (1 - 1 / 100.0), inserting() - inserting("batch", "100"), 1e-9);
    }

    @Test
    void insertsThatSurviveAPowerCutWaitForTheDiskAtEachCommit() {
        double without = inserting("batch", "10");
        assertEquals(without + 3e6 / 10 / 1_000, inserting("batch", "10", "durability", "power"), 1e-9);
    }

    @Test
    void measuringTakesTheStepsAndTheWarmUpBesideTheReadingAhead() {
        Cell cell = cells("workloads", "read").get(0);
        double turns = (10 + 4) * 0.04; // the warm-up has four parts
        assertEquals(1.8 + 11 * 10 + turns + 3e6 / 2e6, measuring(cell), 1e-9);
    }

    private double profiling(boolean inPlace, String... more) {
        Settings options = Settings.ofMap(Map.of("profile", "true"));
        return Cost.profilingSeconds(cells(more), workspace(inPlace), options.valuesOfRun());
    }

    @Test
    void aProfileIsAForkMoreOfTheFirstRepetition() {
        double read = measuring(cells("workloads", "read").get(0));
        assertEquals(read, profiling(false, "workloads", "read"), 1e-9);
        assertEquals(2 * read, profiling(false, "workloads", "read scan", "repetitions", "5"), 1e-9);
        assertEquals(0, profiling(false, "engines", "bdb", "workloads", "read"));
        assertEquals(0, Cost.profilingSeconds(cells("workloads", "read"), workspace(false), KEEPING));
    }

    @Test
    void aProfileOfWhatWritesNeedsACopyAndTheWritesBeforeIt() {
        double update = measuring(cells("workloads", "update").get(0));
        double copy = 3e6 * 108 / 300e6;
        assertEquals(update + copy, profiling(false, "workloads", "update"), 1e-9);
        assertEquals(3 * update + 2 * copy, profiling(false, "workloads", "update mix"), 1e-9);
    }

    @Test
    void theTableHasTheProfilesAndTheirTimeInItsSum() throws Exception {
        List<Cell> cells = cells("workloads", "read", "repetitions", "3");
        Values options = Settings.ofMap(Map.of("profile", "true")).valuesOfRun();
        String without = Cost.table(cells, workspace(false), KEEPING, null, false);
        String with = Cost.table(cells, workspace(false), options, null, false);
        assertFalse(without.contains("profiles"), without);
        assertTrue(with.matches("(?s).*profiles +1 cell +1 min 54 s\\R.*"), with);
        assertTrue(without.contains("3 cells, about 5 min 45 s;"), without);
        assertTrue(with.contains("3 cells, about 7 min 39 s;"), with);
    }

    @Test
    void everyEngineOfThisJarHasKnownRates() {
        Plans.ENGINES.all().stream()
                .map(Engine::name)
                .filter(name -> !name.equals("heap")) // keeps nothing that a run could load
                .forEach(name -> assertTrue(LoadRates.isKnown(name), name));
    }

    @Test
    void largeRecordsTakeTheTimeOfTheirBytes() {
        assertEquals(LoadRates.load("lmdb", 108) / 50.5, LoadRates.load("lmdb", 10_800), 1);
        double file = 1 / LoadRates.load("files-flat", 108); // most of it is the file's, not that of its bytes
        assertEquals(1 / (file + 99_892 / 200e6), LoadRates.load("files-flat", 100_000), 1e-6);
    }
}
