package storemark.machine;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The kernel's cache of file contents. A memory limit does nothing for pages that were cached before it was set, by any
 * process: what a run is to read from disk must be evicted first. Works without root on Linux, for files that this user
 * may read; elsewhere eviction fails for each file and residency is unknown. Thread-safe.
 */
public final class PageCache {
    private static final Duration LIMIT = Duration.ofMinutes(5);
    /** Files a child process, well below the limit on the length of a command line. */
    private static final int BATCH = 200;
    /**
     * {@code dd} with {@code iflag=nocache} and nothing to copy asks the kernel to drop all of the file
     * (posix_fadvise with POSIX_FADV_DONTNEED). Prints the index of each file that this failed for.
     */
    private static final String EVICT =
            "i=0; for f; do dd if=\"$f\" iflag=nocache count=0 2>/dev/null || echo $i; i=$((i+1)); done";

    /** Pages of a store that change no rate, and cannot warm it. */
    private static final long FEW_BYTES = 1 << 20;
    /** The same of a device: whoever looks for signatures, such as udev when a writer has closed it, reads at both its ends. */
    private static final long FEW_BYTES_OF_DEVICE = 4 << 20;

    private PageCache() {}

    /**
     * What {@link #evict} did.
     *
     * @param files how many files the kernel was asked to drop
     * @param bytes the sum of their sizes
     * @param failed the files that could not be forced to disk or dropped
     */
    public record Eviction(int files, long bytes, List<Path> failed) {}

    /**
     * Forces a store's files to disk, for dirty pages stay cached, and drops them from the cache. Pages that a process
     * has mapped stay too: close the store first, and ask {@link #residentBytes} whether it worked.
     *
     * @param store a directory, whose files of all depths are meant, a file, or a block device. Files that vanish
     *     meanwhile are left out.
     * @throws IOException when {@code store} does not exist or cannot be walked
     */
    public static Eviction evict(Path store) throws IOException {
        List<Path> forced = new ArrayList<>();
        List<Path> failed = new ArrayList<>();
        long bytes = 0;
        for (Path file : StoreFiles.of(store)) {
            long size = force(file, failed);
            if (size >= 0) {
                bytes += size;
                forced.add(file);
            }
        }
        for (int from = 0; from < forced.size(); from += BATCH) {
            drop(forced.subList(from, Math.min(forced.size(), from + BATCH)), failed);
        }
        return new Eviction(forced.size(), bytes, List.copyOf(failed));
    }

    /** Evicts all parts of a store, as {@link #evict(Path)} does. */
    public static void evict(List<Path> parts) throws IOException {
        for (Path part : parts) {
            evict(part);
        }
    }

    /** Returns the file's size, or -1 when it has gone, or went to {@code failed}. */
    private static long force(Path file, List<Path> failed) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            channel.force(true);
            return channel.size();
        } catch (NoSuchFileException vanished) {
            return -1;
        } catch (IOException unforced) {
            failed.add(file);
            return -1;
        }
    }

    private static void drop(List<Path> files, List<Path> failed) throws IOException {
        List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", EVICT, "sh"));
        files.forEach(file -> command.add(file.toString()));
        Optional<Tool.Result> done = Tool.run(LIMIT, command);
        if (done.isEmpty()) {
            failed.addAll(files);
            return;
        }
        for (String index : done.get().output().lines().toList()) {
            Path file = files.get(Integer.parseInt(index));
            if (Files.exists(file)) {
                failed.add(file);
            }
        }
    }

    /** How much of all parts of a store is in the page cache, as {@link #residentBytes(Path)} has it; -1 if unknown of one. */
    public static long residentBytes(List<Path> parts) throws IOException {
        long bytes = 0;
        for (Path part : parts) {
            long resident = residentBytes(part);
            if (resident < 0) {
                return -1;
            }
            bytes += resident;
        }
        return bytes;
    }

    /** How much of it may stay cached, in bytes, without changing what is measured. */
    public static long negligibleBytes(List<Path> parts) {
        return parts.stream().anyMatch(part -> DeviceNumber.of(part) != null) ? FEW_BYTES_OF_DEVICE : FEW_BYTES;
    }

    /**
     * How much of a store is in the page cache, by {@code fincore} of util-linux, or by mapping the files where that is
     * missing, which takes a third of a second for each GiB.
     *
     * @param store a directory, whose files of all depths are meant, a file, or a block device
     * @return bytes in whole pages, or -1 where the files cannot be read
     * @throws IOException when {@code store} does not exist or cannot be walked
     */
    public static long residentBytes(Path store) throws IOException {
        return residentBytes("fincore", store);
    }

    static long residentBytes(String fincore, Path store) throws IOException {
        if (DeviceNumber.of(store) != null) {
            return Residency.bytes(
                    store); // fincore takes a device for a file of no bytes, and says that none is cached
        }
        List<Path> files = StoreFiles.of(store);
        long bytes = 0;
        for (int from = 0; from < files.size(); from += BATCH) {
            long part = resident(fincore, files.subList(from, Math.min(files.size(), from + BATCH)));
            if (part < 0) {
                return -1;
            }
            bytes += part;
        }
        return bytes;
    }

    /** By the tool, in batches; -1 when a file cannot be read. */
    private static long resident(String fincore, List<Path> files) throws IOException {
        List<String> command = new ArrayList<>(List.of(fincore, "--bytes", "--noheadings", "--output", "RES"));
        files.forEach(file -> command.add(file.toString()));
        Optional<Tool.Result> done = Tool.run(LIMIT, command);
        if (done.isEmpty()) {
            return mapped(files);
        }
        if (!done.get().onlyVanished()) {
            return -1;
        }
        long bytes = 0;
        for (String line : done.get().output().lines().toList()) {
            bytes += Long.parseLong(line.strip());
        }
        return bytes;
    }

    private static long mapped(List<Path> files) {
        long bytes = 0;
        for (Path file : files) {
            long part = Residency.bytes(file);
            if (part < 0) {
                return -1;
            }
            bytes += part;
        }
        return bytes;
    }
}
