package storemark.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeviceRequestsTest {
    @TempDir
    Path directory;

    private Path countsOf(String device) throws IOException {
        return DeviceRequests.counts(
                new FakeRoot(directory)
                        .file("/proc/self/mountinfo", FakeRoot.mount(device, "/", "ext4", "/dev/sda1", "rw"))
                        .file("/sys/devices/sda/stat", "1 0 8 0 1 0 8 0 0 0 0")
                        .file("/sys/devices/sda/sda1/stat", "     100    5   800   7    20    3   160   9 0 0 0 0")
                        .link("/sys/dev/block/8:1", "/sys/devices/sda/sda1")
                        .files(),
                Path.of("/stores/not/there/yet"));
    }

    @Test
    void aPartitionHasItsOwnCounts() throws IOException {
        assertEquals(new DeviceRequests(100, 800 * 512, 20, 160 * 512), DeviceRequests.now(countsOf("8:1")));
    }

    @Test
    void whatCannotBeReadIsMinusOne() throws IOException {
        DeviceRequests unknown = new DeviceRequests(-1, -1, -1, -1);
        assertNull(countsOf("0:42"), "no block device below");
        assertEquals(unknown, DeviceRequests.now(null));
        Path file = directory.resolve("stat");
        assertEquals(unknown, DeviceRequests.now(file));
        for (String text : new String[] {"", "1 2 3", "1 2 3 4 five 6 7 8"}) {
            Files.writeString(file, text);
            assertEquals(unknown, DeviceRequests.now(file), text);
        }
    }

    @Test
    void whatIsForcedToADeviceIsCountedThere() throws IOException {
        Path counts = DeviceRequests.counts(directory);
        assumeTrue(counts != null && Files.isReadable(counts), "no block device below " + directory);
        DeviceRequests before = DeviceRequests.now(counts);
        int bytes = 1 << 20;
        try (FileChannel file =
                FileChannel.open(directory.resolve("file"), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            file.write(ByteBuffer.allocate(bytes));
            file.force(true);
        }
        DeviceRequests after = DeviceRequests.now(counts);
        assertTrue(after.writes() > before.writes(), () -> before + ", " + after);
        assertTrue(after.writeBytes() - before.writeBytes() >= bytes, () -> before + ", " + after);
    }
}
