package storemark.results;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import storemark.Thrown;
import storemark.workload.Workload;

/** What a run keeps of its cells and of what may spoil them, over all the times that it is resumed. */
class RunFolderTest {
    @TempDir
    Path parent;

    private RunFolder folder() throws IOException {
        List<RunFile.CellEntry> cells =
                Stream.of("first", "second", "third").map(RunFolderTest::cell).toList();
        RunFile file = new RunFile("s", "a page", "2026-11-21T08:00:00Z", "1", Map.of(), List.of(), cells);
        Map<String, Object> machine = Map.of("cpu", Map.of("logicalCores", 2));
        return RunFolder.create(parent.resolve("run"), file, machine, new RunPlan("s", List.of(), Map.of()));
    }

    private static RunFile.CellEntry cell(String id) {
        return new RunFile.CellEntry(id, "heap", Workload.READ, 1, 1, Map.of(), RunFile.State.PENDING, null);
    }

    private static List<String> states(RunFolder folder) throws IOException {
        return RunFolder.open(folder.path()).run().cells().stream()
                .map(cell -> cell.reason() == null ? cell.state().name() : cell.state() + ": " + cell.reason())
                .toList();
    }

    private static final JsonNode RESULT = Json.MAPPER.createArrayNode().add(Json.MAPPER.createObjectNode());

    private static RunFolder measured(RunFolder folder) throws IOException {
        folder.finish("first", RESULT);
        folder.mark("second", RunFile.State.FAILED, "the disk is full: \u00fc");
        folder.mark("third", RunFile.State.UNSUPPORTED, "no scans");
        return folder;
    }

    private static final List<String> MEASURED =
            List.of("DONE", "FAILED: the disk is full: \u00fc", "UNSUPPORTED: no scans");

    @Test
    void keepsStatesWithoutWritingTheListOfCellsAgain() throws IOException {
        RunFolder folder = folder();
        String before = Files.readString(folder.path().resolve("run.json"));
        measured(folder);
        assertEquals(before, Files.readString(folder.path().resolve("run.json")));
        assertEquals(MEASURED, states(folder));
    }

    @Test
    void aCompletedRunHasAllStatesInItsListOfCells() throws IOException {
        RunFolder folder = measured(folder());
        folder.complete();
        assertEquals(MEASURED, states(folder));
        assertEquals(
                List.of("cells", "jmh-t1.json", "jmh.json", "machine.json", "plan.json", "run.json"),
                Stream.of(folder.path().toFile().list()).sorted().toList());
    }

    @Test
    void aRunIsWrittenByOneProcess() throws IOException {
        Path run = folder().path();
        try (RunLock lock = RunLock.take(run)) {
            Thrown.saying(IOException.class, "is being measured by another process", () -> RunLock.take(run));
        }
        RunLock.take(run).close();
    }

    @Test
    void aFolderThatAnotherProcessIsMakingIsRefused() throws IOException {
        Path run = parent.resolve("run");
        Files.createDirectories(run);
        Path cells = run.resolve("cells");
        Files.createSymbolicLink(cells, parent.resolve("nowhere")); // not seen as a folder, and in the way like one
        Thrown.saying(IOException.class, "name another folder", this::folder);
        assertTrue(Files.isSymbolicLink(cells));
    }

    /** What a run was killed in before it was whole, or what has lost its list of cells. */
    @Test
    void aFolderWithoutItsListOfCellsSaysWhatToDelete() throws IOException {
        Path run = folder().path();
        Files.delete(run.resolve("run.json"));
        for (Executable use : List.<Executable>of(() -> RunFolder.open(run), this::folder)) {
            IOException refused = assertThrows(IOException.class, use);
            assertTrue(
                    refused.getMessage().endsWith("delete " + run + " and start the run again"), refused.getMessage());
        }
    }

    @Test
    void theLastStateOfACellCounts() throws IOException {
        RunFolder folder = measured(folder());
        folder.complete();
        folder = RunFolder.open(folder.path());
        folder.mark("second", RunFile.State.FAILED, "again");
        folder.finish("third", RESULT);
        assertEquals(List.of("DONE", "FAILED: again", "DONE"), states(folder));
        Files.delete(folder.path().resolve("cells/first.json"));
        assertEquals("PENDING", states(folder).get(0), "as its result is gone");
    }

