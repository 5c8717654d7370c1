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
import storemark.dataset.DatasetException.Reason;
import storemark.machine.Boot;

/** A load that has failed or was killed is known as unfinished, and resumes only where what is there is whole. */
class DatasetResumeTest {
    private final LogDataset log;

    DatasetResumeTest(@TempDir Path root) {
        log = new LogDataset(root);
    }

    @Test
    void aLoadThatFailsIsKnownAsUnfinishedUntilItIsLoadedAgain() throws Exception {
        log.engine.failAt = 3210;
        DatasetException stopped = assertThrows(DatasetException.class, log::load);
        assertEquals(Reason.FAILED, stopped.reason());
        assertSame(log.engine.failure, stopped.getCause());
        assertEquals(
                "load of log:fancy,colour.red stopped at 3,210 of 5,000 entries: the engine gave up (data: "
                        + log.folder() + "); load again to start over",
                stopped.getMessage());
        assertTrue(log.engine.closed);

        DatasetException unfinished = log.refusedToFind(Reason.UNFINISHED);
        assertTrue(
                unfinished.getMessage().contains("3,210 of 5,000 entries of log:fancy,colour.red were loaded"),
                unfinished.getMessage());
        assertTrue(unfinished.getMessage().contains("the engine gave up"), unfinished.getMessage());
        assertTrue(unfinished.getMessage().contains("use load"), unfinished.getMessage());

        log.engine.failAt = -1;
        Dataset whole = log.load();
        assertTrue(whole.verify(LogDataset.READING, Progress.Listener.NONE).sound());
        assertEquals(0, whole.manifest().interruptions(), "it started again");
    }

    @Test
    void anErrorOfTheLibraryIsToldLikeAnException() {
        log.engine.failAt = 0;
        log.engine.failure = new InternalError("a fault occurred in an unsafe memory access");
        Thrown.saying(DatasetException.class, "InternalError: a fault occurred", log::load);
        assertTrue(log.engine.closed);
    }

    @Test
    void aKilledLoadIsUnfinishedEvenWhenItsMarkerIsEmpty() throws Exception {
        Files.createDirectories(log.folder());
        Ownership.claim(log.folder());
        Files.createDirectory(log.folder().resolve("store"));
        Files.write(log.folder().resolve(Marker.LOADING), new byte[0]);
        assertTrue(log.refusedToFind(Reason.UNFINISHED).getMessage().contains("its progress is unknown"));
        assertTrue(log.datasets()
                .load(log.spec, LogDataset.QUIETLY, true)
                .verify(LogDataset.READING, Progress.Listener.NONE)
                .sound());
    }

    @Test
    void aProcessKilledBeforeItsMarkerWasInPlaceLeavesTheFolderFree() throws Exception {
        Files.createDirectories(log.folder());
        Ownership.claim(log.folder());
        Files.writeString(log.folder().resolve(FolderLock.NAME), "999999\n");
        assertTrue(log.datasets().find(log.spec).isEmpty());
        log.load();
    }

    @Test
    void aStoreThatLacksItsLastRecordIsNoDataset() {
        log.engine.dropped.add(LogDataset.ENTRIES - 1);
        Thrown.saying(DatasetException.class, "was loaded but does not open again: id 4999 is missing", log::load);
        DatasetException refusal = log.refusedToFind(Reason.UNFINISHED);
        assertTrue(refusal.getMessage().contains("5,000 of 5,000"), refusal.getMessage());
        assertTrue(refusal.getMessage().contains("id 4999 is missing"), refusal.getMessage());
    }

    @Test
    void resumesALoadWhereTheEngineCan() throws Exception {
        assertEquals(
                List.of("the load of 5,000 entries of log:fancy,colour.red was interrupted and resumes at 3,210"),
                loadAfterFailureAt(3210));
        assertEquals(1, log.soundManifest().interruptions());
    }

