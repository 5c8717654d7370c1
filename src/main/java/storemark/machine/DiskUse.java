package storemark.machine;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * What files and folders take on their file system, which is neither the sum of their sizes nor known to the JDK: no attribute
 * view has a file's blocks. {@code du} is asked, a child process of a few milliseconds.
 */
public final class DiskUse {
    private static final Duration LIMIT = Duration.ofMinutes(5);

    private DiskUse() {}

    /**
     * Allocated bytes of all files and folders below a directory, its own included, or of a file. Holes in sparse files do not
     * count, a file with several names counts once, and what vanishes meanwhile is left out.
     *
     * @throws IOException when {@code path} does not exist, a part of it cannot be read, or {@code du} is missing
     */
    public static long allocatedBytes(Path path) throws IOException {
        // -k, not --block-size=1: POSIX has it, and no file system of interest allocates less than a KiB.
        List<String> command = List.of("du", "-sk", path.toRealPath().toString());
        Tool.Result result = Tool.run("coreutils", LIMIT, command);
        String number = result.output().split("\\s", 2)[0];
        if (!number.matches("\\d{1,18}") || !result.onlyVanished()) {
            throw new IOException(path + " cannot be measured: " + result.complaint());
        }
        return Long.parseLong(number) * 1024;
    }
}
