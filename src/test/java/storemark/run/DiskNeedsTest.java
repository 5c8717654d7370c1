package storemark.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import storemark.dataset.DatasetSpec;
import storemark.dataset.Datasets;
import storemark.dataset.LoadOptions;
import storemark.dataset.Progress;
import storemark.machine.MemoryLimit;
import storemark.parameter.Parameters;
import storemark.parameter.Values;
import storemark.suite.Cell;
import storemark.suite.Settings;

/** The disk that a run needs is what it has at one time, by what it deletes on its way. */
class DiskNeedsTest {
    private static final Values KEEPING = options(false, false);
    private static final Values DROPPING = options(false, true);

    @TempDir
    Path directory;

    private static Values options(boolean inPlace, boolean drop) {
        return Settings.ofMap(Map.of(
                        "in-place", String.valueOf(inPlace),
                        "drop-datasets", String.valueOf(drop),
                        "sequential", "true")) // what takes turns depends on this machine's memory
                .valuesOfRun();
    }

    private Workspace workspace(boolean inPlace) {
        return Plans.workspace(directory, inPlace);
    }

    private static List<Cell> cells(String engines, String workloads, String threads, String entries) {
        Map<String, String> said =
                Map.of("engines", engines, "entries", entries, "workloads", workloads, "threads", threads);
        return Plans.cells(said);
    }

    /** Adding up anew for each cell what is there would take minutes. */
    @Test
    void aHundredThousandDatasetsAreAddedUpInAMoment() {
        List<List<DiskNeeds.Used>> uses = IntStream.range(0, 200_000)
                .mapToObj(at -> List.of(new DiskNeeds.Used("dataset " + at, 10, 0, true)))
                .toList();
        assertEquals(2_000_000, assertTimeoutPreemptively(Duration.ofSeconds(20), () -> DiskNeeds.peak(uses)));
    }

    private long peak(String engines, String workloads, String threads, Values options) throws IOException {
        Workspace workspace = workspace(options.get(Parameters.IN_PLACE));
        List<Cell> cells = workspace.order(cells(engines, workloads, threads, "3M"), options);
        return DiskNeeds.peak(cells, workspace, options, null);
    }

    private long loaded(String engine) {
        Cell cell = cells(engine, "read", "1", "3M").get(0);
        return Plans.ENGINES.of(cell.engine()).loadedBytes(workspace(false).storeSpec(cell));
    }

    private long written(String engine) {
        Cell cell = cells(engine, "read", "1", "3M").get(0);
        return Plans.ENGINES.of(cell.engine()).diskBytes(workspace(false).storeSpec(cell));
    }

    @Test
    void datasetsStay() throws IOException {
        assertEquals(loaded("lmdb") + loaded("sqlite"), peak("lmdb sqlite", "read scan", "1", KEEPING));
    }

    @Test
    void eachThreadCountHasItsCopyUntilTheMixIsOver() throws IOException {
        assertEquals(loaded("lmdb") + 2 * written("lmdb"), peak("lmdb", "update mix", "1 2", KEEPING));
    }

    @Test
    void whereDatasetsAreDroppedTheCopyOfOneThreadCountIsGoneBeforeThatOfTheNext() throws IOException {
        assertEquals(loaded("lmdb") + written("lmdb"), peak("lmdb", "update mix", "1 2", DROPPING));
    }

    @Test
    void cellsInTurnsHaveTheirStoresAtOneTime() throws IOException {
        Values turns = Settings.ofMap(Map.of("retry", "0")).valuesOfRun();
        assumeTrue(MemoryLimit.availableBytes() > 8L << 30, "skipped: two forks in turns need 8 GiB here");
        long both = written("lmdb") + written("sqlite");
        assertEquals(both, peak("lmdb sqlite", "insert", "1", turns));
    }

    @Test
    void aRemovalHasItsCopyWhenThatOfTheUpdatesIsGone() throws IOException {
        assertEquals(loaded("lmdb") + written("lmdb"), peak("lmdb", "update mix remove", "1", KEEPING));
    }

