package storemark.run;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * JMH's own lock of this machine, held for a whole run. JMH takes it again for each benchmark: another run that started in
 * between would disturb the measurement, and later cells would fail.
 *
 * @param channel null where JMH has been told to ignore its lock
 */
public record JmhLock(FileChannel channel) implements AutoCloseable {
    /** JMH reads it once, when its runner is first used. */
    private static final String IGNORE = "jmh.ignoreLock";

    /**
     * Takes the lock, unless the user has told JMH to ignore it.
     *
     * @throws IOException with one line, when another process holds it, or it cannot be had
     */
    public static JmhLock take() throws IOException {
        if (Boolean.getBoolean(IGNORE)) {
            return new JmhLock(null);
        }
        Path file = Path.of(System.getProperty("java.io.tmpdir"), "jmh.lock");
        FileChannel channel = open(file);
        FileLock lock = channel.tryLock();
        if (lock == null) {
            channel.close();
            throw new IOException("another run or JMH is measuring on this machine (it holds " + file
                    + "): wait for it to end; to measure all the same, give java -D" + IGNORE + "=true before -jar");
        }
        System.setProperty(IGNORE, "true");
        return new JmhLock(channel);
    }

    /** As JMH does, so that the file of one user does not keep another from measuring. */
    private static FileChannel open(Path file) throws IOException {
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            try {
                Files.createFile(file);
                Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
            } catch (FileAlreadyExistsException another) {
                return open(file); // has just made it
            }
        }
        try {
            return FileChannel.open(file, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        } catch (AccessDeniedException other) {
            throw new IOException(
                    "another user's " + file + " cannot be opened: delete it as that user or as root, or give"
                            + " java -Djava.io.tmpdir=DIR before -jar",
                    other);
        }
    }

    @Override
    public void close() throws IOException {
        if (channel != null) {
            channel.close();
        }
    }
}
