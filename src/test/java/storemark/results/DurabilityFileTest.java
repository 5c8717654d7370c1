package storemark.results;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import storemark.Thrown;
import storemark.results.Outcome.Broken;
import storemark.results.Outcome.Count;
import storemark.results.Outcome.DeviceWork;
import storemark.results.Outcome.State;

/** What is written, added up and shown. */
class DurabilityFileTest {
    private static final String START = "<!-- durability --markdown -->\n";

    @TempDir
    private Path folder;

    private static Outcome outcome(
            String level, String fileSystem, State state, int cuts, int kept, Map<Finding, Count> findings) {
        return new Outcome(
                "some",
                "some 1.0",
                level,
                fileSystem,
                state,
                null,
                cuts,
                kept,
                1000L * cuts,
                findings,
                kept < cuts ? List.of(new Broken(3, "half", "lost: record 7")) : List.of(),
                List.of(new DeviceWork(1, 2, 3.5, 8192)));
    }

    private static Outcome kept(String fileSystem) {
        return outcome("power", fileSystem, State.KEPT, 10, 10, Map.of());
    }

    private static Outcome lost(String fileSystem) {
        return outcome("power", fileSystem, State.NOT_KEPT, 10, 8, Map.of(Finding.LOST, new Count(2, 17)));
    }

    private static final Outcome KEPT = kept(null);
    private static final Outcome LOST = lost(null);

    @Test
    void outcomesOfTheSameEngineAndLevelAddUp() throws Exception {
        DurabilityFile file =
                DurabilityFile.empty(1).with(1, KEPT).with(1, LOST).with(1, LOST);
        Outcome both = file.outcomes().get(0);
        assertEquals(1, file.outcomes().size());
        assertEquals(State.NOT_KEPT, both.state());
        assertEquals(30, both.cuts());
        assertEquals(26, both.kept());
        assertEquals(30_000, both.commits());
        assertEquals(Map.of(Finding.LOST, new Count(4, 34)), both.findings());
        assertEquals(2, both.broken().size());
        assertEquals(
                State.NOT_KEPT,
                DurabilityFile.empty(1)
                        .with(1, LOST)
                        .with(1, KEPT)
                        .outcomes()
                        .get(0)
                        .state());
        assertEquals(
                2,
                file.with(1, outcome("process", null, State.KEPT, 1, 1, Map.of()))
                        .outcomes()
                        .size());
    }

    @Test
    void cutsOnAnotherFileSystemAreARowOfTheirOwn() throws Exception {
        DurabilityFile file = DurabilityFile.empty(1)
                .with(1, kept("ext4"))
                .with(1, kept("xfs"))
                .with(1, KEPT)
                .with(1, lost("xfs"));
        assertEquals(
                List.of(20, 20), file.outcomes().stream().map(Outcome::cuts).toList());
        String table = file.markdown();
        assertTrue(table.contains("| some | some 1.0 | power | kept | 20 of 20 |"), table);
        assertTrue(table.contains("| some | some 1.0 | power on xfs | not kept | 18 of 20 |"), table);
        Path json = folder.resolve(DurabilityFile.NAME);
        file.write(json);
        assertEquals(file, DurabilityFile.read(json));
    }

    @Test
    void cutsOfAnotherSeedAreNotAdded() {
        Thrown.saying(
                IOException.class, "--seed 1", () -> DurabilityFile.empty(1).with(2, KEPT));
    }

    @Test
    void whatIsWrittenIsReadAgain() throws Exception {
        DurabilityFile file = DurabilityFile.empty(1).with(1, LOST);
        Path json = folder.resolve(DurabilityFile.NAME);
        file.write(json);
        assertEquals(file, DurabilityFile.read(json));
    }

    @Test
    void theTableHasWhatWasFound() throws Exception {
        String table = DurabilityFile.empty(1).with(1, LOST).markdown();
        assertTrue(
                table.contains(
                        "| some | some 1.0 | power | not kept | 8 of 10 | 10,000 | lost in 2 cuts (17 records) |"),
                table);
        assertTrue(table.contains("| some | 2.00, 3.5, 8.0 |"), table);
    }

    private static List<String> of(String spec, String... versions) {
        DurabilityFile file = new DurabilityFile(
                1,
                "",
                "",
                List.of(
                        lost(null),
                        outcome("process", null, State.KEPT, 10, 10, Map.of()),
                        outcome("broke off", null, State.NOT_TESTED, 10, 10, Map.of()),
                        outcome("not cut", null, State.NOT_SUPPORTED, 0, 0, Map.of())));
        return file.of(spec, Arrays.asList(versions)).stream()
                .map(Outcome::level)
                .toList();
    }

    @Test
    void anotherSettingOrPlaceIsNotTestedButDoesNotMendWhatWasNotKept() {
        assertEquals(List.of("power", "process"), of("some", "some 0.9", "some 1.0"));
        assertEquals(List.of("power"), of("some:direct", "some 1.0"));
        assertEquals(List.of("power"), of("some:pageSize.16k,device", "some 1.0"));
        assertEquals(List.of(), of("some:tuned", "some 1.0"));
        assertEquals(List.of(), of("some", "some 2.0"));
        assertEquals(List.of(), of("some", (String) null));
    }

    @Test
    void thePageHasTheTablesOfItsFile() throws Exception {
        Path docs = Path.of("docs");
        String page = Files.readString(docs.resolve("durability.md"));
        String shown = page.substring(page.indexOf(START) + START.length(), page.indexOf("<!-- end -->"));
        assertEquals(DurabilityFile.read(docs.resolve(DurabilityFile.NAME)).markdown(), shown);
    }
}
