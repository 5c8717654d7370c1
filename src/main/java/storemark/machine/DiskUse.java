package storemark.machine;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What files and folders take on their file system, which is neither the sum of their sizes nor known to the JDK: no
 * attribute view has a file's blocks. It is asked of {@code du}, a child process of a few milliseconds.
 *
 * @param allocatedBytes blocks of all files and folders below a directory, its own included; holes in sparse files count
 *     nothing, and a file with several names counts once
 * @param approximate true where {@code du} could not be had: each size rounded up to 4096 bytes, holes included
 */
public record DiskUse(long allocatedBytes, boolean approximate) {
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final int BLOCK = 4096;

    /**
     * Measures a directory or a file. What vanishes meanwhile is left out.
     *
     * @throws IOException when {@code path} does not exist or a part of it cannot be read
     */
    public static DiskUse of(Path path) throws IOException {
        return of("du", path);
    }

    static DiskUse of(String du, Path path) throws IOException {
        Path real = path.toRealPath();
        // -k, not --block-size=1: POSIX has it, and no file system of interest allocates less than a KiB.
        long kibibytes = total(du, real, "-sk");
        return kibibytes >= 0 ? new DiskUse(kibibytes * 1024, false) : new DiskUse(rounded(real), true);
    }

    /** {@link #allocatedBytes} of {@link #of}, for those who take an approximation where there is no better. */
    public static long allocatedBytes(Path path) throws IOException {
        return of(path).allocatedBytes();
    }

    /**
     * The number of inodes of the files and folders below {@code path}, its own included.
     *
     * @return -1 where {@code du} is not GNU's
     * @throws IOException when {@code path} does not exist or a part of it cannot be read
     */
    public static long inodes(Path path) throws IOException {
        return total("du", path.toRealPath(), "-s", "--inodes");
    }

    /** The number that du prints, or -1 when it is missing or does not know the options. */
    private static long total(String du, Path path, String... options) throws IOException {
        List<String> command = new ArrayList<>(List.of(du));
        command.addAll(List.of(options));
        command.add(path.toString());
        Optional<Tool.Result> done = Tool.run(LIMIT, command);
        if (done.isEmpty()) {
            return -1;
        }
        Tool.Result result = done.get();
        String number = result.output().split("\\s", 2)[0];
        if (number.matches("\\d{1,18}") && result.onlyVanished()) {
            return Long.parseLong(number);
        }
        if (number.matches("\\d{1,18}")) {
            throw new IOException(path + " cannot be measured: " + result.complaint());
        }
        return -1;
    }

    private static long rounded(Path path) throws IOException {
        AtomicLong bytes = new AtomicLong();
        StoreFiles.walk(path, (file, attributes) -> {
            long size = attributes.isDirectory() ? BLOCK : attributes.size();
            bytes.addAndGet((size + BLOCK - 1) / BLOCK * BLOCK);
        });
        return bytes.get();
    }
}
