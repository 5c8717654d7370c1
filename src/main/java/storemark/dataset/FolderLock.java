package storemark.dataset;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import storemark.dataset.DatasetException.Reason;

/**
 * The right to use a dataset's folder, held while its store is open, because several engines do not notice a second
 * opener. It ends with the process, however that dies. May be released by any thread.
 */
final class FolderLock implements AutoCloseable {
    static final String NAME = "storemark.lock";

    private static final long PATIENCE_NANOS = 3_000_000_000L;
    private static final int LONGEST_PID = 20;
    private static final long PAUSE_NANOS = 50_000_000L;

    /** POSIX drops a process's lock when it closes <em>any</em> channel on the file, so no second one may be opened. */
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    private final Path held;
    private final FileChannel channel;

    private FolderLock(Path held, FileChannel channel) {
        this.held = held;
        this.channel = channel;
    }

    /**
     * Takes the lock of an existing folder.
     *
     * @throws DatasetException when somebody else holds it, naming the process
     */
    static FolderLock take(Path folder) throws DatasetException {
        try {
            Path real = folder.toRealPath();
            if (!HELD.add(real)) {
                throw inUse(folder, "this process");
            }
            FolderLock lock = null;
            try {
                while (lock == null) {
                    lock = attempt(real, folder);
                }
                return lock;
            } finally {
                if (lock == null) {
                    HELD.remove(real);
                }
            }
        } catch (DatasetException inUse) {
            throw inUse;
        } catch (IOException failure) {
            throw new Folder(folder).failed("cannot be locked", failure);
        }
    }

    /** Null when the file was replaced while we waited: a lock on a deleted file keeps nobody out. */
    private static FolderLock attempt(Path real, Path folder) throws IOException {
        Path file = real.resolve(NAME);
        Object before = fileKey(file);
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS) && !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new DatasetException(
                    Reason.FOREIGN, file + " is not a regular file, so it is left alone: move it away first");
        }
        FileChannel channel = FileChannel.open(
                file,
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE,
                LinkOption.NOFOLLOW_LINKS);
        FolderLock lock = null;
        try {
            FileLock taken = tryPatiently(channel);
            if (taken == null) {
                throw inUse(folder, holder(file));
            }
            if (Objects.equals(before, fileKey(file))) {
                if (holdsPid(channel)) {
                    channel.truncate(0);
                    String pid = ProcessHandle.current().pid() + "\n";
                    channel.write(ByteBuffer.wrap(pid.getBytes(StandardCharsets.US_ASCII)), 0);
                }
                lock = new FolderLock(real, channel);
            }
            return lock;
        } finally {
            if (lock == null) {
                channel.close();
            }
        }
    }

    /** Whether the file holds what we write into it, or nothing: any other content is not ours to replace. */
    private static boolean holdsPid(FileChannel channel) throws IOException {
        ByteBuffer content = ByteBuffer.allocate(LONGEST_PID);
        channel.read(content, 0);
        String text = new String(content.array(), 0, content.position(), StandardCharsets.US_ASCII);
        return channel.size() <= LONGEST_PID && text.matches("([0-9]+\n)?");
    }

    /** A fork whose runner was killed needs a moment to notice and to end; a run that is resumed at once must not fail on it. */
    private static FileLock tryPatiently(FileChannel channel) throws IOException {
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        FileLock lock = channel.tryLock();
        while (lock == null && System.nanoTime() < deadline) {
            LockSupport.parkNanos(PAUSE_NANOS);
            lock = channel.tryLock();
        }
        return lock;
    }

    private static Object fileKey(Path file) throws IOException {
        try {
            return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
        } catch (NoSuchFileException missing) {
            return null;
        }
    }

    private static String holder(Path file) throws IOException {
        String pid = Files.size(file) > LONGEST_PID
                ? ""
                : Files.readString(file, StandardCharsets.ISO_8859_1).strip();
        return pid.matches("[0-9]+") ? "process " + pid : "another process";
    }

    private static DatasetException inUse(Path folder, String holder) {
        return new DatasetException(
                Reason.LOCKED, folder + " is in use by " + holder + ": wait for it to end, or choose another --dir");
    }

    @Override
    public void close() throws DatasetException {
        try {
            channel.close();
        } catch (IOException failure) {
            throw new DatasetException(
                    Reason.FAILED,
                    held + " cannot be unlocked: " + DatasetException.oneLine(failure) + "; check its file system",
                    failure);
        } finally {
            HELD.remove(held);
        }
    }
}
