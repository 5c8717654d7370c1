package storemark.machine;

import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The kernel's cache of file contents. A memory limit does nothing for pages that were cached before it was set, by any
 * process: what a run is to read from disk must be evicted first. Works without root on Linux, for files that this user may
 * read. A store is a directory, whose files of all depths are meant, a file, or a block device. Thread-safe.
 */
public final class PageCache {
    private static final Duration LIMIT = Duration.ofMinutes(5);
    /** Files per child process, well below the limit on the length of a command line. */
    private static final int BATCH = 200;
    /**
     * {@code dd} with {@code iflag=nocache} and nothing to copy asks the kernel to drop all of the file
     * (posix_fadvise with POSIX_FADV_DONTNEED).
     */
    private static final String DROP = "for file; do dd if=\"$file\" iflag=nocache count=0 2>/dev/null; done";

    /** Pages of a store that change no rate, and cannot warm it. */
    private static final long FEW_BYTES = 1 << 20;
    /** The same of a device: udev reads both its ends for signatures when a writer has closed it. */
    private static final long FEW_BYTES_OF_DEVICE = 4 << 20;

    private static final int PAGE = 4096;
    private static final long WINDOW = 1L << 30;

    private PageCache() {}

    /**
     * Forces stores to disk, because dirty pages stay cached, and drops them from the cache. Pages that a process has mapped
     * stay too: close the store first, and ask {@link #residentBytes} whether it worked.
     *
     * @throws IOException when a store does not exist, or a file of it cannot be forced
     */
    public static void evict(List<Path> stores) throws IOException {
        for (Path store : stores) {
            StoreFiles.force(store);
            inBatches(StoreFiles.of(store), "coreutils", List.of("/bin/sh", "-c", DROP, "sh"));
        }
    }

    /**
     * How much of stores is in the page cache, by {@code fincore} of util-linux.
     *
     * @return bytes in whole pages, or -1 where a file cannot be read
     * @throws IOException when a store does not exist or cannot be walked
     */
    public static long residentBytes(List<Path> stores) throws IOException {
        long bytes = 0;
        for (Path store : stores) {
            // fincore takes a device for a file of no bytes, and says that none is cached.
            long resident = BlockLayer.number(store) != null ? residentByMapping(store) : residentFiles(store);
            if (resident < 0) {
                return -1;
            }
            bytes += resident;
        }
        return bytes;
    }

    private static long residentFiles(Path store) throws IOException {
        List<String> fincore = List.of("fincore", "--bytes", "--noheadings", "--output", "RES");
        long bytes = 0;
        for (Tool.Result part : inBatches(StoreFiles.of(store), "util-linux", fincore)) {
            if (!part.onlyVanished()) {
                return -1;
            }
            bytes += part.output()
                    .lines()
                    .mapToLong(line -> Long.parseLong(line.strip()))
                    .sum();
        }
        return bytes;
    }

    private static List<Tool.Result> inBatches(List<Path> files, String origin, List<String> tool) throws IOException {
        List<Tool.Result> results = new ArrayList<>();
        for (int from = 0; from < files.size(); from += BATCH) {
            List<String> command = new ArrayList<>(tool);
            files.subList(from, Math.min(files.size(), from + BATCH)).forEach(file -> command.add(file.toString()));
            results.add(Tool.run(origin, LIMIT, command));
        }
        return results;
    }

    /**
     * Bytes of the file in the page cache, in pages of 4 KiB, asked through Java's own mapping (mincore), where there is no tool for it. The
     * mapping caches nothing by itself.
     *
     * @return -1 when the file cannot be read; 0 when it has gone
     */
    static long residentByMapping(Path file) {
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

    /** How much of stores may stay cached, in bytes, without changing what is measured. */
    public static long negligibleBytes(List<Path> stores) {
        return stores.stream().anyMatch(store -> BlockLayer.number(store) != null) ? FEW_BYTES_OF_DEVICE : FEW_BYTES;
    }
}
