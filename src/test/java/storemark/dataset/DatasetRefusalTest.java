package storemark.dataset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import storemark.Thrown;
import storemark.Tree;
import storemark.dataset.DatasetException.Reason;
import storemark.engine.Durability;
import storemark.engine.EngineSpec;
import storemark.engine.Unsupported;
import storemark.workload.LoadOrder;

/** What is damaged, somebody else's or in use is refused with a reason, and never deleted. */
class DatasetRefusalTest {
    private final Path root;
    private final LogDataset log;

    DatasetRefusalTest(@TempDir Path root) {
        this.root = root;
        log = new LogDataset(root);
    }

    @Test
    void aForeignFolderIsNeverTouched() throws Exception {
        Path thesis = Files.createDirectories(log.folder()).resolve("thesis.tex");
        Files.writeString(thesis, "precious");
        log.refusedToFind(Reason.FOREIGN);
        assertThrows(DatasetException.class, () -> log.datasets().load(log.spec, LogDataset.QUIETLY, true));
        assertThrows(DatasetException.class, () -> log.datasets().remove(log.spec.folderName()));
        assertEquals("precious", Files.readString(thesis));
        assertEquals(List.of(thesis), Tree.list(log.folder()));
    }

    @Test
    void aFileInTheDatasetsPlaceIsRefused() throws Exception {
        Files.createDirectories(log.folder().getParent());
        Files.writeString(log.folder(), "a file");
        log.refusedToFind(Reason.FOREIGN);
    }

    @Test
    void somebodysFileBesideTheDatasetKeepsItFromBeingDeleted() throws Exception {
        log.load();
        Path notes = Files.writeString(log.folder().resolve("notes.txt"), "precious");
        DatasetException refusal = Thrown.saying(
                DatasetException.class, "notes.txt", () -> log.datasets().load(log.spec, LogDataset.QUIETLY, true));
        assertEquals(Reason.FOREIGN, refusal.reason());
        assertEquals("precious", Files.readString(notes));
        assertTrue(log.datasets().find(log.spec).isPresent(), "nothing was deleted");
    }

    @Test
    void deletingDoesNotFollowLinks() throws Exception {
        Path outside = Files.createDirectories(root.resolve("outside"));
        Path precious = Files.writeString(outside.resolve("precious"), "precious");
        Dataset dataset = log.load();
        Files.createSymbolicLink(log.folder().resolve("store").resolve("link"), outside);
        new Folder(dataset.folder()).remove();
        assertTrue(Files.exists(precious));
        assertFalse(Files.exists(log.folder()));
    }

    @Test
    void aDamagedManifestIsRefusedAndMadeAgainByForce() throws Exception {
        log.load();
        for (String content :
                List.of("", "{", "[]", "{'format': 'one'}", "{'format': 1}", "{'format': 1, 'entries': {}}")) {
            Files.writeString(log.folder().resolve(Manifest.NAME), content.replace('\'', '"'));
            DatasetException refusal = log.refusedToFind(Reason.DAMAGED);
            assertTrue(refusal.getMessage().contains("is damaged"), () -> content + ": " + refusal.getMessage());
            Dataset again = log.datasets().load(log.spec, LogDataset.QUIETLY, true);
            assertEquals(LogDataset.ENTRIES, again.manifest().entries(), content);
        }
    }

    @Test
    void aTruncatedManifestIsDamagedWhereverItIsCut() throws Exception {
        log.load();
        Path file = log.folder().resolve(Manifest.NAME);
        byte[] whole = Files.readAllBytes(file);
        for (int length = 0; length < whole.length; length += 7) {
            Files.write(file, java.util.Arrays.copyOf(whole, length));
            DatasetException refusal =
                    assertThrows(DatasetException.class, () -> log.datasets().find(log.spec));
            assertEquals(Reason.DAMAGED, refusal.reason());
        }
    }

    @Test
    void aManifestOfAnotherFormatIsRefused() throws Exception {
        log.load();
        Files.writeString(log.folder().resolve(Manifest.NAME), "{\"format\": 99, \"colour\": \"unknown to us\"}");
        assertTrue(log.refusedToFind(Reason.VERSION).getMessage().contains("format 99"));
    }

    @Test
    void aFolderWithTheManifestOfAnotherDatasetIsRefused() throws Exception {
        log.load();
        Path file = log.folder().resolve(Manifest.NAME);
        Files.writeString(file, Files.readString(file).replace("entries 5000", "entries 6000"));
        assertTrue(log.refusedToFind(Reason.FOREIGN).getMessage().contains("entries 6000"));
    }

    /** Modified or not: only its own dataset is loaded again in its place. */
    @Test
    void refusesAnotherDatasetThatWasModified() throws Exception {
        log.load().markModified();
        Path file = log.folder().resolve(Manifest.NAME);
        Files.writeString(file, Files.readString(file).replace("entries 5000", "entries 6000"));
        String before = Files.readString(file);
        assertTrue(log.refusedToFind(Reason.FOREIGN).getMessage().contains("entries 6000"));
        assertEquals(before, Files.readString(file));
    }

