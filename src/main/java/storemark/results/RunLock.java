package storemark.results;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The right to write to a run's folder. A lock of the kernel, so that it ends with its process, and is seen from other process
 * namespaces too. Nothing else may open its file: closing any channel on it gives the lock up.
 */
public record RunLock(FileChannel channel) implements AutoCloseable {
    private static final String NAME = "run.lock";

    /**
     * Takes the lock of a run's folder.
     *
     * @throws IOException with one line, when another process holds it, or it cannot be had
     */
    public static RunLock take(Path folder) throws IOException {
        Path file = folder.resolve(NAME);
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw new IOException(file + " is not a regular file: delete it"); // opening a pipe would wait
        }
        FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        if (!isFree(channel)) {
            channel.close();
            throw new IOException(folder + " is being measured by another process: wait for it to end");
        }
        return new RunLock(channel);
    }

    private static boolean isFree(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException ownProcess) {
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
