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
    void dirtyPagesOfAllFilesGo() throws IOException {
        Path folder = Files.createDirectory(directory.resolve("a folder with $odd \"name\""));
        Files.write(folder.resolve("one"), new byte[SIZE]);
        Files.write(directory.resolve("two"), new byte[SIZE]);
        Files.createFile(directory.resolve("empty"));
        long before = PageCache.residentBytes(directory);

        PageCache.Eviction eviction = PageCache.evict(directory);

        assertEquals(new PageCache.Eviction(3, 2 * SIZE, List.of()), eviction);
        assertEquals(2 * SIZE, before);
        assertEquals(0, PageCache.residentBytes(directory));
    }

    @Test
    void oneFileIsAStoreToo() throws IOException {
        Path file = Files.write(directory.resolve("file"), new byte[SIZE]);
        Path other = Files.write(directory.resolve("other"), new byte[SIZE]);

        assertEquals(1, PageCache.evict(file).files());

        assertEquals(0, PageCache.residentBytes(file));
        assertEquals(SIZE, PageCache.residentBytes(other), "another file was not asked for");
    }

    @Test
    void manyFilesGoInBatches() throws IOException {
        for (int i = 0; i < 450; i++) {
            Files.write(directory.resolve("file" + i), new byte[1]);
        }
        long before = PageCache.residentBytes(directory);

        assertEquals(new PageCache.Eviction(450, 450, List.of()), PageCache.evict(directory));

        assertTrue(before >= 450 * 4096, "before: " + before);
        assertEquals(0, PageCache.residentBytes(directory));
    }

    @Test
    void withoutTheToolTheKernelIsAskedForEachPage() throws IOException {
        Path file = directory.resolve("file");
        Files.write(file, new byte[SIZE + 1]);
        Files.createFile(directory.resolve("empty"));
        assertEquals(SIZE + 4096, PageCache.residentBytes("no-such-command", directory));

        PageCache.evict(directory);
        assertEquals(0, PageCache.residentBytes("no-such-command", directory));

        try (FileChannel channel = FileChannel.open(file)) {
            channel.read(ByteBuffer.allocate(1));
        }
        long some = PageCache.residentBytes("no-such-command", directory);
        assertTrue(some > 0, "one byte was read: " + some);
        assertEquals(PageCache.residentBytes(directory), some, "by fincore, where there is one");
    }

    @Test
    void aMissingStoreIsAnError() {
        assertThrows(NoSuchFileException.class, () -> PageCache.evict(directory.resolve("missing")));
        assertThrows(NoSuchFileException.class, () -> PageCache.residentBytes(directory.resolve("missing")));
    }
}
