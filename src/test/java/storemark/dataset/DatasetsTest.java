package storemark.dataset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import storemark.dataset.DatasetException.Reason;
import storemark.engine.Durability;
import storemark.engine.EngineSpec;
import storemark.engine.Records;
import storemark.engine.Unsupported;

class DatasetsTest {
    private static final Records RECORDS = new Records(42, 8, 100, 100, 0);
    private static final long ENTRIES = 5000;
    static final LoadOptions QUIETLY = new LoadOptions(1 << 20, 1, Progress.Listener.NONE);
    static final OpenOptions READING = OpenOptions.of(1 << 20, 1);

    @TempDir
    Path root;

    private final LogEngine engine = new LogEngine();
    private final DatasetSpec spec =
            DatasetSpec.files(engine, EngineSpec.parse("log:fancy,colour.red"), RECORDS, ENTRIES);

    private Datasets datasets() {
        return new Datasets(root.resolve("data"));
    }

    private Path folder() {
        return datasets().folder(spec);
    }

    private Dataset load() throws Exception {
        return datasets().load(spec, QUIETLY, false);
    }

    private DatasetException refusedToFind(Reason reason) {
        DatasetException refusal =
                assertThrows(DatasetException.class, () -> datasets().find(spec));
        assertEquals(reason, refusal.reason());
        assertFalse(refusal.getMessage().contains("\n"), refusal.getMessage());
        assertTrue(refusal.getMessage().contains(folder().toString()), refusal.getMessage());
        DatasetException sameForLoad = assertThrows(DatasetException.class, this::load);
        assertEquals(refusal.getMessage(), sameForLoad.getMessage());
        return refusal;
    }

