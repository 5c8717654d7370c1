package storemark.dataset;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * One line of a list of datasets.
 *
 * @param folder where it is; its last name is the dataset's
 * @param manifest what it is; null when it is unfinished or damaged
 * @param bytesOnDisk allocated bytes of its store now, or -1 where they cannot be measured
 * @param note what is to be said of it (a copy, unfinished, damaged); empty for a dataset in order
 */
public record Listed(Path folder, Manifest manifest, long bytesOnDisk, String note) {
    static Optional<Listed> of(Folder folder) throws DatasetException {
        return switch (folder.state()) {
            case ABSENT, FOREIGN -> Optional.empty();
            case UNFINISHED ->
                Optional.of(new Listed(folder.path(), null, bytes(folder), "unfinished: " + folder.describe()));
            case COMPLETE -> Optional.of(complete(folder));
        };
    }

    private static Listed complete(Folder folder) {
        try {
            Manifest manifest = Manifest.read(folder.path());
            return new Listed(folder.path(), manifest, bytes(folder), folder.isCopy() ? "copy" : "");
        } catch (DatasetException damaged) {
            return new Listed(folder.path(), null, bytes(folder), damaged.getMessage());
        }
    }

    private static long bytes(Folder folder) {
        try {
            return folder.allocatedBytes();
        } catch (IOException unreadable) {
            return -1;
        }
    }
}
