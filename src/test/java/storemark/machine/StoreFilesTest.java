package storemark.machine;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import storemark.InParallel;
import storemark.LoopDevice;

class StoreFilesTest {
    @TempDir
    Path directory;

    @Test
    void forcesFilesInFoldersAndSkipsLinks() throws Exception {
        Files.write(Files.createDirectories(directory.resolve("a/b")).resolve("file"), new byte[10_000]);
        Files.createSymbolicLink(directory.resolve("loop"), directory.resolve("loop")); // an error, if it is opened
        assertDoesNotThrow(() -> StoreFiles.force(directory));
    }

    /** By one call for all, where there are many. The kernel by itself would write them seconds later. */
    @ParameterizedTest
    @ValueSource(ints = {10, 2000})
    void whatIsForcedIsOnTheDevice(int count) throws Exception {
        LoopDevice.needsRoot();
        try (LoopDevice device = LoopDevice.create(directory, 64 << 20)) {
            Path store = directory.resolve("mounted");
            device.format(store);
            for (int file = 0; file < count; file++) {
                Files.write(store.resolve("file-" + file), new byte[4096]);
            }
            Path written = Path.of("/sys/block", device.name(), "stat");
            long before = sectorsWritten(written);
            StoreFiles.forceTogether(store);
            assertTrue(512 * (sectorsWritten(written) - before) >= 4096L * count);
        }
    }

    private static long sectorsWritten(Path statistics) throws IOException {
        return Long.parseLong(Files.readString(statistics).strip().split("\\s+", -1)[6]);
    }

    /** The file system's own error does not name it. */
    @Test
    void namesTheFileThatCannotBeForced() throws Exception {
        IOException refused = assertThrows(IOException.class, () -> StoreFiles.force(Path.of("/dev/null")));
        assertTrue(refused.getMessage().startsWith("/dev/null cannot be forced to its device: "), refused.getMessage());
    }

    @Test
    void refusesAMissingStore() {
        assertThrows(NoSuchFileException.class, () -> StoreFiles.force(directory.resolve("gone")));
    }

    /** A fork deletes its warm-up's store while another sweeps the data directory. */
    @RepeatedTest(5)
    @Timeout(60)
    void twoMayDeleteTheSameTree() throws Exception {
        for (int folder = 0; folder < 20; folder++) {
            Path store = Files.createDirectories(directory.resolve("tree/" + folder + "/store"));
            for (int file = 0; file < 50; file++) {
                Files.createFile(store.resolve("file-" + file));
            }
        }
        Path tree = directory.resolve("tree");
        InParallel.run(2, thread -> StoreFiles.deleteTree(tree));
        assertFalse(Files.exists(tree));
    }
}
