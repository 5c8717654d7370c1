package storemark.engines;

import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import storemark.engine.StoreSpec;

/** Refuses missing folders and stores before a library creates them. */
public final class StoreFolder {
    private StoreFolder() {}

    /**
     * The directory of {@code spec}. It exists and, unless a store is to be created, has {@code file}.
     *
     * @param file the name of a file that every store of the engine has
     * @throws NoSuchFileException if either is missing; nothing is created
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
