package storemark.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The lock that JMH has of a machine. */
class JmhLockTest {
    private static final String IGNORE = "jmh.ignoreLock";
    private static final String TEMPORARY = "java.io.tmpdir";

    @TempDir
    private Path folder;

    private String ignored;
    private String temporary;

    @BeforeEach
    void temporaryFolder() {
        ignored = System.clearProperty(IGNORE);
        temporary = System.setProperty(TEMPORARY, folder.toString());
    }

    @AfterEach
    void asBefore() {
        System.setProperty(TEMPORARY, temporary);
        if (ignored == null) {
            System.clearProperty(IGNORE);
        } else {
            System.setProperty(IGNORE, ignored);
        }
    }

    @Test
    void everyUserMayTakeItAfterwards() throws Exception {
        JmhLock.take().close();
        assertEquals(
                PosixFilePermissions.fromString("rw-rw-rw-"),
                Files.getPosixFilePermissions(folder.resolve("jmh.lock")));
    }

    @Test
    void aLinkInItsPlaceIsNotFollowed() throws Exception {
        Path letter = Files.writeString(folder.resolve("letter"), "precious");
        Files.createSymbolicLink(folder.resolve("jmh.lock"), letter);
        assertThrows(IOException.class, JmhLock::take);
        assertEquals("precious", Files.readString(letter));
    }
}