    /** What marks a store as unfinished is there before the store is, so one without it is somebody else's. */
    @Test
    void aStoreThatNothingMarksAsOursIsNeverTouched() throws Exception {
        log.engine.failAt = 3210;
        assertThrows(DatasetException.class, log::load);
        Files.delete(log.folder().resolve(Marker.LOADING));
        log.engine.failAt = -1;
        log.refusedToFind(Reason.FOREIGN);
        assertThrows(DatasetException.class, () -> log.datasets().load(log.spec, LogDataset.QUIETLY, true));
        assertFalse(Tree.list(log.folder().resolve("store")).isEmpty(), "what was loaded is still there");
    }

    /** A load that begins anew deletes what the unfinished one has left, and nothing that somebody has put beside it. */
    @Test
    void somebodysFileBesideAnUnfinishedStoreKeepsItFromBeingDeleted() throws Exception {
        log.engine.failAt = 3210;
        assertThrows(DatasetException.class, log::load);
        log.engine.failAt = -1;
        Path notes = Files.writeString(log.folder().resolve("notes.txt"), "precious");
        DatasetException refusal = Thrown.saying(DatasetException.class, "notes.txt", log::load);
        assertEquals(Reason.FOREIGN, refusal.reason());
        assertEquals("precious", Files.readString(notes));
        log.refusedToFind(Reason.UNFINISHED);
    }

    @Test
    void aManifestWithoutItsStoreIsRefused() throws Exception {
        log.load();
        Files.delete(log.folder().resolve("store").resolve(LogEngine.FILE));
        Files.delete(log.folder().resolve("store"));
        log.refusedToFind(Reason.DAMAGED);
    }

    @Test
    void anotherVersionOfTheLibraryIsNotedAndBlamedWhenItCannotOpenTheStore() throws Exception {
        Dataset dataset = log.load();
        assertTrue(dataset.versionNote().isEmpty());
        log.engine.version = "log 2.0";
        String note = dataset.versionNote().orElseThrow();
        assertTrue(note.contains("log 1.0") && note.contains("log 2.0"), note);
        dataset.open(LogDataset.READING).close();

        LogDataset.cut(log.folder().resolve("store").resolve(LogEngine.FILE), 5);
        DatasetException refusal = assertThrows(DatasetException.class, () -> dataset.open(LogDataset.READING));
        assertEquals(Reason.VERSION, refusal.reason());
        assertTrue(refusal.getMessage().contains("the log ends in the middle of a record"), refusal.getMessage());
        assertTrue(refusal.getMessage().contains(note), refusal.getMessage());
    }

    @Test
    void anOpenDatasetKeepsOthersOutUntilItIsClosed() throws Exception {
        Dataset dataset = log.load();
        try (OpenDataset open = dataset.open(LogDataset.READING)) {
            assertSame(dataset, open.dataset());
            for (var attempt : List.<org.junit.jupiter.api.function.Executable>of(
                    () -> dataset.open(LogDataset.READING),
                    () -> new Folder(dataset.folder()).remove(),
                    () -> dataset.copyTo(root.resolve("copy"), Progress.Listener.NONE),
                    () -> log.datasets().load(log.spec, LogDataset.QUIETLY, true))) {
                DatasetException refusal = Thrown.saying(DatasetException.class, "this process", attempt);
                assertEquals(Reason.LOCKED, refusal.reason(), refusal.getMessage());
            }
        }
        dataset.open(LogDataset.READING).close();
        new Folder(dataset.folder()).remove();
        assertTrue(log.datasets().find(log.spec).isEmpty());
    }

    @Test
    void whatTheEngineCannotDoIsRefusedBeforeAnythingIsMade() throws Exception {
        DatasetSpec direct = new DatasetSpec(
                log.engine, EngineSpec.parse("log"), LogDataset.RECORDS, 10, null, true, LoadOrder.ORDERED, 0);
        assertThrows(Unsupported.class, () -> log.datasets().load(direct, LogDataset.QUIETLY, false));
        assertFalse(Files.exists(log.datasets().root()));

        Dataset dataset = log.load();
        assertThrows(Unsupported.class, () -> dataset.open(new OpenOptions(Durability.POWER, 1 << 20, 1, 0)));
        dataset.open(LogDataset.READING).close();
    }

    @Test
    void refusesACacheOfLessThanAMebibyte() {
        var refusal = assertThrows(IllegalArgumentException.class, () -> OpenOptions.of(1023 << 10, 1));
        assertEquals("cache 1047552: must be at least 1m", refusal.getMessage());
    }

    @Test
    void removesNothingThatIsNoDataset() throws Exception {
        log.load();
        Path empty = Files.createDirectories(log.datasets().root().resolve("somebodys-empty-folder"));
        for (String name : List.of("none-such", "somebodys-empty-folder", "..", "", ".")) {
            assertThrows(DatasetException.class, () -> log.datasets().remove(name), name);
            assertTrue(log.datasets().find(log.spec).isPresent(), name);
            assertTrue(Files.exists(empty), name);
        }
    }
}
