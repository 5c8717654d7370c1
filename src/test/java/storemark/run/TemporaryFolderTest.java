package storemark.run;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import storemark.Thrown;
import storemark.machine.ProcessFolder;

class TemporaryFolderTest {
    private static Path folder(Path parent, int length) throws IOException {
        String made = parent.toRealPath().toString();
        return Files.createDirectories(Path.of(made, "x".repeat(length - made.length() - 1)));
    }

    /** In a folder with the longest path that is accepted, sockets can be made; its link has no part in it. */
    @Test
    void aPathThatIsTooLongForSocketsIsRefused(@TempDir Path parent) throws Exception {
        int longest = parent.toRealPath().toString().length() + 2;
        while (isAccepted(folder(parent, longest + 1))) {
            longest++;
        }
        try (ProcessFolder folder = new ProcessFolder(folder(parent, longest), "storemark-tmp-");
                ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            Path socket = folder.path().resolve("12345-12345");
            assertDoesNotThrow(() -> server.bind(UnixDomainSocketAddress.of(socket)));
        }
        Path link = Files.createSymbolicLink(parent.resolve("l"), folder(parent, longest + 1));
        Thrown.saying(IOException.class, "longer than " + longest + " bytes", () -> TemporaryFolder.refuseLong(link));
    }

    private static boolean isAccepted(Path folder) {
        try {
            TemporaryFolder.refuseLong(folder);
            return true;
        } catch (IOException refused) {
            return false;
        }
    }
}
