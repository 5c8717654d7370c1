package storemark.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import storemark.machine.FreeSpace;
import storemark.machine.ProcessFolder;
import storemark.machine.StoreFiles;
import storemark.text.Amount;

/**
 * Where the processes that this one starts unpack their libraries: a folder of this process' own in {@code java.io.tmpdir}. It is
 * deleted at the end, and what a killed process has left by the next one. Safe to share between threads.
 */
public final class TemporaryFolder {
    private static final String PREFIX = "storemark-tmp-";
    private static final String PROPERTY = "java.io.tmpdir";
    /** Leaves room for a folder with the process's number, and for a socket in it. */
    private static final int MOST_ROOT_BYTES = 107 - 20 - PREFIX.length() - 14;

    private static final int ATTEMPTS = 20;
    private static final long PAUSE_NANOS = 50_000_000;

    /** What the largest library takes, and some more. */
    private static final long LIBRARY_BYTES = 32 << 20;

    /** Null until it is needed. */
    private static ProcessFolder folder;

    private TemporaryFolder() {}

    /**
     * The folder, made at the first call.
     *
     * @throws IOException with one line, when it cannot be made
     */
    static synchronized Path path() throws IOException {
        if (folder == null) {
            Path root = Path.of(System.getProperty(PROPERTY));
            try {
                for (Path left : ProcessFolder.left(root, PREFIX)) {
                    StoreFiles.deleteTree(left);
                }
                folder = new ProcessFolder(root, PREFIX);
            } catch (IOException failed) {
                throw new IOException(
                        "no folder can be made in " + root + " (" + failed.getMessage() + "): " + remedy(), failed);
            }
            Runtime.getRuntime().addShutdownHook(new Thread(TemporaryFolder::delete, "temporary-folder"));
        }
        return folder.path();
    }

    /**
     * Refuses a {@code java.io.tmpdir} that is too long for the sockets of a run: the kernel takes paths of up to 107 bytes.
     *
     * @throws IOException with one line
     */
    public static void refuseLong() throws IOException {
        refuseLong(Path.of(System.getProperty(PROPERTY)));
    }

    static void refuseLong(Path root) throws IOException {
        Path real = root.toRealPath();
        if (real.toString().getBytes(StandardCharsets.UTF_8).length > MOST_ROOT_BYTES) {
            throw new IOException("java.io.tmpdir is " + real + ", longer than " + MOST_ROOT_BYTES
                    + " bytes, too long for sockets in it: give another folder by java -D" + PROPERTY
                    + "=DIR before -jar");
        }
    }

    /** The flags by which a JVM unpacks there; those of JNA else go to the user's home. */
    public static List<String> flags() throws IOException {
        return List.of("-D" + PROPERTY + "=" + path(), "-Djna.tmpdir=" + path());
    }

    /** Deletes what processes that have ended, or were killed, have left there; to be called while none runs. */
    static synchronized void clear() throws IOException {
        if (folder != null) {
            folder.clear();
        }
    }

    /** What to do, where {@code java.io.tmpdir} has no room for a library; empty where it has, or cannot be read. */
    static Optional<String> shortage() {
        Path root = Path.of(System.getProperty(PROPERTY));
        try {
            long free = FreeSpace.of(root).usableBytes();
            return free < LIBRARY_BYTES
                    ? Optional.of("temporary files have " + Amount.ofBytes(free) + " left in " + root + ": " + remedy())
                    : Optional.empty();
        } catch (IOException unknown) {
            return Optional.empty(); // the error at hand says more
        }
    }

    private static String remedy() {
        return "free space there, or give java -D" + PROPERTY + "=DIR before -jar";
    }

    /** Processes that are being ended meanwhile may write a little longer. */
    private static void delete() {
        for (int attempt = 1; ; attempt++) {
            try {
                StoreFiles.deleteTree(folder.path());
                return;
            } catch (IOException written) {
                if (attempt == ATTEMPTS) {
                    System.err.println(
                            folder.path() + " could not be deleted: " + written.getMessage() + ": delete it yourself");
                    return;
                }
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }
}
