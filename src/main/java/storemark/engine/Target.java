package storemark.engine;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
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
    /** The end of each device, in bytes, which is reserved for the harness: no engine may write there. */
    public static final int RESERVED_BYTES = 1 << 20;

    private static final int TYPE_MASK = 0170000;
    private static final int BLOCK_DEVICE = 0060000;

    public Target {
        Objects.requireNonNull(directory, "directory");
    }

    /** A store in files below {@code directory}, through the page cache. */
    public static Target directory(Path directory) {
        return new Target(directory, null, false);
    }

    /** The places that hold parts of the store: the directory, and the device if there is one. */
    public List<Path> places() {
        return device == null ? List.of(directory) : List.of(directory, device);
    }

    /**
     * How much of the device the store may use, in bytes from its start. Call it before a library gets the name of the device:
     * some create a file if there is none.
     *
     * @throws IOException if there is no such device, it is not a block device, or it cannot be read
     */
    public long deviceBytes() throws IOException {
        int mode = (int) Files.getAttribute(device, "unix:mode");
        if ((mode & TYPE_MASK) != BLOCK_DEVICE) {
            throw new IOException(device + " is not a block device: lsblk lists them");
        }
        try (FileChannel channel = FileChannel.open(device, StandardOpenOption.READ)) {
            return Math.max(0, channel.size() - RESERVED_BYTES);
        }
    }
}
