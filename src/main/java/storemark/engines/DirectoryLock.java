package storemark.engines;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import storemark.engine.Store;

/** Refuses a second opener of a directory, in this process or another, where the library itself would not notice it. */
public final class DirectoryLock implements AutoCloseable {
    private static final String FILE = "storemark.lock";

    /** Held by this process. Closing any channel of a file drops the POSIX locks on it, so the file is never opened twice. */
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    private final Path directory;
    private final FileChannel channel;

    private DirectoryLock(Path directory, FileChannel channel) {
        this.directory = directory;
        this.channel = channel;
    }

    /**
     * Takes the lock; a lock file stays in the directory.
     *
     * @throws IOException if the directory is missing (nothing is created), not writable, or in use
     */
    public static DirectoryLock take(Path directory) throws IOException {
        Path real = directory.toRealPath();
        if (!HELD.add(real)) {
            throw new FileSystemException(directory.toString(), null, "the store is already open in this process");
        }
        FileChannel channel = null;
        try {
            channel = FileChannel.open(real.resolve(FILE), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            FileLock lock = channel.tryLock();
            if (lock == null) {
                throw new FileSystemException(directory.toString(), null, "the store is open in another process");
            }
            return new DirectoryLock(real, channel);
        } catch (IOException | RuntimeException failed) {
            HELD.remove(real);
            if (channel != null) {
                channel.close();
            }
            throw failed;
        }
    }

    /** Opens a store in a directory that stays locked until it is closed; if opening fails, the lock is released. */
    public static Store hold(Path directory, Callable<Store> opener) throws Exception {
        DirectoryLock lock = take(directory);
        try {
            Store store = opener.call();
            return new ComposedStore(store::session, () -> {
                        try (lock) {
                            store.close();
                        }
                    })
                    .loadedBy(store::loader)
                    .settledBy(store::settle)
                    .sizedBy(store::bytesOnDisk)
                    .compactionsBy(store::compactionNanos);
        } catch (Exception | Error failed) {
            try (lock) {
                throw failed;
            }
        }
    }

    @Override
    public String toString() {
        return "lock of " + directory;
    }

    @Override
    public void close() throws IOException {
        try {
            channel.close();
        } finally {
            HELD.remove(directory);
        }
    }
}
