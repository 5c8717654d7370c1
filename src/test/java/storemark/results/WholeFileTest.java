package storemark.results;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import storemark.Tree;

/** A file that cannot be written leaves nothing beside it, and the error names what the user has named. */
class WholeFileTest {
    private static final byte[] CONTENT = {1};

    @TempDir
    Path folder;

    @Test
    void aFileThatIsThereIsNotReplacedByANewOne() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "theirs");
        assertThrows(FileAlreadyExistsException.class, () -> WholeFile.writeNew(file, CONTENT));
        assertEquals("theirs", Files.readString(file));
        assertEquals(List.of(file), Tree.list(folder));
    }

    @Test
    void aFolderInTheFilesPlaceIsNamed() throws IOException {
        Path there = Files.createDirectory(folder.resolve("there"));
        String message = assertThrows(IOException.class, () -> WholeFile.write(there, CONTENT))
                .getMessage();
        assertEquals(there + " is a directory: name a file", message);
        assertEquals(List.of(there), Tree.list(folder));
    }

    @Test
    void aFolderThatIsMissingIsNamed() {
        Path missing = folder.resolve("missing");
        String message = assertThrows(
                        NoSuchFileException.class, () -> WholeFile.write(missing.resolve("file"), CONTENT))
                .getMessage();
        assertEquals(missing.toString(), message);
    }
}
