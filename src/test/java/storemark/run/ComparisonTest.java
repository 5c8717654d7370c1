package storemark.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import storemark.machine.MemoryLimit;
import storemark.suite.Cell;
import storemark.suite.Settings;
import storemark.suite.Suite;

class ComparisonTest {
    @TempDir
    Path directory;

    /** Two thirds of memory fit four and a half of these, of which three are of one thread. */
    @Test
    void enginesOfOneThreadCountStayTogetherWhereNotAllFit() {
        long third = MemoryLimit.availableBytes() * 3 / 4 * 2 / 9;
        assertEquals(List.of(1, 1, 1), threadsOfTheFirst(Map.of("memory", String.valueOf(third))));
    }

    @Test
    void cachesLargerThanTheirStoresKeepNobodyApart() {
        long half = MemoryLimit.availableBytes() / 2;
        assertEquals(
                List.of(1, 1, 1, 2, 2, 2),
                threadsOfTheFirst(Map.of("cache", String.valueOf(half), "entries", "100k", "step", "100k")));
    }

    /** Memory fits two of these and 5% of it, which is more than the control takes. */
    @Test
    void theControlTakesTurnsWithStoresThatFillMemory() {
        long memory = 32L << 30;
        Workspace workspace = workspace();
        List<Cell> cells = workspace.divide(Plans.cells(Map.of(
                "engines", "rocksdb sqlite null",
                "workloads", "read",
                "threads", "1",
                "memory", String.valueOf(memory * 19 / 40))));
        assertEquals(
                List.of(cells),
                new Comparison(workspace, new Settings().valuesOfRun(), memory)
                        .parts(cells).stream().map(Comparison.Part::cells).toList());
    }

    /** Both fit while they are only read; with copies that are written to, not even one does. */
    @Test
    void storesThatAreOnlyReadMayFillTheDisk() {
        assertEquals(List.of(2), sizesOfParts("read", 2.0 / 5, workspace()));
        assertEquals(List.of(1, 1), sizesOfParts("update", 2.0 / 5, workspace()));
    }

    /** B-trees are foreseen to double. */
    @Test
    void datasetsThatAreWrittenInPlaceNeedNoRoomForCopies() {
        assertEquals(List.of(1, 1), sizesOfParts("update", 1.0 / 5, workspace()));
        assertEquals(List.of(2), sizesOfParts("update", 1.0 / 5, Plans.workspace(directory, true)));
    }

    /** @param share of the free disk, for each of two datasets */
    private List<Integer> sizesOfParts(String workload, double share, Workspace workspace) {
        Map<String, String> settings = new HashMap<>(
                Map.of("engines", "lmdb tupl", "workloads", workload, "threads", "1", "entries", "1M", "step", "1M"));
        long ofMillion = workspace.loadedBytes(Plans.cells(settings).get(0));
        settings.put("entries", (long) (share * workspace.freeBytes() / ofMillion) + "M");
        List<Cell> cells = workspace.divide(Plans.cells(settings));
        return new Comparison(workspace, new Settings().valuesOfRun(), Double.MAX_VALUE)
                .parts(cells).stream().map(part -> part.cells().size()).toList();
    }

    /** Of groups that differ in engines alone thread counts alternate; memory fits five and a half of these. */
    @Test
    void everyCellIsInOnePart() {
        long part = MemoryLimit.availableBytes() * 3 / 4 * 2 / 11;
        Workspace workspace = workspace();
        List<Settings> groups = Stream.of("rocksdb", "sqlite", "leveldb")
                .map(engine -> Settings.ofMap(Map.of(
                        "engines", engine, "workloads", "read", "threads", "1 2", "memory", String.valueOf(part))))
                .toList();
        List<Cell> cells = workspace.divide(new Suite("test", "", groups).cells());
        List<Cell> measured = new Comparison(workspace, new Settings().valuesOfRun())
                .parts(cells).stream().flatMap(one -> one.cells().stream()).toList();
        assertEquals(cells, measured);
    }

    /** The thread counts of the cells that take turns first, of two counts and three engines with caches in native memory. */
    private List<Integer> threadsOfTheFirst(Map<String, String> settings) {
        Workspace workspace = workspace();
        Map<String, String> all =
                new HashMap<>(Map.of("engines", "rocksdb sqlite leveldb", "workloads", "read", "threads", "1 2"));
        all.putAll(settings);
        List<Cell> cells = workspace.divide(Plans.cells(all));
        return new Comparison(workspace, new Settings().valuesOfRun())
                .next(cells, null).cells().stream().map(Cell::threads).toList();
    }

    private Workspace workspace() {
        return Plans.workspace(directory, false);
    }
}
