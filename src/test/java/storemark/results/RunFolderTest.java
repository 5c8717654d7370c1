package storemark.results;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a run keeps of what may spoil it, over all the times that it goes on. */
class RunFolderTest {
    @TempDir
    Path parent;

    private RunFolder folder() throws IOException {
        RunFile file = new RunFile("s", "a page", "2026-11-21T08:00:00Z", "1", Map.of(), List.of(), List.of());
        Map<String, Object> machine = Map.of("cpu", Map.of("logicalCores", 2));
        return RunFolder.create(parent.resolve("run"), file, machine, new RunPlan("s", List.of(), Map.of()));
    }

    private static List<String> warnings(RunFolder folder) throws IOException {
        List<String> warnings = new ArrayList<>();
        for (JsonNode warning : RunFolder.open(folder.path()).machine().get(RunFolder.WARNINGS)) {
            warnings.add(warning.asText());
        }
        return warnings;
    }

    @Test
    void warningsOfEachTimeAreKeptOnceAndNothingElseChanges() throws IOException {
        RunFolder folder = folder();
        folder.warn(List.of("on tmpfs", "swap is on"));
        folder.warn(List.of("swap is on", "the governor is powersave"));
        assertEquals(List.of("on tmpfs", "swap is on", "the governor is powersave"), warnings(folder));
        assertEquals(2, folder.machine().at("/cpu/logicalCores").asInt());
    }

    @Test
    void theDeclaredComparisonIsKeptWhenCellsFinish() throws IOException {
        RunFolder folder = folder();
        folder.mark("a cell", RunFile.State.FAILED, "the disk is full");
        assertEquals("a page", RunFolder.open(folder.path()).run().reproduces());
    }

    @Test
    void thatNothingWasFoundIsKeptToo() throws IOException {
        RunFolder folder = folder();
        folder.warn(List.of());
        assertEquals(List.of(), warnings(folder));
    }
}
