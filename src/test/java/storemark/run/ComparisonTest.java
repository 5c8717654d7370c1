package storemark.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import storemark.engines.Engines;
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
        Engines engines = Engines.load();
        EngineVersions versions = new EngineVersions(Map.of(
                "rocksdb", new EngineVersions.Answer("1", null),
                "sqlite", new EngineVersions.Answer("1", null),
                "leveldb", new EngineVersions.Answer("1", null)));
        Workspace workspace = new Workspace(directory, null, engines::of, versions, false);
        long cache = MemoryLimit.availableBytes() * 3 / 4 * 2 / 9 - (400L << 20);
        List<Cell> cells = new Suite(
                        "test",
                        "",
                        List.of(Settings.ofMap(Map.of(
                                "engines", "rocksdb sqlite leveldb",
                                "workloads", "read",
                                "threads", "1 2",
                                "cache", String.valueOf(cache)))))
                .cells();
        List<Integer> threads = new Comparison(workspace, false)
                .next(cells).stream().map(Cell::threads).toList();
        assertEquals(List.of(1, 1, 1), threads);
    }
}
