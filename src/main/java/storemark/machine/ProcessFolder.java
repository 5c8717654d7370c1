package storemark.machine;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/**
 * A folder that is used while its process lives, which holds a lock in it. So the leftovers of a killed process are recognised,
 * also from another process namespace.
 */
public final class ProcessFolder implements AutoCloseable {
    /** Says which folder it is for. Its name is the first, and so what is deleted last. */
    private static final String LOCK = ".storemark.lock";

    private final Path path;
    private final FileChannel lock;

    /**
     * Makes a folder in {@code root}.
     *
     * @param prefix begins its name
     */
    public ProcessFolder(Path root, String prefix) throws IOException {
        path = Files.createTempDirectory(root.toRealPath(), prefix);
        try {
            lock = lock(path);
        } catch (IOException failed) {
            StoreFiles.deleteTree(path);
            throw failed;
        }
    }

    private static FileChannel lock(Path folder) throws IOException {
        FileChannel lock =
                FileChannel.open(folder.resolve(LOCK), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        if (lock.tryLock() == null) {
            throw new IOException(folder + " is used by another process");
        }
        lock.write(ByteBuffer.wrap(folder.toString().getBytes(StandardCharsets.UTF_8)));
        return lock;
    }

    public Path path() {
        return path;
    }

    /** Folders in {@code root} whose process has ended. */
    public static List<Path> left(Path root, String prefix) throws IOException {
        try (Stream<Path> all = Files.list(root.toRealPath())) {
            return all.filter(folder -> folder.getFileName().toString().startsWith(prefix))
                    .filter(ProcessFolder::isLeft)
                    .toList();
        }
    }

    private static boolean isLeft(Path folder) {
        Path file = folder.resolve(LOCK);
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
                FileLock free = channel.tryLock()) {
            return free != null && Files.readString(file).equals(folder.toString());
        } catch (IOException | OverlappingFileLockException used) {
            return false;
        }
    }

    /** Deletes all that is in the folder now but the lock. */
    public void clear() throws IOException {
        try (Stream<Path> all = Files.list(path)) {
            for (Path each : all.filter(each -> !each.endsWith(LOCK)).toList()) {
                StoreFiles.deleteTree(each);
            }
        }
    }

    /** Gives up the lock: the folder, if it is still there, is left. */
    @Override
    public void close() throws IOException {
        lock.close();
    }
}
