package storemark.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PageCacheTest {
    private static final int SIZE = 1 << 20;

    @TempDir
    Path directory;

    @BeforeEach
    void onDisk() throws IOException {
        String type = Files.getFileStore(directory).type();
        assumeTrue(!type.equals("tmpfs"), "skipped: the temporary directory is on tmpfs, whose pages cannot go");
    }

    @Test
    void evictsDirtyPagesOfAllFiles() throws IOException {
        Path folder = Files.createDirectory(directory.resolve("a folder with $odd \"name\""));
        Files.write(folder.resolve("one"), new byte[SIZE]);
        Files.write(directory.resolve("two"), new byte[SIZE]);
        Files.createFile(directory.resolve("empty"));
        long before = PageCache.residentBytes(List.of(directory));

        PageCache.evict(List.of(directory));

        assertEquals(2 * SIZE, before);
        assertEquals(0, PageCache.residentBytes(List.of(directory)));
    }

    @Test
    void evictsOneFileAndNoOther() throws IOException {
        Path file = Files.write(directory.resolve("file"), new byte[SIZE]);
        Path other = Files.write(directory.resolve("other"), new byte[SIZE]);

        PageCache.evict(List.of(file));

        assertEquals(0, PageCache.residentBytes(List.of(file)));
        assertEquals(SIZE, PageCache.residentBytes(List.of(other)), "another file was not asked for");
    }

    @Test
    void evictsManyFilesInBatches() throws IOException {
        for (int i = 0; i < 450; i++) {
            Files.write(directory.resolve("file" + i), new byte[1]);
        }
        long before = PageCache.residentBytes(List.of(directory));

        PageCache.evict(List.of(directory));

        assertTrue(before >= 450 * 4096, "before: " + before);
        assertEquals(0, PageCache.residentBytes(List.of(directory)));
    }

    @Test
    void findsTheSameResidentPagesByMapping() throws IOException {
        Path file = Files.write(directory.resolve("file"), new byte[SIZE + 1]);
        assertEquals(SIZE + 4096, PageCache.residentByMapping(file));

        PageCache.evict(List.of(file));
        assertEquals(0, PageCache.residentByMapping(file));

        try (FileChannel channel = FileChannel.open(file)) {
            channel.read(ByteBuffer.allocate(1));
        }
        long some = PageCache.residentByMapping(file);
        assertTrue(some > 0, "one byte was read: " + some);
        assertEquals(PageCache.residentBytes(List.of(file)), some, "by fincore");
    }

    @Test
    void refusesAMissingStore() {
        assertThrows(NoSuchFileException.class, () -> PageCache.evict(List.of(directory.resolve("missing"))));
        assertThrows(NoSuchFileException.class, () -> PageCache.residentBytes(List.of(directory.resolve("missing"))));
    }
}
