package storemark.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import storemark.results.RunFile;
import storemark.results.RunFile.State;
import storemark.results.RunFolder;
import storemark.results.RunPlan;
import storemark.suite.Cell;
import storemark.suite.CellNames;

/** The state of a cell that was not measured. */
class CellResultsTest {
    @TempDir
    Path parent;

    /** A thousand records of 8 + 100 bytes. */
    @ParameterizedTest
    @CsvSource({"1m, UNSUPPORTED", "100k, LEFT_OUT"})
    void aCellAboveTheSuitesLimitIsLeftOut(String limit, State state) throws Exception {
        Map<String, String> settings =
                Map.of("engines", "lmdb", "workloads", "read", "threads", "1", "entries", "1k", "max-bytes", limit);
        List<Cell> cells = Plans.cells(settings);
        RunFile file = new RunFile(
                "s",
                null,
                "2026-11-21T08:00:00Z",
                "1",
                Map.of(),
                List.of(),
                List.of(cells.get(0).entry()));
        RunFolder folder =
                RunFolder.create(parent.resolve("run"), file, Map.of(), new RunPlan("s", List.of(), Map.of()));
        Console silent = new Console(new PrintStream(OutputStream.nullOutputStream()), false);
        Map<String, Cost.Seconds> costs = Map.of(cells.get(0).id(), new Cost.Seconds(1, 1));
        Schedule schedule = new Schedule(cells, 0, new CellNames(cells), costs, System::nanoTime);
        Publishable publishable = new Publishable(parent, null, folder.path());
        new CellResults(folder, publishable, silent, schedule).leaveOut(cells.get(0), "a reason");
        assertEquals(state, folder.run().cells().get(0).state());
    }
}
