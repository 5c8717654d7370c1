package storemark.engines;

import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import storemark.engine.StoreSpec;

/** Keeps libraries from creating what is missing: a folder, or a store that was to be opened and not made. */
public final class StoreFolder {
    private StoreFolder() {}

    /**
     * The directory of {@code spec}, which exists and, unless a store is to be created, holds {@code file}.
     *
     * @param file the name of a file that every store of the engine has
     * @throws NoSuchFileException when either is missing; nothing has been created then
     */
    public static Path of(StoreSpec spec, String file) throws NoSuchFileException, NotDirectoryException {
        Path directory = spec.target().directory();
        if (!Files.exists(directory)) {
            throw new NoSuchFileException(directory.toString(), null, "no such directory");
        }
        if (!Files.isDirectory(directory)) {
            throw new NotDirectoryException(directory.toString());
        }
        if (!spec.create() && !Files.exists(directory.resolve(file))) {
            throw new NoSuchFileException(directory.resolve(file).toString(), null, "no store is there");
        }
        return directory;
    }
}