    @Test
    void loadsWritesAManifestAndIsFoundAgain() throws Exception {
        assertTrue(datasets().find(spec).isEmpty());
        load();

        Manifest manifest = datasets().find(spec).orElseThrow().manifest();
        assertEquals(ENTRIES, manifest.entries());
        assertEquals("log:fancy,colour.red", manifest.spec());
        assertEquals("log 1.0", manifest.engineVersion());
        assertEquals(Map.of("fancy", "does nothing, fancily", "colour", "red"), manifest.settings());
        assertEquals("process", manifest.durability());
        assertEquals(42, manifest.shape().records().seed());
        assertTrue(manifest.bytesOnDisk() >= ENTRIES * 112, "allocated: " + manifest.bytesOnDisk());
        assertTrue(manifest.created().matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ"), manifest.created());
        assertFalse(Files.exists(folder().resolve(Marker.LOADING)));
        assertTrue(engine.closed);
    }

    @Test
    void aSecondLoadReusesWhatIsThere() throws Exception {
        load();
        engine.failAt = 0; // any attempt to load would fail
        assertEquals(ENTRIES, load().manifest().entries());
        assertThrows(DatasetException.class, () -> datasets().load(spec, QUIETLY, true));
    }

    @Test
    void anEmptyDatasetIsADataset() throws Exception {
        DatasetSpec empty = DatasetSpec.files(engine, EngineSpec.parse("log"), RECORDS, 0);
        Dataset dataset = datasets().load(empty, QUIETLY, false);
        assertEquals(0, dataset.verify(READING, Progress.Listener.NONE).records());
    }

    @Test
    void everythingThatMakesADatasetTellsItFromOthers() {
        EngineSpec plain = EngineSpec.parse("log");
        List<DatasetSpec> all = List.of(
                DatasetSpec.files(engine, plain, RECORDS, 10),
                DatasetSpec.files(engine, plain, RECORDS, 11),
                DatasetSpec.files(engine, EngineSpec.parse("log:fancy"), RECORDS, 10),
                DatasetSpec.files(engine, plain, new Records(43, 8, 100, 100, 0), 10),
                DatasetSpec.files(engine, plain, new Records(42, 16, 100, 100, 0), 10),
                DatasetSpec.files(engine, plain, new Records(42, 8, 99, 100, 0), 10),
                DatasetSpec.files(engine, plain, new Records(42, 8, 100, 100, 0.5), 10),
                new DatasetSpec(engine, plain, RECORDS, 10, Path.of("/dev/one"), false),
                new DatasetSpec(engine, plain, RECORDS, 10, Path.of("/dev/two"), false),
                new DatasetSpec(engine, plain, RECORDS, 10, null, true));
        assertEquals(
                all.size(), all.stream().map(DatasetSpec::folderName).distinct().count());
        assertTrue(
                all.get(2).folderName().startsWith("log_fancy-10x8+100-"),
                all.get(2).folderName());
        assertTrue(
                all.get(5).folderName().startsWith("log-10x8+99-100-"),
                all.get(5).folderName());
    }

    @Test
    void aLoadThatFailsIsKnownAsUnfinishedUntilForced() throws Exception {
        engine.failAt = 3210;
        DatasetException stopped = assertThrows(DatasetException.class, this::load);
        assertEquals(Reason.FAILED, stopped.reason());
        assertSame(engine.failure, stopped.getCause());
        assertEquals(
                "load of log:fancy,colour.red stopped at 3,210 of 5,000 entries: the engine gave up (data: " + folder()
                        + "); load with --force to start it again",
                stopped.getMessage());
        assertTrue(engine.closed);

        DatasetException unfinished = refusedToFind(Reason.UNFINISHED);
        assertTrue(
                unfinished.getMessage().contains("3,210 of 5,000 entries of log:fancy,colour.red were loaded"),
                unfinished.getMessage());
        assertTrue(unfinished.getMessage().contains("the engine gave up"), unfinished.getMessage());
        assertTrue(unfinished.getMessage().contains("--force"), unfinished.getMessage());

        engine.failAt = -1;
        Dataset whole = datasets().load(spec, QUIETLY, true);
        assertTrue(whole.verify(READING, Progress.Listener.NONE).sound());
    }

    @Test
    void anErrorOfTheLibraryIsToldLikeAnException() {
        engine.failAt = 0;
        engine.failure = new InternalError("a fault occurred in an unsafe memory access");
        DatasetException stopped = assertThrows(DatasetException.class, this::load);
        assertTrue(stopped.getMessage().contains("InternalError: a fault occurred"), stopped.getMessage());
        assertTrue(engine.closed);
    }

    @Test
    void aKilledLoadIsUnfinishedEvenWhenItsMarkerIsEmpty() throws Exception {
        Files.createDirectories(folder().resolve("store"));
        Files.write(folder().resolve(Marker.LOADING), new byte[0]);
        assertTrue(refusedToFind(Reason.UNFINISHED).getMessage().contains("nothing is known"));
        assertTrue(datasets()
                .load(spec, QUIETLY, true)
                .verify(READING, Progress.Listener.NONE)
                .sound());
    }

    @Test
    void aProcessKilledBeforeItsMarkerWasInPlaceLeavesTheFolderFree() throws Exception {
        Files.createDirectories(folder());
        Files.writeString(folder().resolve(FolderLock.NAME), "999999\n");
        assertTrue(datasets().find(spec).isEmpty());
        load();
    }

    @Test
    void aStoreThatLacksItsLastRecordIsNoDataset() {
        engine.dropped.add(ENTRIES - 1);
        DatasetException lacking = assertThrows(DatasetException.class, this::load);
        assertTrue(
                lacking.getMessage().contains("was loaded but does not open again: id 4999 is missing"),
                lacking.getMessage());
        DatasetException refusal = refusedToFind(Reason.UNFINISHED);
        assertTrue(refusal.getMessage().contains("5,000 of 5,000"), refusal.getMessage());
        assertTrue(refusal.getMessage().contains("id 4999 is missing"), refusal.getMessage());
    }

    @Test
    void aForeignFolderIsNeverTouched() throws Exception {
        Path thesis = Files.createDirectories(folder()).resolve("thesis.tex");
        Files.writeString(thesis, "precious");
        refusedToFind(Reason.FOREIGN);
        assertThrows(DatasetException.class, () -> datasets().load(spec, QUIETLY, true));
        assertThrows(DatasetException.class, () -> datasets().remove(spec.folderName()));
        assertEquals("precious", Files.readString(thesis));
        try (var files = Files.list(folder())) {
            assertEquals(List.of(thesis), files.toList());
        }
    }

    @Test
    void aFileInTheDatasetsPlaceIsRefused() throws Exception {
        Files.createDirectories(folder().getParent());
        Files.writeString(folder(), "a file");
        refusedToFind(Reason.FOREIGN);
    }

    @Test
    void somebodysFileBesideTheDatasetKeepsItFromBeingDeleted() throws Exception {
        load();
        Path notes = Files.writeString(folder().resolve("notes.txt"), "precious");
        DatasetException refusal =
                assertThrows(DatasetException.class, () -> datasets().load(spec, QUIETLY, true));
        assertEquals(Reason.FOREIGN, refusal.reason());
        assertTrue(refusal.getMessage().contains("notes.txt"), refusal.getMessage());
        assertEquals("precious", Files.readString(notes));
        assertTrue(datasets().find(spec).isPresent(), "nothing was deleted");
    }

    @Test
    void deletingDoesNotFollowLinks() throws Exception {
        Path outside = Files.createDirectories(root.resolve("outside"));
        Path precious = Files.writeString(outside.resolve("precious"), "precious");
        Dataset dataset = load();
        Files.createSymbolicLink(folder().resolve("store").resolve("link"), outside);
        dataset.remove();
        assertTrue(Files.exists(precious));
        assertFalse(Files.exists(folder()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "{", "[]", "{\"format\": \"one\"}", "{\"format\": 1}", "{\"format\": 1, \"entries\": {}}"})
    void aDamagedManifestIsRefusedAndMadeAgainByForce(String content) throws Exception {
        load();
        Files.writeString(folder().resolve(Manifest.NAME), content);
        DatasetException refusal = refusedToFind(Reason.DAMAGED);
        assertTrue(refusal.getMessage().contains("is damaged"), refusal.getMessage());
        assertEquals(ENTRIES, datasets().load(spec, QUIETLY, true).manifest().entries());
    }

    @Test
    void aTruncatedManifestIsDamagedWhereverItIsCut() throws Exception {
        load();
        Path file = folder().resolve(Manifest.NAME);
        byte[] whole = Files.readAllBytes(file);
        for (int length = 0; length < whole.length; length += 7) {
            Files.write(file, java.util.Arrays.copyOf(whole, length));
            DatasetException refusal =
                    assertThrows(DatasetException.class, () -> datasets().find(spec));
            assertEquals(Reason.DAMAGED, refusal.reason());
        }
    }

    @Test
    void aManifestOfAnotherFormatIsRefused() throws Exception {
        load();
        Files.writeString(folder().resolve(Manifest.NAME), "{\"format\": 99, \"colour\": \"unknown to us\"}");
        assertTrue(refusedToFind(Reason.VERSION).getMessage().contains("format 99"));
    }

    @Test
    void aFolderWithTheManifestOfAnotherDatasetIsRefused() throws Exception {
        load();
        Path file = folder().resolve(Manifest.NAME);
        Files.writeString(file, Files.readString(file).replace("entries 5000", "entries 6000"));
        assertTrue(refusedToFind(Reason.FOREIGN).getMessage().contains("entries 6000"));
    }

    @Test
    void aManifestWithoutItsStoreIsRefused() throws Exception {
        load();
        Files.delete(folder().resolve("store").resolve(LogEngine.FILE));
        Files.delete(folder().resolve("store"));
        refusedToFind(Reason.DAMAGED);
    }

    @Test
    void anotherVersionOfTheLibraryIsNotedAndBlamedWhenItCannotOpenTheStore() throws Exception {
        Dataset dataset = load();
        assertTrue(dataset.versionNote().isEmpty());
        engine.version = "log 2.0";
        String note = dataset.versionNote().orElseThrow();
        assertTrue(note.contains("log 1.0") && note.contains("log 2.0"), note);
        dataset.open(READING).close();

        cut(folder().resolve("store").resolve(LogEngine.FILE), 5);
        DatasetException refusal = assertThrows(DatasetException.class, () -> dataset.open(READING));
        assertEquals(Reason.VERSION, refusal.reason());
        assertTrue(refusal.getMessage().contains("the log ends in the middle of a record"), refusal.getMessage());
        assertTrue(refusal.getMessage().contains(note), refusal.getMessage());
    }

    @Test
    void anOpenDatasetKeepsOthersOutUntilItIsClosed() throws Exception {
        Dataset dataset = load();
        try (OpenDataset open = dataset.open(READING)) {
            assertSame(dataset, open.dataset());
            for (var attempt : List.<org.junit.jupiter.api.function.Executable>of(
                    () -> dataset.open(READING),
                    () -> dataset.remove(),
                    () -> dataset.copyTo(root.resolve("copy"), Progress.Listener.NONE),
                    () -> datasets().load(spec, QUIETLY, true))) {
                DatasetException refusal = assertThrows(DatasetException.class, attempt);
                assertEquals(Reason.LOCKED, refusal.reason(), refusal.getMessage());
                assertTrue(refusal.getMessage().contains("this process"), refusal.getMessage());
            }
        }
        dataset.open(READING).close();
        dataset.remove();
        assertTrue(datasets().find(spec).isEmpty());
    }

    @Test
    void whatTheEngineCannotDoIsRefusedBeforeAnythingIsMade() throws Exception {
        DatasetSpec direct = new DatasetSpec(engine, EngineSpec.parse("log"), RECORDS, 10, null, true);
        assertThrows(Unsupported.class, () -> datasets().load(direct, QUIETLY, false));
        assertFalse(Files.exists(datasets().root()));

        Dataset dataset = load();
        assertThrows(Unsupported.class, () -> dataset.open(new OpenOptions(Durability.POWER, 1 << 20, 1, 0)));
        dataset.open(READING).close();
    }

    @Test
    void theRevisionsOfAWorkloadAreKeptInTheManifest() throws Exception {
        try (OpenDataset open = load().open(READING)) {
            open.allowRevisions(3);
            open.allowRevisions(2);
        }
        assertEquals(3, datasets().find(spec).orElseThrow().manifest().maxRevision());
    }

    @Test
    void listsOursAndLeavesOutTheRest() throws Exception {
        assertEquals(List.of(), datasets().list());
        Dataset dataset = load();
        dataset.copyTo(datasets().root().resolve("a-copy"), Progress.Listener.NONE);
        Path unfinished = Files.createDirectories(datasets().root().resolve("b-unfinished"));
        Marker.loading(spec).at(17, null).write(unfinished, false);
        Path foreign = Files.createDirectories(datasets().root().resolve("c-foreign"));
        Files.writeString(foreign.resolve("thesis.tex"), "precious");

        List<Listed> listed = datasets().list();
        assertEquals(
                List.of("a-copy", "b-unfinished", spec.folderName()),
                listed.stream()
                        .map(each -> each.folder().getFileName().toString())
                        .toList());
        assertEquals("copy", listed.get(0).note());
        assertTrue(
                listed.get(1).note().contains("17 of 5,000 entries"),
                listed.get(1).note());
        assertEquals("", listed.get(2).note());
        assertEquals(ENTRIES, listed.get(2).manifest().entries());
        assertTrue(listed.get(2).bytesOnDisk() >= ENTRIES * 112);

        for (Listed each : listed) {
            datasets().remove(each.folder().getFileName().toString());
        }
        assertEquals(List.of(), datasets().list());
    }

    @ParameterizedTest
    @ValueSource(strings = {"none-such", "somebodys-empty-folder", "..", "", "."})
    void removesNothingThatIsNoDataset(String name) throws Exception {
        load();
        Path empty = Files.createDirectories(datasets().root().resolve("somebodys-empty-folder"));
        assertThrows(DatasetException.class, () -> datasets().remove(name));
        assertTrue(datasets().find(spec).isPresent());
        assertTrue(Files.exists(empty));
    }

    @Test
    void reportsProgressUpToTheEnd() throws Exception {
        List<Progress> reports = new ArrayList<>();
        datasets().load(spec, new LoadOptions(1 << 20, 1, reports::add), false);
        Progress loaded = reports.stream()
                .filter(each -> each.phase() == Progress.Phase.LOAD)
                .reduce((earlier, later) -> later)
                .orElseThrow();
        assertEquals(ENTRIES, loaded.done());
        assertEquals(ENTRIES, loaded.total());
        Progress last = reports.get(reports.size() - 1);
        assertEquals(Progress.Phase.SETTLE, last.phase());
        assertTrue(last.bytesOnDisk() >= ENTRIES * 112, "bytes: " + last.bytesOnDisk());
    }

    static void cut(Path file, long bytes) throws IOException {
        try (var channel = java.nio.channels.FileChannel.open(file, java.nio.file.StandardOpenOption.WRITE)) {
            channel.truncate(channel.size() - bytes);
        }
    }
}
