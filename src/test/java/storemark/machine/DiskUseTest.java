package storemark.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskUseTest {
    private static final int MIB = 1 << 20;

    @TempDir
    Path directory;

    @Test
    void writtenBlocksCount() throws IOException {
        DiskUse before = DiskUse.of(directory);
        assumeFalse(before.approximate(), "skipped: no du command here");
        write(directory.resolve("a"), 3 * MIB);

        long grown = DiskUse.allocatedBytes(directory) - before.allocatedBytes();

        assertTrue(grown >= 3 * MIB && grown < 3 * MIB + 64 * 1024, "grown by " + grown);
    }

    @Test
    void holesDoNotCount() throws IOException {
        try (RandomAccessFile sparse =
                new RandomAccessFile(directory.resolve("sparse").toFile(), "rw")) {
            sparse.setLength(1L << 30);
            sparse.seek(1L << 29);
            sparse.write(1);
        }
        DiskUse use = DiskUse.of(directory);
        assumeFalse(use.approximate(), "skipped: no du command here");

        assertTrue(use.allocatedBytes() < MIB, use::toString);
    }

    @Test
    void aLinkToTheDirectoryIsFollowed() throws IOException {
        Path store = Files.createDirectory(directory.resolve("store"));
        write(store.resolve("a"), MIB);
        Path link = Files.createSymbolicLink(directory.resolve("link"), store);

        assertEquals(DiskUse.of(store), DiskUse.of(link));
        assertTrue(DiskUse.allocatedBytes(link) >= MIB);
    }

    @Test
    void inodesOfFilesAndFoldersCount() throws IOException {
        Path folder = Files.createDirectory(directory.resolve("folder"));
        for (int i = 0; i < 10; i++) {
            write(folder.resolve("file" + i), 1);
        }
        long inodes = DiskUse.inodes(directory);
        assumeTrue(inodes >= 0, "skipped: du does not count inodes here");

        assertEquals(12, inodes);
    }

    @Test
    void withoutDuSizesAreRoundedUpAndFlagged() throws IOException {
        write(directory.resolve("one"), 1);
        write(directory.resolve("page"), 4096);
        write(directory.resolve("more"), 4097);

        assertEquals(new DiskUse(4096 + 4096 + 4096 + 8192, true), DiskUse.of("no-such-command", directory));
    }

    @Test
    void aMissingDirectoryIsAnError() {
        assertThrows(NoSuchFileException.class, () -> DiskUse.of(directory.resolve("missing")));
    }

    @Test
    void filesMayVanishMeanwhile() throws Exception {
        write(directory.resolve("stays"), MIB);
        AtomicBoolean stop = new AtomicBoolean();
        Thread churn = new Thread(() -> {
            for (int i = 0; !stop.get(); i++) {
                Path file = directory.resolve("f" + i % 50);
                try {
                    Files.writeString(file, "x");
                    Files.deleteIfExists(directory.resolve("f" + (i + 1) % 50));
                } catch (IOException failure) {
                    throw new UncheckedIOException(failure);
                }
            }
        });
        churn.start();
        try {
            for (int i = 0; i < 20; i++) {
                assertTrue(DiskUse.allocatedBytes(directory) >= MIB);
                assertTrue(DiskUse.of("no-such-command", directory).allocatedBytes() >= MIB);
            }
        } finally {
            stop.set(true);
            churn.join();
        }
        assertFalse(churn.isAlive());
    }

    private static void write(Path file, int bytes) throws IOException {
        // Not zeros: a file system that compresses would keep none of them.
        byte[] data = new byte[bytes];
        new Random(1).nextBytes(data);
        Files.write(file, data);
        try (RandomAccessFile written = new RandomAccessFile(file.toFile(), "rw")) {
            written.getFD().sync();
        }
    }
}
