package storemark.machine;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

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
        Tool.Result result;
        try {
            result = Tool.run(LIMIT, command);
        } catch (InterruptedIOException interrupted) {
            throw interrupted;
        } catch (IOException noShell) {
            failed.addAll(files);
            return;
        }
        for (String index : result.output().lines().toList()) {
            Path file = files.get(Integer.parseInt(index));
            if (Files.exists(file)) {
                failed.add(file);
            }
        }
    }

    /**
     * How much of a store is in the page cache, by {@code fincore} of util-linux.
     *
     * @param store a directory, whose files of all depths are meant, or a file
     * @return bytes in whole pages, or -1 where the tool is missing or cannot read the files
     * @throws IOException when {@code store} does not exist or cannot be walked
     */
    public static long residentBytes(Path store) throws IOException {
        return residentBytes("fincore", store);
    }

    static long residentBytes(String fincore, Path store) throws IOException {
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

    private static long resident(String fincore, List<Path> files) throws IOException {
        List<String> command = new ArrayList<>(List.of(fincore, "--bytes", "--noheadings", "--output", "RES"));
        files.forEach(file -> command.add(file.toString()));
        Tool.Result result;
        try {
            result = Tool.run(LIMIT, command);
        } catch (InterruptedIOException interrupted) {
            throw interrupted;
        } catch (IOException missing) {
            return -1;
        }
        if (!result.onlyVanished()) {
            return -1;
        }
        long bytes = 0;
        for (String line : result.output().lines().toList()) {
            bytes += Long.parseLong(line.strip());
        }
        return bytes;
    }
}
