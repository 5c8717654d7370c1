package storemark.engines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import storemark.OwnJvm;
import storemark.Thrown;

class DirectoryLockTest {
    private static final int TAKEN = 0;
    private static final int REFUSED = 3;

    @Test
    void refusesSecondOpenerInSameProcess(@TempDir Path directory) throws IOException {
        Path sameByAnotherName = directory.resolve("..").resolve(directory.getFileName());
        try (DirectoryLock first = DirectoryLock.take(directory)) {
            Thrown.saying(
                    FileSystemException.class,
                    "already open in this process",
                    () -> DirectoryLock.take(sameByAnotherName));
            first.close();
            DirectoryLock.take(directory).close();
        }
    }

    @Test
    void refusesOtherProcessAfterRefusalInThisOne(@TempDir Path directory) throws Exception {
        try (DirectoryLock lock = DirectoryLock.take(directory)) {
            assertThrows(IOException.class, () -> DirectoryLock.take(directory));
            assertEquals(REFUSED, takeInAnotherProcess(directory), "while it is held by " + lock);
        }
        assertEquals(TAKEN, takeInAnotherProcess(directory));
    }

    @Test
    void createsNothingIfDirectoryIsMissing(@TempDir Path directory) {
        Path missing = directory.resolve("missing");
        assertThrows(NoSuchFileException.class, () -> DirectoryLock.take(missing));
        assertTrue(Files.notExists(missing));
    }

    private static int takeInAnotherProcess(Path directory) throws Exception {
        return new ProcessBuilder(OwnJvm.command(Other.class, List.of(), directory.toString()))
                .inheritIO()
                .start()
                .waitFor();
    }

    static final class Other {
        private Other() {}

        public static void main(String[] args) throws IOException {
            try (DirectoryLock lock = DirectoryLock.take(Path.of(args[0]))) {
                System.exit(lock != null ? TAKEN : 1);
            } catch (FileSystemException refused) {
                System.exit(refused.getMessage().contains("open in another process") ? REFUSED : 1);
            }
        }
    }
}
