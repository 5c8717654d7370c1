package storemark.dataset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import storemark.dataset.DatasetException.Reason;
import storemark.engine.EngineSpec;
import storemark.engine.Records;
import storemark.machine.StoreFiles;

class FolderCopyTest {
    @TempDir
    Path root;

    private final DatasetSpec spec =
            DatasetSpec.of(new LogEngine(), EngineSpec.parse("log"), new Records(1, 8, 100, 100, 0), 5000, null);
    private Dataset original;
    private Path place;

    @BeforeEach
    void loadTheOriginal() throws Exception {
        original = new Datasets(root.resolve("data")).load(spec, LogDataset.QUIETLY, false);
        place = root.resolve("copy");
    }

    @Test
    void aCopyIsADatasetThatSaysWhereItCameFrom() throws Exception {
        List<Progress> reports = new ArrayList<>();
        Dataset copy = original.copyTo(place, reports::add);
        assertEquals(original.manifest(), Dataset.at(place, spec).manifest());
        assertTrue(copy.verify(LogDataset.READING, Progress.Listener.NONE).sound());
        assertTrue(Files.readString(place.resolve(Marker.COPY)).contains(spec.folderName()));
        Progress last = reports.get(reports.size() - 1);
        assertEquals(Progress.Phase.COPY, last.phase());
        assertTrue(last.done() >= 5000 * 112, "copied: " + last.done());
    }

    @Test
    void whatHappensToACopyDoesNotHappenToTheOriginal() throws Exception {
        Dataset copy = original.copyTo(place, Progress.Listener.NONE);
        LogDataset.cut(place.resolve("store").resolve(LogEngine.FILE), 112);
        assertEquals(1, copy.verify(LogDataset.READING, Progress.Listener.NONE).problems());
        new Folder(copy.folder()).remove();
        assertFalse(Files.exists(place));
        assertTrue(original.verify(LogDataset.READING, Progress.Listener.NONE).sound());
    }

    @Test
    void holesStayHoles() throws Exception {
        Path sparse = original.folder().resolve("store").resolve("sparse");
        try (RandomAccessFile file = new RandomAccessFile(sparse.toFile(), "rw")) {
            file.setLength(1L << 30);
        }
        original.copyTo(place, Progress.Listener.NONE);
        assertEquals(1L << 30, Files.size(place.resolve("store").resolve("sparse")));
        assertTrue(StoreFiles.allocatedBytes(place) < 10 << 20);
    }

    @Test
    void anotherCopyIsReplacedFinishedOrNot() throws Exception {
        original.copyTo(place, Progress.Listener.NONE);
        Files.writeString(place.resolve("store").resolve("leftover"), "of an earlier workload");
        Files.delete(place.resolve(Manifest.NAME));
        DatasetException unfinished = assertThrows(DatasetException.class, () -> Dataset.at(place, spec));
        assertEquals(Reason.UNFINISHED, unfinished.reason());

        original.copyTo(place, Progress.Listener.NONE);
        assertFalse(Files.exists(place.resolve("store").resolve("leftover")));
        assertTrue(Dataset.at(place, spec)
                .verify(LogDataset.READING, Progress.Listener.NONE)
                .sound());
    }

    @Test
    void nothingButACopyIsReplaced() throws Exception {
        Path precious = Files.writeString(Files.createDirectories(place).resolve("thesis.tex"), "precious");
        assertRefused(place);
        assertEquals("precious", Files.readString(precious));

        DatasetSpec other = DatasetSpec.of(new LogEngine(), EngineSpec.parse("log"), spec.records(), 10, null);
        Dataset dataset = new Datasets(root.resolve("data")).load(other, LogDataset.QUIETLY, false);
        assertRefused(dataset.folder());
        assertTrue(dataset.verify(LogDataset.READING, Progress.Listener.NONE).sound());
    }

    private void assertRefused(Path target) {
        DatasetException refusal =
                assertThrows(DatasetException.class, () -> original.copyTo(target, Progress.Listener.NONE));
        assertEquals(Reason.FOREIGN, refusal.reason());
    }

    @Test
    void anInterruptedCopyLeavesNothing() throws Exception {
        Progress.Listener interrupting = progress -> Thread.currentThread().interrupt();
        assertThrows(InterruptedException.class, () -> original.copyTo(place, interrupting));
        assertFalse(Files.exists(place));
        original.copyTo(place, Progress.Listener.NONE);
    }

    @Test
    void aListenerThatFailsEndsTheCopyAndLeavesNothing() {
        Progress.Listener failing = progress -> {
            throw new IllegalStateException("no terminal");
        };
        assertThrows(IllegalStateException.class, () -> original.copyTo(place, failing));
        assertFalse(Files.exists(place));
    }
}
