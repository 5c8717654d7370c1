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
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import storemark.dataset.DatasetException.Reason;

/**
 * The right to use a dataset's folder, held while its store is open, because several engines do not notice a second opener. The
 * kernel ends it with the process, however that dies, and knows it from every process namespace: a process id, which the file
 * holds for messages, proves nothing. May be released by any thread.
 */
record FolderLock(Path file, FileChannel channel) implements AutoCloseable {
    /** Held while a store is open, or being made. */
    static final String NAME = "storemark.lock";

    /** Held by the process that made a copy until it deletes it, also while nobody has its store open. */
    static final String KEEP = "storemark.keep";

    private static final long PATIENCE_NANOS = 3_000_000_000L;
    private static final long PAUSE_NANOS = 50_000_000L;
    private static final String PID = "[0-9]{1,19}\n";

    /** POSIX drops a process's lock when it closes <em>any</em> channel on the file, so no second one may be opened. */
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    /** By folder. A channel that nothing refers to is closed by the garbage collector. */
    private static final Map<Path, FolderLock> KEPT = new ConcurrentHashMap<>();

    /**
     * Takes the lock of an existing folder.
     *
     * @throws DatasetException when somebody else holds it, naming the process
     */
    static FolderLock take(Path folder) throws DatasetException {
        return take(folder, NAME);
    }

    /**
     * Keeps a copy, which this process makes, from being swept by others until {@link #letGo} or the end of this process.
     *
     * @throws DatasetException when another process keeps it
     */
    static void keep(Path folder) throws DatasetException {
        if (!KEPT.containsKey(key(folder))) {
            KEPT.put(key(folder), take(folder, KEEP));
        }
    }

    /** Ends {@link #keep}, if this process keeps the folder. */
    static void letGo(Path folder) throws DatasetException {
        FolderLock kept = KEPT.remove(key(folder));
        if (kept != null) {
            kept.close();
        }
    }

    /** @throws DatasetException when another process keeps the folder */
    static void refuseKept(Path folder) throws DatasetException {
        if (!KEPT.containsKey(key(folder)) && isHeld(folder, KEEP)) {
            throw inUse(folder, "another process");
        }
    }

    /** Whether any process, this one included, holds the lock of this name now. */
    static boolean isHeld(Path folder, String name) throws DatasetException {
        try {
            Path file = folder.toRealPath().resolve(name);
            boolean pipe = Files.exists(file) && !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
            if (pipe || HELD.contains(file)) { // opening a pipe would wait
                return true;
            }
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
                return channel.tryLock() == null;
            }
        } catch (NoSuchFileException missing) {
            return false;
        } catch (IOException failure) {
            throw new Folder(folder).failed("cannot be locked", failure);
        }
    }

    private static Path key(Path folder) {
        return folder.toAbsolutePath().normalize();
    }

    private static FolderLock take(Path folder, String name) throws DatasetException {
        try {
            Path file = folder.toRealPath().resolve(name);
            if (!HELD.add(file)) {
                throw inUse(folder, "this process");
            }
            FolderLock lock = null;
            try {
                while (lock == null) {
                    lock = attempt(file, folder);
                }
                return lock;
            } finally {
                if (lock == null) {
                    HELD.remove(file);
                }
            }
        } catch (IOException failure) {
            throw new Folder(folder).failed("cannot be locked", failure);
        }
    }

    /** Null when the file was replaced while we waited: a lock on a deleted file keeps nobody out. */
    private static FolderLock attempt(Path file, Path folder) throws IOException {
        Object before = fileKey(file);
        if (before != null && !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw Reason.FOREIGN.error(file + " is not a regular file, so it is left alone: move it away first");
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
            String content = content(channel);
            if (taken == null) {
                throw inUse(folder, content.matches(PID) ? "process " + content.strip() : "another process");
            }
            if (Objects.equals(before, fileKey(file))) {
                if (content.isEmpty() || content.matches(PID)) { // any other content is not ours to replace
                    channel.truncate(0);
                    channel.write(
                            StandardCharsets.US_ASCII.encode(
                                    ProcessHandle.current().pid() + "\n"),
                            0);
                }
                lock = new FolderLock(file, channel);
            }
            return lock;
        } finally {
            if (lock == null) {
                channel.close();
            }
        }
    }

    /** The file's content, or the beginning of one that is too long for a process id. */
    private static String content(FileChannel channel) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(64);
        channel.read(bytes, 0);
        return StandardCharsets.ISO_8859_1.decode(bytes.flip()).toString();
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

    /** What tells this file from another of its name; null when there is none. */
    private static Object fileKey(Path file) throws IOException {
        try {
            return Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                    .fileKey();
        } catch (NoSuchFileException missing) {
            return null;
        }
    }

    private static DatasetException inUse(Path folder, String holder) {
        return Reason.LOCKED.error(
                folder + " is in use by " + holder + ": wait for it to end, or choose another --dir");
    }

    @Override
    public void close() throws DatasetException {
        try {
            channel.close();
        } catch (IOException failure) {
            throw Reason.FAILED.error(
                    file + " cannot be unlocked: " + DatasetException.oneLine(failure) + "; check its file system",
                    failure);
        } finally {
            HELD.remove(file);
        }
    }
}
