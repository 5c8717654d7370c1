package storemark.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import storemark.suite.Cell;
import storemark.suite.Settings;

/** Which engine is measured again in later parts of a comparison, and where. Forks take 1 GiB each, of which few fit. */
class CommonEngineTest {

    @TempDir
    Path directory;

    private final Map<String, String> settings = new HashMap<>(Map.of(
            "engines", "null lmdb rocksdb sqlite leveldb",
            "workloads", "read",
            "threads", "1",
            "memory", "1g",
            "entries", "100k",
            "step", "50k",
            "cache", "64m"));

    private List<Cell> cells() {
        return Plans.cells(settings);
    }

    private Comparison comparison(double forks, Map<String, String> options) {
        Workspace workspace = Plans.workspace(directory, false);
        return new Comparison(workspace, Settings.ofMap(options).valuesOfRun(), forks * (1 << 30));
    }

    /** The parts in words, the common engine after a plus. */
    private List<String> parts(double forks, Map<String, String> options) {
        return comparison(forks, options).parts(cells()).stream()
                .map(part -> part.cells().stream()
                                .map(cell -> cell.engine().toString())
                                .collect(Collectors.joining(" "))
                        + (part.common() == null ? "" : " + " + part.common().engine()))
                .toList();
    }

    @Test
    void laterPartsHaveTheFirstEngineThatIsNoControl() {
        assertEquals(List.of("null lmdb rocksdb", "sqlite leveldb + lmdb"), parts(3.5, Map.of()));
        settings.put("workloads", "insert");
        assertEquals(List.of("null lmdb rocksdb", "sqlite leveldb + lmdb"), parts(3.5, Map.of()));
        assertEquals(List.of("null lmdb rocksdb sqlite leveldb"), parts(5, Map.of()));
    }

    @Test
    void itTakesRoomInEachPart() {
        settings.put("engines", "lmdb tupl rocksdb sqlite leveldb null");
        assertEquals(List.of("lmdb tupl rocksdb", "sqlite leveldb + lmdb", "null + lmdb"), parts(3.5, Map.of()));
    }

    @Test
    void itDisplacesNobodyWhereTwoFit() {
        assertEquals(List.of("null lmdb", "rocksdb sqlite", "leveldb + lmdb"), parts(2.5, Map.of()));
        assertEquals(List.of("null", "lmdb", "rocksdb", "sqlite", "leveldb"), parts(1.5, Map.of()));
    }

    @Test
    void eachThreadCountAndRepetitionHasItsOwn() {
        settings.put("threads", "1 2");
        settings.put("repetitions", "2");
        List<Comparison.Part> parts = comparison(3.5, Map.of()).parts(cells());
        assertEquals(8, parts.size());
        List<Comparison.Part> later =
                parts.stream().filter(part -> part.common() != null).toList();
        assertEquals(4, later.size(), parts::toString);
        for (Comparison.Part part : later) {
            assertTrue(Comparison.areCompared(part.common(), part.cells().get(0)), part::toString);
        }
    }

    @Test
    void noneWhereItWouldBeAnotherStoreOrNotInTurns() {
        List<String> without = List.of("null lmdb rocksdb", "sqlite leveldb");
        assertEquals(without, parts(3.5, Map.of("drop-datasets", "true")));
        assertEquals(5, parts(3.5, Map.of("sequential", "true")).size());
        settings.put("rate", "20k");
        assertEquals(without, parts(3.5, Map.of()));
        settings.remove("rate");
        settings.put("workloads", "update");
        assertEquals(without, parts(3.5, Map.of()));
    }

    @Test
    void itIsToldBeforeTheRun() {
        List<String> told = comparison(3.5, Map.of()).splits(cells());
        assertEquals(1, told.size());
        assertTrue(
                told.get(0)
                        .endsWith(" in 2 parts, one after the other; measured again in 1 of them, to compare the parts"
                                + " (not in the estimate): lmdb"),
                told::toString);
        assertEquals(List.of(), comparison(5, Map.of()).splits(cells()));
    }
}
