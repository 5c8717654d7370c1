package storemark.machine;

import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Asks the kernel which pages of a file are cached (mincore), through Java's own mapping, where there is no tool for it. */
final class Residency {
    private static final int PAGE = 4096;
    private static final long WINDOW = 1L << 30;

    private Residency() {}

    /**
     * Bytes of the file in the page cache, in pages of 4 KiB; its mapping caches nothing by itself.
     *
     * @return -1 when the file cannot be read; 0 when it has gone
     */
    static long bytes(Path file) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            long size = channel.size();
            long bytes = 0;
            for (long from = 0; from < size; from += WINDOW) {
                bytes += resident(channel.map(FileChannel.MapMode.READ_ONLY, from, Math.min(WINDOW, size - from)));
            }
            return bytes;
        } catch (NoSuchFileException vanished) {
            return 0;
        } catch (IOException unreadable) {
            return -1;
        }
    }

    private static long resident(MappedByteBuffer window) {
        long bytes = 0;
        for (int from = 0; from < window.capacity(); from += PAGE) {
            boolean there =
                    window.slice(from, Math.min(PAGE, window.capacity() - from)).isLoaded();
            bytes += there ? PAGE : 0;
        }
        return bytes;
    }
}
