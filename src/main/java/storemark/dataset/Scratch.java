package storemark.dataset;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A folder for a store that lives as long as its process. Its name holds the process's id, and its {@link Ownership} proves that
 * it is ours, so that what a killed process left can be told from everything else and deleted.
 */
public final class Scratch implements AutoCloseable {
    private static final String PREFIX = "scratch-";

    private final Path folder;

    private Scratch(Path folder) {
        this.folder = folder;
    }

    /**
     * Makes a folder below {@code root}, which is made too where it is missing.
     *
     * @param purpose a word for its name
     * @throws IOException naming the folder, when it cannot be made
     */
    public static Scratch create(Path root, String purpose) throws IOException {
        Files.createDirectories(root);
        String name = PREFIX + ProcessHandle.current().pid() + "-" + purpose + "-";
        Path folder = Files.createTempDirectory(root, name);
        Ownership.claim(folder);
        Files.createDirectory(folder.resolve("store"));
        return new Scratch(folder);
    }

    /** The empty folder for the store. */
    public Path path() {
        return folder.resolve("store");
    }

    /** Whether a folder has such a name, which proves nothing. */
    static boolean isNamedSo(Path folder) {
        return folder.getFileName().toString().startsWith(PREFIX);
    }

    /** Deletes the scratch folders below {@code root} whose process is gone; what is not proved to be ours is left alone. */
    public static void sweep(Path root) throws IOException {
        if (!Files.isDirectory(root)) {
            return;
        }
        List<Path> folders;
        try (Stream<Path> all = Files.list(root)) {
            folders = all.filter(Scratch::isNamedSo).toList();
        }
        for (Path folder : folders) {
            String pid =
                    folder.getFileName().toString().substring(PREFIX.length()).split("-", 2)[0];
            boolean dead = pid.matches("[0-9]{1,18}")
                    && ProcessHandle.of(Long.parseLong(pid)).isEmpty();
            if (dead && Ownership.proves(folder)) {
                Folder.deleteTree(folder);
            }
        }
    }

    @Override
    public void close() throws IOException {
        Folder.deleteTree(folder);
    }
}
