package storemark.dataset;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.UUID;

/**
 * What a data directory is known by in the headers of the devices that were given to it: an id in a file of its own, made when
 * the first one is. The stores of another directory may be somebody else's, so they are not replaced without asking.
 */
final class DeviceOwner {
    /** The file's name. */
    static final String NAME = "device-owner";

    private DeviceOwner() {}

    /**
     * The id of {@code root}; empty when no device was ever given to it.
     *
     * @throws IOException when the file is there and cannot be read
     */
    static Optional<String> of(Path root) throws IOException {
        Path file = root.resolve(NAME);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        String id = Files.readString(file).strip();
        return id.matches("[0-9a-f-]{36}") ? Optional.of(id) : Optional.empty();
    }

    /** The id of {@code root}, which gets one if it has none. */
    static String make(Path root) throws IOException {
        Optional<String> there = of(root);
        if (there.isPresent()) {
            return there.get();
        }
        String id = UUID.randomUUID().toString();
        Files.createDirectories(root);
        Path begun = Files.writeString(root.resolve(NAME + ".tmp"), id + "\n");
        Files.move(begun, root.resolve(NAME), StandardCopyOption.ATOMIC_MOVE);
        return id;
    }
}
