package storemark.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessFolderTest {
    @TempDir
    Path root;

    @Test
    void isLeftOnceItsLockIsGivenUp() throws IOException {
        ProcessFolder folder = new ProcessFolder(root, "ours-");
        assertEquals(List.of(), ProcessFolder.left(root, "ours-"));
        folder.close();
        assertEquals(List.of(), ProcessFolder.left(root, "theirs-"));
        assertEquals(List.of(folder.path()), ProcessFolder.left(root, "ours-"));
        StoreFiles.deleteTree(folder.path());
        assertFalse(Files.exists(folder.path()));
    }

    @Test
    void aFolderOfSomebodyElseIsNotOurs() throws IOException {
        ProcessFolder folder = new ProcessFolder(root, "ours-");
        folder.close();
        Files.createDirectory(root.resolve("ours-unlocked"));
        Files.move(folder.path(), root.resolve("ours-renamed")); // its lock names another
        assertEquals(List.of(), ProcessFolder.left(root, "ours-"));
    }

    @Test
    void keepsItsLockWhenItIsCleared() throws IOException {
        ProcessFolder folder = new ProcessFolder(root, "ours-");
        Files.createDirectories(folder.path().resolve("library/below"));
        folder.clear();
        assertFalse(Files.exists(folder.path().resolve("library")));
        assertTrue(Files.exists(folder.path().resolve(".storemark.lock")));
        folder.close();
    }
}
