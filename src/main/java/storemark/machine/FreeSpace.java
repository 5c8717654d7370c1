package storemark.machine;

import java.io.File;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import storemark.text.Amount;

/**
 * What is left on the file system of a directory.
 *
 * @param usableBytes what this user may still write
 * @param totalBytes the size of the file system
 */
public record FreeSpace(long usableBytes, long totalBytes) {
    /**
     * Looks at the file system of {@code directory}: three system calls, where a {@link java.nio.file.FileStore} reads the table of
     * mounts.
     *
     * @throws IOException when it is gone
     */
    public static FreeSpace of(Path directory) throws IOException {
        File file = directory.toFile();
        if (!file.exists()) {
            throw new NoSuchFileException(directory.toString());
        }
        return new FreeSpace(file.getUsableSpace(), file.getTotalSpace());
    }

    /** As {@link #of}, of the file system where {@code directory} will be if it is not there yet. */
    public static FreeSpace ahead(Path directory) throws IOException {
        return of(Storage.nearestExisting(directory));
    }

    /** What may be written before the share begins that is to stay unused, {@link Preflight#RESERVED_SHARE}; 0 or more. */
    public long spendableBytes() {
        return Math.max(0, usableBytes - (long) (Preflight.RESERVED_SHARE * totalBytes));
    }

    /** Whether nothing more should be written: engines crash, and some lose data, when nothing more can be. */
    public boolean exhausted() {
        return spendableBytes() == 0;
    }

    /** {@code 1.1 GiB free of 64.0 GiB, of which 2% stay unused}. */
    @Override
    public String toString() {
        return Amount.ofBytes(usableBytes) + " free of " + Amount.ofBytes(totalBytes) + ", of which "
                + Math.round(100 * Preflight.RESERVED_SHARE) + "% stay unused";
    }
}
