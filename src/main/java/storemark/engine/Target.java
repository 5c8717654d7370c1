package storemark.engine;

import java.nio.file.Path;
import java.util.Objects;

/**
 * Where a store lives.
 *
 * @param directory an existing directory, owned by the store alone; with a device it holds only what cannot be on the
 *     device (redo logs, lock files)
 * @param device a block device that takes the data, or null for none
 * @param directIo whether data files, or the device, are to be opened with O_DIRECT
 */
public record Target(Path directory, Path device, boolean directIo) {
    public Target {
        Objects.requireNonNull(directory, "directory");
    }

    /** A store in files below {@code directory}, through the page cache. */
    public static Target directory(Path directory) {
        return new Target(directory, null, false);
    }
}
