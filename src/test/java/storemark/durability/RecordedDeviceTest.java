package storemark.durability;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import storemark.durability.WriteLog.Entry;
import storemark.engine.Unavailable;

/** A real device, of which one half is a file system and the other a block device. */
class RecordedDeviceTest {
    private static final Layout LAYOUT = new Layout(FileSystem.EXT4, true);
    private static final long HALF = Layout.BYTES / 2;

    @TempDir
    private Path here;

    private Path folder;

    @BeforeEach
    void canBeRecorded() throws Exception {
        try {
            RecordedDevice.check(LAYOUT);
        } catch (Unavailable missing) {
            assumeTrue(false, "skipped: " + missing.getMessage());
        }
        folder = Files.createDirectory(here.resolve("recorded"));
    }

    @AfterEach
    void nothingStays() throws Exception {
        if (folder != null) {
            WorkFolder.release(folder);
            assertEquals(List.of(), Loop.below(here));
        }
    }

    private static void force(Path file) throws Exception {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.CREATE)) {
            channel.write(ByteBuffer.allocate(4096));
            channel.force(true);
        }
    }

    /** One log has the writes to both, each before the flush that its caller waited for. */
    @Test
    void flushesOfBothHalvesComeBehindTheirWrites() throws Exception {
        RecordedDevice device = RecordedDevice.start(folder, LAYOUT, true);
        try (WriteLog.Position position = new WriteLog.Position(device.log())) {
            long start = position.now();
            force(device.mounted().device());
            long between = position.now();
            force(device.mounted().point().resolve("file"));
            long end = position.now();
            List<Entry> entries = WriteLog.read(device.log(), end).entries();
            List<Entry> first = entries.subList((int) start, (int) between);
            List<Entry> second = entries.subList((int) between, (int) end);
            assertTrue(first.get(0).isWrite() && first.get(0).at() >= HALF, first::toString);
            assertTrue(first.get(first.size() - 1).flush(), first::toString);
            assertTrue(second.get(0).isWrite() && second.get(0).at() < HALF, second::toString);
            assertTrue(second.get(second.size() - 1).flush(), second::toString);
        }
        device.stop();
        assertEquals(List.of(), Loop.below(folder), "stopping takes the devices away");
    }
}
