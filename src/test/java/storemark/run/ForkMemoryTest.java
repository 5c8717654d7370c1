package storemark.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static storemark.LoopDevice.sh;

import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import storemark.LoopDevice;
import storemark.Thrown;
import storemark.fork.ForkPlan;
import storemark.machine.MemoryGroup;
import storemark.machine.PageCache;
import storemark.parameter.Parameters;
import storemark.suite.Cell;

/** A limit holds only what its own group has cached: anything else in the page cache is found before and after. */
class ForkMemoryTest {
    private static final int SIZE = 16 << 20;
    private static final Cell CELL = Plans.cells(Map.of("engines", "lmdb", "workloads", "read", "memory", "256m"))
            .get(0);

    @TempDir
    Path store;

    private Path file;

    @BeforeEach
    void cachedFile() throws IOException {
        String type = Files.getFileStore(store).type();
        assumeTrue(!type.equals("tmpfs"), "skipped: the temporary directory is on tmpfs, whose pages cannot go");
        file = Files.write(store.resolve("data"), new byte[SIZE]);
    }

    private ForkMemory memoryOrSkip() throws CellFailure {
        return memoryOrSkip(List.of(store));
    }

    private static ForkMemory memoryOrSkip(List<Path> places) throws CellFailure {
        try {
            MemoryGroup.create(CELL.get(Parameters.MEMORY)).close();
        } catch (IOException none) {
            return abort("skipped: " + none.getMessage());
        }
        return ForkMemory.of(CELL, places, false);
    }

    @Test
    void theStoreIsEvictedAndTheGroupGoesWithTheFork() throws Exception {
        ForkMemory memory = memoryOrSkip();
        Path group = Path.of(memory.commandPrefix().get(3));
        assertEquals(0, PageCache.residentBytes(List.of(store)));
        assertTrue(Files.isDirectory(group));
        assertEquals(ForkPlan.Memory.ENFORCED, memory.mode());
        memory.verify();
        memory.close();
        assertFalse(Files.exists(group));
        memory.close();
    }

    @Test
    void aStoreThatAnotherProcessHasMappedIsRefused() throws Exception {
        try (FileChannel channel = FileChannel.open(file)) {
            MappedByteBuffer map =
                    channel.map(FileChannel.MapMode.READ_ONLY, 0, SIZE).load();
            String message = assertThrows(CellFailure.class, this::memoryOrSkip).getMessage();
            assertTrue(message.startsWith("16 MiB of the store stay in the page cache, outside"), message);
            assertTrue(map.isLoaded());
        }
    }

    @Test
    void aStoreThatAnotherProcessReadMeanwhileIsFound() throws Exception {
        try (ForkMemory memory = memoryOrSkip()) {
            Files.readAllBytes(file);
            String message = assertThrows(CellFailure.class, memory::verify).getMessage();
            assertTrue(message.startsWith("16 MiB of the store were cached outside"), message);
        }
    }

    /** The cache of a device is its own, and lasts as long as anybody has it open. */
    @Test
    void aDeviceIsEvictedAndWatchedToo() throws Exception {
        try (LoopDevice device = LoopDevice.create(store, SIZE);
                FileChannel holder = FileChannel.open(device.path())) {
            assertEquals(SIZE, holder.size());
            sh("cat " + device.path() + " > /dev/null");
            // Some pages of it may go again at once: another process may open and close the device.
            assertTrue(PageCache.residentBytes(List.of(device.path())) > SIZE / 2);
            List<Path> places = List.of(Files.createDirectory(store.resolve("folder")), device.path());
            try (ForkMemory memory = memoryOrSkip(places)) {
                assertTrue(PageCache.residentBytes(places) <= PageCache.negligibleBytes(places));
                memory.verify();
                sh("cat " + device.path() + " > /dev/null");
                Thrown.saying(CellFailure.class, "of the store were cached outside", memory::verify);
            }
        }
    }

    @Test
    void adviceEvictsAndLimitsNothing() throws Exception {
        try (ForkMemory memory = ForkMemory.of(CELL, List.of(store), true)) {
            assertEquals(0, PageCache.residentBytes(List.of(store)));
            assertEquals(List.of(), memory.commandPrefix());
            assertEquals(ForkPlan.Memory.ADVISORY, memory.mode());
            Files.readAllBytes(file);
            memory.verify();
        }
    }

    @Test
    void withoutABudgetNothingIsTouched() throws Exception {
        Cell free = Plans.cells(Map.of("engines", "lmdb", "workloads", "read")).get(0);
        try (ForkMemory memory = ForkMemory.of(free, List.of(store), false)) {
            assertEquals(SIZE, PageCache.residentBytes(List.of(store)));
            assertNull(memory.mode());
            CellFailure failure = new CellFailure("as it was", "");
            assertSame(failure, memory.explain(failure));
        }
    }
}
