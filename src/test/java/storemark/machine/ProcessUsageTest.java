package storemark.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
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

class ProcessUsageTest {
    @TempDir
    Path directory;

    @Test
    void countersAreReadByName() throws IOException {
        new FakeRoot(directory)
                .file("/io", "rchar: 1\nwchar: 2\nread_bytes: 4096\nwrite_bytes: 8192\ncancelled_write_bytes: 5")
                .file("/stat", "77 (a ) b (c) S 1 2 3 4 5 6 111 112 321 114 115 116")
                .file("/status", "Name:\tjava\nVmHWM:\t  900 kB\nVmRSS:\t  12 kB\nRssAnon:\t 1 kB");

        ProcessUsage usage = ProcessUsage.now(directory);

        assertEquals(4096, usage.readBytes());
        assertEquals(8192, usage.writeBytes());
        assertEquals(321, usage.majorFaults());
        assertEquals(12 * 1024, usage.residentBytes());
        assertEquals(900 * 1024, usage.peakResidentBytes());
        assertTrue(usage.cpuNanos() > 0);
        assertTrue(usage.gcNanos() >= 0);
    }

    @Test
    void whatIsMissingIsMinusOne() throws IOException {
        new FakeRoot(directory).file("/stat", "77 (short").file("/status", "VmRSS:\tunknown");

        ProcessUsage usage = ProcessUsage.now(directory);

        assertEquals(-1, usage.readBytes());
        assertEquals(-1, usage.writeBytes());
        assertEquals(-1, usage.majorFaults());
        assertEquals(-1, usage.residentBytes());
        assertEquals(-1, usage.peakResidentBytes());
    }

    @Test
    void aDifferenceKeepsWhatIsUnknown() {
        ProcessUsage begin = new ProcessUsage(100, -1, 1, 5000, 6000, 10, 0);
        ProcessUsage end = new ProcessUsage(150, 7, -1, 4000, 7000, 30, 2);

        assertEquals(new ProcessUsage(50, -1, -1, 4000, 7000, 20, 2), end.since(begin));
    }

    @Test
    void bytesThatThisProcessWritesAreCounted() throws IOException {
        ProcessUsage begin = ProcessUsage.now();
        assumeTrue(begin.writeBytes() >= 0, "skipped: /proc/self/io is not readable here");
        assumeTrue(!Files.getFileStore(directory).type().equals("tmpfs"), "skipped: the temporary directory is memory");

        int bytes = 4 << 20;
        try (FileChannel channel =
                FileChannel.open(directory.resolve("file"), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            ByteBuffer data = ByteBuffer.allocate(bytes);
            while (data.hasRemaining()) {
                channel.write(data);
            }
            channel.force(true);
        }

        ProcessUsage used = ProcessUsage.now().since(begin);
        assertTrue(used.writeBytes() >= bytes, used::toString);
        assertTrue(used.residentBytes() > 1 << 20, used::toString);
    }
}
