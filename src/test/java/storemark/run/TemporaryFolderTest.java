package storemark.run;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import storemark.machine.ProcessFolder;

class TemporaryFolderTest {
    private static Path root(Path parent, int length) throws IOException {
        String made = parent.toRealPath().toString();
        return Files.createDirectories(
                Path.of(made, "x".repeat(length - made.length() - 1)));
    }

    /** Of the longest path that is accepted, sockets can be made. */
    @Test
    void aPathThatIsTooLongForSocketsIsRefused(@TempDir Path parent) throws Exception {
        int length = 1;
        while (isAccepted(length + 1)) {
            length++;
        }
        try (ProcessFolder folder = new ProcessFolder(root(parent, length), "storemark-tmp-");
                ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            Path socket = folder.path().resolve("12345-12345");
            assertDoesNotThrow(() -> server.bind(UnixDomainSocketAddress.of(socket)));
        }
        Path longer = Path.of("/" + "x".repeat(length));
        String refused = assertThrows(IOException.class, () -> TemporaryFolder.refuseLong(longer))
                .getMessage();
        assertTrue(refused.contains("longer than " + length + " bytes"), refused);
    }

    private static boolean isAccepted(int length) {
        try {
            TemporaryFolder.refuseLong(Path.of("/" + "x".repeat(length - 1)));
            return true;
        } catch (IOException refused) {
            return false;
        }
    }
}
