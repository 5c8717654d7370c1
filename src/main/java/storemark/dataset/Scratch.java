package storemark.dataset;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import storemark.machine.StoreFiles;

/**
 * A folder for a store that lives as long as its process, which holds the folder's {@link FolderLock}. The folder's {@link
 * Ownership} proves that it is ours, so that what a killed process left can be told from everything else and deleted.
 */
public final class Scratch implements AutoCloseable {
    private static final String PREFIX = "scratch-";

    private final Path folder;
    private final FolderLock lock;

    private Scratch(Path folder, FolderLock lock) {
        this.folder = folder;
        this.lock = lock;
    }

    /**
     * Makes a folder below {@code root}, which is made too where it is missing.
     *
     * @param purpose a word for its name
     * @throws IOException naming the folder, when it cannot be made
     */
    public static Scratch create(Path root, String purpose) throws IOException {
        Files.createDirectories(root);
        Path folder = Files.createTempDirectory(root, PREFIX + purpose + "-");
        try {
            FolderLock lock = FolderLock.take(folder); // before it can be known as ours, and swept
            Ownership.claim(folder);
            Files.createDirectory(folder.resolve("store"));
            return new Scratch(folder, lock);
        } catch (IOException failure) {
            StoreFiles.deleteTree(folder);
            throw failure;
        }
    }

    /** The empty folder for the store. */
    public Path path() {
        return folder.resolve("store");
    }

    /** Whether a folder has such a name, which proves nothing. */
    static boolean isNamedSo(Path folder) {
        return folder.getFileName().toString().startsWith(PREFIX);
    }

    @Override
    public void close() throws IOException {
        try (lock) {
            StoreFiles.deleteTree(folder);
        }
    }
}
