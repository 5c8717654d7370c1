package storemark.dataset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import storemark.Mounted;
import storemark.Opened;
import storemark.Thrown;
import storemark.Tree;
import storemark.dataset.DatasetException.Reason;
import storemark.engine.EngineSpec;
import storemark.engine.Records;
import storemark.results.WholeFile;

/** A file system of 2 MiB, which only root may mount. */
class FullDiskTest {
    private static final int RECORD_BYTES = 8 + 4 + 1000;

    @TempDir
    Path root;

    @AutoClose
    private final Opened opened = new Opened();

    private Path small;

    @BeforeEach
    void mount() throws Exception {
        small = Files.createDirectories(root.resolve("small"));
        opened.add(Mounted.orSkip(small, "size=2m"));
    }

    @Test
    void aFileThatDoesNotFitIsNamed() {
        Path file = small.resolve("run.json");
        IOException full =
                assertThrows(IOException.class, () -> WholeFile.writeForced(file, new byte[RECORD_BYTES * 10_000]));
        assertEquals(file + ": No space left on device", full.getMessage());
    }

    @Test
    void aLoadThatFillsTheDiskSaysSoAndIsKnownAsUnfinished() throws Exception {
        Datasets datasets = new Datasets(small);
        DatasetSpec large = spec(10_000);
        DatasetException full =
                assertThrows(DatasetException.class, () -> datasets.load(large, LogDataset.QUIETLY, false));
        assertTrue(
                full.getMessage()
                        .matches("load of log stopped at [12],\\d{3} of 10,000 entries: (No space left on device|"
                                + "stopped before the disk is full: .*) \\(data: .*\\); free space or choose another "
                                + "--dir, then load again to start over"),
                full.getMessage());
        DatasetException unfinished = assertThrows(DatasetException.class, () -> datasets.find(large));
        assertEquals(Reason.UNFINISHED, unfinished.reason());
        assertTrue(unfinished.getMessage().matches(".*[12],\\d{3} of 10,000 entries.*"), unfinished.getMessage());

        datasets.remove(large.folderName());
        Dataset fits = datasets.load(spec(1000), LogDataset.QUIETLY, false);
        assertTrue(fits.verify(LogDataset.READING, Progress.Listener.NONE).sound());
    }

    @Test
    void aCopyThatFillsTheDiskLeavesNothing() throws Exception {
        Datasets datasets = new Datasets(small);
        Dataset dataset = datasets.load(spec(1_200_000 / RECORD_BYTES), LogDataset.QUIETLY, false);
        Path copy = small.resolve("copy");
        DatasetException full = Thrown.saying(
                DatasetException.class,
                "it takes 1.14 MiB, and the disk has ",
                () -> dataset.copyTo(copy, Progress.Listener.NONE));
        assertTrue(full.getMessage()
                .endsWith("; free space, choose another --dir, or use --in-place, which needs no copy"));
        assertFalse(Files.exists(copy));
        assertTrue(dataset.verify(LogDataset.READING, Progress.Listener.NONE).sound());
    }

    /** A write that finds no space does not name its file. */
    @Test
    void anErrorOfAFullDiskNamesTheFile() throws Exception {
        Scratch.create(small, "first").close(); // the data directory has its own mark
        Path folder = Files.createDirectory(small.resolve("folder"));
        Files.write(small.resolve("large"), new byte[1 << 20]);
        IOException full = assertThrows(IOException.class, () -> {
            try (OutputStream rest = Files.newOutputStream(small.resolve("rest"))) {
                while (true) {
                    rest.write(new byte[4096]);
                }
            }
        });
        assertEquals("No space left on device", full.getMessage());
        IOException unmarked = assertThrows(IOException.class, () -> Ownership.claim(folder));
        assertEquals(folder.resolve(Ownership.NAME) + ": No space left on device", unmarked.getMessage());
        IOException refused = assertThrows(IOException.class, () -> Scratch.create(small, "insert"));
        assertTrue(
                refused.getMessage().startsWith(small + "/scratch-insert-")
                        && refused.getMessage().contains("No space left on device"),
                refused.getMessage());
        String left = Tree.list(small).toString();
        assertFalse(left.contains("scratch-insert-"), left);
    }

    private static DatasetSpec spec(long entries) {
        return DatasetSpec.of(
                new LogEngine(), EngineSpec.parse("log"), new Records(3, 8, 1000, 1000, 0), entries, null);
    }
}
