package storemark.machine;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileSyncTest {
    @TempDir
    Path directory;

    @Test
    void forcesFilesInFoldersAndPassesOverWhatIsNone() throws Exception {
        Files.write(Files.createDirectories(directory.resolve("a/b")).resolve("file"), new byte[10_000]);
        Files.createSymbolicLink(directory.resolve("loop"), directory.resolve("loop")); // an error, if it is opened
        assertDoesNotThrow(() -> FileSync.force(directory));
    }

    @Test
    void aStoreThatIsNotThereIsAnError() {
        assertThrows(NoSuchFileException.class, () -> FileSync.force(directory.resolve("gone")));
    }
}