    @Test
    void aLoadThatLacksNothingButItsManifestIsNotLoadedAgain() throws Exception {
        log.engine.survives = true;
        Files.delete(log.load().folder().resolve(Manifest.NAME));
        Marker.loading(log.spec, Marker.Sitting.first("log 1.0"))
                .at(LogDataset.ENTRIES, 1.5, null)
                .write(log.folder(), false);
        log.engine.failAt = 0; // any record would fail
        assertTrue(log.loadAgain().get(0).endsWith("resumes at 5,000"));
        assertTrue(log.soundManifest().loadSeconds() >= 1.5, "what the first sitting took counts");
    }

    @Test
    void aLoadStartsAgainWhereWhatIsThereIsNotWhole() throws Exception {
        log.engine.spoilt.add(17L);
        log.engine.survives = true;
        log.engine.failAt = 3210;
        assertThrows(DatasetException.class, log::load);
        log.engine.spoilt.clear();
        String note = log.loadAgain().get(0);
        assertTrue(
                note.endsWith(
                        "starts again: the partial store is damaged: id 17: value of revision 0 differs at byte 17"),
                note);
        assertEquals(0, log.soundManifest().interruptions());
    }

    @Test
    void aLoadStartsAgainAfterAHoleAndAfterACutRecord() throws Exception {
        log.engine.dropped.add(2000L);
        log.engine.survives = true;
        log.engine.failAt = 3210;
        assertThrows(DatasetException.class, log::load);
        log.engine.dropped.clear();
        assertTrue(log.loadAgain().get(0).contains("starts again: the partial store is damaged: id "));
        log.soundManifest();

        log.datasets().remove(log.spec.folderName());
        log.engine.failAt = 3210;
        assertThrows(DatasetException.class, log::load);
        LogDataset.cut(log.folder().resolve("store").resolve(LogEngine.FILE), 5);
        assertTrue(log.loadAgain()
                .get(0)
                .contains("the partial store does not open: the log ends in the middle of a record"));
        log.soundManifest();
    }

    @Test
    void aLoadByAnotherVersionOrBeforeARestartOfTheMachineStartsAgain() throws Exception {
        log.engine.survives = true;
        log.engine.failAt = 3210;
        assertThrows(DatasetException.class, log::load);
        log.engine.version = "log 2.0";
        assertTrue(log.loadAgain().get(0).endsWith("it was started with log 1.0, and this is log 2.0"));

        log.datasets().remove(log.spec.folderName());
        log.engine.failAt = 3210;
        assertThrows(DatasetException.class, log::load);
        Path marker = log.folder().resolve(Marker.LOADING);
        String boot = Boot.id().orElseThrow();
        Files.writeString(marker, Files.readString(marker).replace(boot, "another-start"));
        assertTrue(log.loadAgain().get(0).contains("the machine has restarted since"));
        log.soundManifest();
    }

    @Test
    void aModifiedDatasetIsNotFoundAndIsLoadedAgain() throws Exception {
        Dataset dataset = log.load();
        dataset.markModified();
        DatasetException written =
                assertThrows(DatasetException.class, () -> log.datasets().find(log.spec));
        assertEquals(Reason.WRITTEN, written.reason());
        assertTrue(
                Dataset.at(log.folder(), log.spec).manifest().written(),
                "the workload that modified it opens it by its folder");
        assertEquals(
                List.of("a workload has modified 5,000 entries of log:fancy,colour.red: loading again"),
                log.loadAgain());
        assertFalse(log.soundManifest().written());
    }

    /** Loads up to {@code failAt}, and then again with notes taken. */
    private List<String> loadAfterFailureAt(long failAt) throws Exception {
        log.engine.survives = true;
        log.engine.failAt = failAt;
        DatasetException stopped = assertThrows(DatasetException.class, log::load);
        assertTrue(stopped.getMessage().endsWith("; load again to resume"), stopped.getMessage());
        return log.loadAgain();
    }
}
