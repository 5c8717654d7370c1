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
 * @param copy whether it was made for a workload that writes
 * @param problem why it cannot be used as it is (unfinished, damaged), or null
 */
public record DatasetSummary(Path folder, Manifest manifest, long bytesOnDisk, boolean copy, String problem) {
    /** Empty for a folder that is not ours, or has nothing in it. */
    static Optional<DatasetSummary> of(Folder folder) {
        try {
            return switch (folder.state()) {
                case ABSENT, FOREIGN -> Optional.empty();
                case UNFINISHED -> Optional.of(broken(folder, "unfinished: " + folder.describe()));
                case COMPLETE ->
                    Optional.of(new DatasetSummary(
                            folder.path(), Manifest.read(folder.path()), bytes(folder), folder.isCopy(), null));
            };
        } catch (DatasetException damaged) {
            return Optional.of(broken(folder, damaged.getMessage()));
        }
    }

    private static DatasetSummary broken(Folder folder, String problem) {
        return new DatasetSummary(folder.path(), null, bytes(folder), folder.isCopy(), problem);
    }

    private static long bytes(Folder folder) {
        try {
            return folder.allocatedBytes();
        } catch (IOException unreadable) {
            return -1;
        }
    }
}