    @Test
    void enginesInTurnsHaveTheirCopiesAtOneTime() throws IOException {
        long both = loaded("lmdb") + written("lmdb") + loaded("tupl") + written("tupl");
        assertEquals(both, peak("lmdb tupl", "update mix", "1", KEEPING));
    }

    @Test
    void aStoreOfAnInsertIsGoneWhenItsCellIs() throws IOException {
        assertEquals(Math.max(written("lmdb"), written("sqlite")), peak("lmdb sqlite", "insert", "1 2", KEEPING));
    }

    @Test
    void inPlaceTheDatasetTakesWhatAWrittenStoreDoes() throws IOException {
        assertEquals(written("lmdb"), peak("lmdb", "read update", "1 2", options(true, false)));
    }

    @Test
    void droppedDatasetsFollowOneAnother() throws IOException {
        long most = Math.max(loaded("lmdb") + written("lmdb"), loaded("je") + written("je"));
        assertEquals(most, peak("lmdb je", "read update mix", "1 2", DROPPING));
        assertEquals(written("je"), peak("lmdb je", "read update", "1", options(true, true)));
    }

    @Test
    void droppingMeasuresAllOfOneDatasetBeforeTheNext() {
        List<Cell> cells = workspace(false).order(cells("lmdb je", "read update", "1 2", "3M"), DROPPING);
        assertEquals(
                "lmdb read, 1 thread; lmdb update, 1 thread; lmdb read, 2 threads; lmdb update, 2 threads; "
                        + "je read, 1 thread; je update, 1 thread; je read, 2 threads; je update, 2 threads",
                String.join("; ", cells.stream().map(Cell::toString).toList()));
    }

    @Test
    void inPlaceAThreadCountHasAllItsWorkloadsBeforeTheNext() {
        List<Cell> cells = workspace(true).order(cells("lmdb", "read update", "1 2", "1k"), options(true, false));
        assertEquals(
                "lmdb read, 1 thread; lmdb update, 1 thread; lmdb read, 2 threads; lmdb update, 2 threads",
                String.join("; ", cells.stream().map(Cell::toString).toList()));
    }

    @Test
    void whatIsThereTakesNothingMoreAndIsNotDropped() throws Exception {
        List<Cell> cells = cells("lmdb sqlite", "read", "1", "1k");
        Workspace workspace = workspace(false);
        DatasetSpec there = workspace.spec(cells.get(0));
        new Datasets(directory).load(there, new LoadOptions(1 << 20, 1, Progress.Listener.NONE), false);
        long sqlite = Plans.ENGINES.of(cells.get(1).engine()).loadedBytes(workspace.storeSpec(cells.get(1)));
        assertEquals(sqlite, DiskNeeds.peak(cells, workspace, KEEPING, null));
        assertEquals(sqlite, DiskNeeds.peak(cells, workspace, DROPPING, null));
    }

    @Test
    void whatTheRunMadeBeforeItWasKilledMakesRoomWhenItIsDropped() throws Exception {
        List<Cell> cells = cells("lmdb sqlite", "read", "1", "1k");
        Workspace workspace = workspace(false);
        Path run = Files.createDirectory(directory.resolve("run"));
        OwnDatasets own = new OwnDatasets(workspace, run, true);
        own.loading(cells.get(0));
        new Datasets(directory)
                .load(workspace.spec(cells.get(0)), new LoadOptions(1 << 20, 1, Progress.Listener.NONE), false);
        own.loaded(cells.get(0));
        long sqlite = Plans.ENGINES.of(cells.get(1).engine()).loadedBytes(workspace.storeSpec(cells.get(1)));
        long there = workspace.datasets().bytesInPlaceOf(workspace.spec(cells.get(0)));
        assertTrue(there > 0);
        assertEquals(sqlite - Math.min(there, sqlite), DiskNeeds.peak(cells, workspace, DROPPING, run));
        assertEquals(sqlite, DiskNeeds.peak(cells, workspace, KEEPING, run));
    }
}