    /** A process may be killed after any byte of a line. */
    @Test
    void aStateThatIsCutOffIsThatOfItsCellAlone() throws IOException {
        RunFolder folder = measured(folder());
        Path file = folder.path().resolve("states.jsonl");
        byte[] whole = Files.readAllBytes(file);
        int second = new String(whole, StandardCharsets.ISO_8859_1).lastIndexOf('\n');
        for (int length = second; length < whole.length; length++) {
            Files.write(file, Arrays.copyOf(whole, length));
            assertEquals(List.of("DONE", MEASURED.get(1), "PENDING"), states(folder), "cut at " + length);
            RunFolder.open(folder.path()).mark("third", RunFile.State.UNSUPPORTED, "no scans");
            assertEquals(MEASURED, states(folder), "resumed after a cut at " + length);
        }
        for (int length = 0; length < second; length++) {
            Files.write(file, Arrays.copyOf(whole, length));
            assertEquals(List.of("DONE", "PENDING", "PENDING"), states(folder), "cut at " + length);
        }
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
        measured(folder).complete();
        assertEquals("a page", RunFolder.open(folder.path()).run().reproduces());
    }

    @Test
    void thatNothingWasFoundIsKeptToo() throws IOException {
        RunFolder folder = folder();
        folder.warn(List.of());
        assertEquals(List.of(), warnings(folder));
    }

    @ParameterizedTest
    @ValueSource(strings = {"../x", "/tmp/x", "a/b", "..", "", ".x"})
    void anIdThatIsNoFilesNameIsRefused(String id) {
        assertThrows(IllegalArgumentException.class, () -> cell(id));
    }

    /** What a full disk leaves of a result. */
    @Test
    void aCellWithAnEmptyFileIsMeasuredAgain() throws IOException {
        RunFolder folder = measured(folder());
        Files.write(folder.path().resolve("cells/first.json"), new byte[0]);
        assertEquals("PENDING", states(folder).get(0));
    }

    @Test
    void aDamagedResultSaysWhatToDelete() throws IOException {
        RunFolder folder = measured(folder());
        Path cell = folder.path().resolve("cells/first.json");
        Files.writeString(cell, "[{\"benchmark\": ");
        IOException damaged = Thrown.saying(IOException.class, cell + " is damaged", folder::complete);
        assertTrue(damaged.getMessage().contains("delete it"), damaged.getMessage());
    }

    @Test
    void cellsBehindALinkAreNotWritten() throws IOException {
        RunFolder folder = folder();
        Path cells = folder.path().resolve("cells");
        Files.delete(cells);
        Files.createSymbolicLink(cells, Files.createDirectory(folder.path().resolveSibling("elsewhere")));
        assertThrows(IOException.class, () -> RunFolder.open(folder.path()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"run.json", "machine.json", "states.jsonl", "cells/first.json"})
    void aPipeInPlaceOfAFileIsNotWaitedFor(String name) throws Exception {
        RunFolder folder = folder();
        folder.mark("second", RunFile.State.FAILED, "again");
        if (name.startsWith("cells/")) {
            folder.finish("first", RESULT);
        }
        pipe(folder.path().resolve(name));
        IOException refused = assertTimeoutPreemptively(
                Duration.ofSeconds(20), () -> assertThrows(IOException.class, () -> Results.read(folder.path())));
        assertTrue(refused.getMessage().matches(".*(not a regular file|without its run.json).*"), refused.getMessage());
    }

    @Test
    void aPipeInPlaceOfATableIsNotWaitedFor() throws Exception {
        RunFolder folder = measured(folder());
        folder.complete();
        Files.delete(folder.path().resolve("cells/first.json"));
        Files.delete(folder.path().resolve("cells"));
        pipe(folder.path().resolve(Results.TABLE));
        assertTimeoutPreemptively(
                Duration.ofSeconds(20), () -> assertThrows(IOException.class, () -> Results.read(folder.path())));
    }

    private static void pipe(Path file) throws Exception {
        Files.deleteIfExists(file);
        assertEquals(0, new ProcessBuilder("mkfifo", file.toString()).start().waitFor());
    }
}
