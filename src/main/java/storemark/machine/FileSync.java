package storemark.machine;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Waits for the device to have what the system holds of files. */
public final class FileSync {
    private FileSync() {}

    /**
     * Forces every regular file below {@code store}, which may be open and at work: what a memory map has written to them too. A
     * file that vanishes meanwhile owes nothing.
     *
     * @throws IOException when a file cannot be forced, or {@code store} does not exist
     */
    public static void force(Path store) throws IOException {
        for (Path file : StoreFiles.of(store)) {
            forceOne(file);
        }
    }

    private static void forceOne(Path file) throws IOException {
        FileChannel channel;
        try {
            channel = FileChannel.open(file, StandardOpenOption.READ);
        } catch (NoSuchFileException vanished) {
            return;
        }
        try (channel) {
            channel.force(true);
        }
    }
}
