package storemark.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
    void countsWrittenBlocks() throws IOException {
        long before = StoreFiles.allocatedBytes(directory);
        write(directory.resolve("a"), 3 * MIB);

        long grown = StoreFiles.allocatedBytes(directory) - before;

        assertTrue(grown >= 3 * MIB && grown < 3 * MIB + 64 * 1024, "grown by " + grown);
    }

    @Test
    void doesNotCountHoles() throws IOException {
        try (RandomAccessFile sparse =
                new RandomAccessFile(directory.resolve("sparse").toFile(), "rw")) {
            sparse.setLength(1L << 30);
            sparse.seek(1L << 29);
            sparse.write(1);
        }
        long allocated = StoreFiles.allocatedBytes(directory);

        assertTrue(allocated < MIB, "allocated: " + allocated);
    }

    @Test
    void followsALinkToTheDirectory() throws IOException {
        Path store = Files.createDirectory(directory.resolve("store"));
        write(store.resolve("a"), MIB);
        Path link = Files.createSymbolicLink(directory.resolve("link"), store);

        assertEquals(StoreFiles.allocatedBytes(store), StoreFiles.allocatedBytes(link));
        assertTrue(StoreFiles.allocatedBytes(link) >= MIB);
    }

    @Test
    void refusesAMissingDirectory() {
        assertThrows(NoSuchFileException.class, () -> StoreFiles.allocatedBytes(directory.resolve("missing")));
    }

    @Test
    void leavesOutFilesThatVanishMeanwhile() throws Exception {
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
                assertTrue(StoreFiles.allocatedBytes(directory) >= MIB);
            }
            assertTrue(churn.isAlive(), "files came and went until now");
        } finally {
            stop.set(true);
            churn.join();
        }
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
