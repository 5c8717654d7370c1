package storemark.jmh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import storemark.Tree;

class SafepointLogTest {
    private static final Path MEMORY = Path.of("/dev/shm");
    /** The JVM writes a line when the threads run again, which may be a moment later. */
    private static final int ATTEMPTS = 1000;

    private static long afterCollections(SafepointLog log) throws InterruptedException {
        long longest = 0;
        for (int attempt = 0; attempt < ATTEMPTS && longest == 0; attempt++) {
            System.gc();
            Thread.sleep(1);
            longest = log.longestNanos();
        }
        return longest;
    }

    @Test
    void theLongestSinceItWasClearedIsKnownAndNoFileIsLeft() throws Exception {
        assumeTrue(Files.isWritable(MEMORY), "no memory with names of files");
        SafepointLog log = SafepointLog.start();
        log.clear();
        long began = System.nanoTime();
        long longest = afterCollections(log);
        long passed = System.nanoTime() - began;
        assertTrue(longest > 1000 && longest < passed, () -> longest + " of " + passed + " ns");
        assertTrue(log.longestNanos() >= longest, "it is not forgotten by being asked");
        log.clear();
        assertTrue(afterCollections(log) > 1000, "lines go on at the start of the file");
        assertFalse(left(), "a file is left");
    }

    private static boolean left() throws IOException {
        String begin = "storemark-safepoints-" + ProcessHandle.current().pid();
        return Tree.list(MEMORY).stream()
                .anyMatch(file -> file.getFileName().toString().startsWith(begin));
    }

    @Test
    void theLinesOfAllVersionsOfJavaAreRead() {
        assertEquals(
                179_783,
                SafepointLog.nanos(
                        "Safepoint \"Cleanup\", Time since last: 1000220334 ns, Reaching safepoint: 169371 ns,"
                                + " At safepoint: 10412 ns, Total: 179783 ns"));
        assertEquals(
                512_345,
                SafepointLog.nanos(
                        "Safepoint \"G1CollectForAllocation\", Time since last: 5 ns, Reaching safepoint: 6 ns,"
                                + " At safepoint: 7 ns, Leaving safepoint: 8 ns, Total: 512345 ns, Threads: 1 runnable, 12 total"));
        assertEquals(0, SafepointLog.nanos("Entering safepoint region: Cleanup"));
    }
}
