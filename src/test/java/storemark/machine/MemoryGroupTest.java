package storemark.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemoryGroupTest {
    private static final int MIB = 1 << 20;
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");
    private static final long LIMIT = 128 * MIB;

    @TempDir
    Path directory;

    /** What the child JVMs of these tests do. */
    static final class Child {
        private Child() {}

        public static void main(String[] arguments) throws Exception {
            if (arguments[0].equals("read")) {
                ByteBuffer buffer = ByteBuffer.allocateDirect(MIB);
                try (FileChannel channel = FileChannel.open(Path.of(arguments[1]))) {
                    while (channel.read(buffer) >= 0) {
                        buffer.clear();
                    }
                }
            } else {
                Path touched = Path.of(arguments[1]);
                Files.writeString(touched, Files.readString(Path.of("/proc/self/cgroup")));
                System.in.read();
            }
        }
    }

    @Test
    void pageCacheAndHeapTogetherStayUnderTheLimit() throws Exception {
        try (MemoryGroup group = groupOrSkip(LIMIT)) {
            Path file = fileOf(300 * MIB);
            PageCache.evict(List.of(file));

            assertEquals(0, run(group, "-Xmx32m", "read", file));

            MemoryGroup.Usage usage = group.usage();
            assertTrue(usage.peakBytes() <= LIMIT, usage::toString);
            assertTrue(usage.peakBytes() > LIMIT * 9 / 10, usage::toString);
            assertTrue(usage.fileBytes() > LIMIT / 2, usage::toString);
            assertTrue(usage.anonymousBytes() < MIB, "the child has ended: " + usage);
            assertEquals(0, usage.oomKills());
        }
    }

    @Test
    void pagesCachedOutsideTheGroupVoidTheLimit() throws Exception {
        try (MemoryGroup group = groupOrSkip(LIMIT)) {
            Path file = fileOf(300 * MIB);
            long resident = PageCache.residentBytes(List.of(file));
            assumeTrue(resident == 300 * MIB, "skipped: the file is not wholly cached here");

            assertEquals(0, run(group, "-Xmx32m", "read", file));

            MemoryGroup.Usage usage = group.usage();
            assertTrue(usage.peakBytes() < LIMIT * 9 / 10, "300 MiB were read without reaching the limit: " + usage);
        }
    }

    /** The kernel counts it to its page cache, but it can't be written back and taken. */
    @Test
    void sharedMemoryIsNoPageCache() throws Exception {
        assumeTrue(Files.isWritable(SHARED_MEMORY), "skipped: no writable " + SHARED_MEMORY + " here");
        try (MemoryGroup group = groupOrSkip(LIMIT)) {
            Path shared = Files.createTempFile(SHARED_MEMORY, "storemark", ".test");
            List<String> command = new ArrayList<>(group.commandPrefix());
            command.addAll(List.of("dd", "if=/dev/zero", "of=" + shared, "bs=1M", "count=40"));
            try {
                assertEquals(
                        0,
                        end(new ProcessBuilder(command)
                                .redirectErrorStream(true)
                                .start()));

                MemoryGroup.Usage usage = group.usage();
                assertTrue(usage.anonymousBytes() >= 40 * MIB, usage::toString);
                assertTrue(usage.fileBytes() < 20 * MIB, usage::toString);
            } finally {
                Files.delete(shared);
            }
        }
    }

    @Test
    void aHeapAboveTheLimitIsKilled() throws Exception {
        try (MemoryGroup group = groupOrSkip(64 * MIB)) {
            List<String> command = new ArrayList<>(group.commandPrefix());
            command.addAll(List.of(java(), "-Xms512m", "-Xmx512m", "-XX:+AlwaysPreTouch", "-version"));

            assertNotEquals(
                    0, end(new ProcessBuilder(command).redirectErrorStream(true).start()));

            assertTrue(group.usage().oomKills() > 0, () -> group.usage().toString());
            assertTrue(
                    group.usage().peakBytes() <= 64 * MIB, () -> group.usage().toString());
        }
    }

    @Test
    void theChildKeepsItsProcessIdAndLeavesWhenItEnds() throws Exception {
        MemoryGroup group = groupOrSkip(LIMIT);
        Path touched = directory.resolve("touched");
        Process child = start(group, "-Xmx32m", "wait", touched);
        try {
            while (!Files.exists(touched) || Files.size(touched) == 0) {
                assertTrue(child.isAlive(), "the child ended early");
                Thread.sleep(10);
            }
            String name = group.directory().getFileName().toString();

            assertTrue(Files.readString(touched).contains("/" + name + "\n"), Files.readString(touched));
            assertEquals(
                    String.valueOf(child.pid()),
                    SystemFiles.read(group.directory().resolve("cgroup.procs")));
            assertTrue(group.usage().anonymousBytes() > MIB, () -> group.usage().toString());
        } finally {
            child.getOutputStream().close();
            child.waitFor();
            group.close();
        }
        assertFalse(Files.exists(group.directory()));
        group.close();
    }

    @Test
    void groupsOfDeadHarnessesAreRemovedAndOthersStay() throws Exception {
        try (MemoryGroup mine = groupOrSkip(LIMIT)) {
            Process gone = new ProcessBuilder("true").start();
            gone.waitFor();
            Path parent = mine.directory().getParent();
            Path stale = Files.createDirectory(parent.resolve("storemark-" + gone.pid() + "-7"));
            Path foreign = Files.createDirectory(parent.resolve("storemarket-" + gone.pid() + "-7"));
            try {
                // others may have died on this machine
                List<String> removed = MemoryGroup.removeStale();
                assertTrue(removed.contains(stale.getFileName().toString()), removed::toString);

                assertFalse(Files.exists(stale));
                assertTrue(Files.exists(foreign));
                assertTrue(Files.exists(mine.directory()));
            } finally {
                Files.deleteIfExists(stale);
                Files.delete(foreign);
            }
        }
    }

    @Test
    void aLimitBelowAMebibyteIsAMistake() {
        assertThrows(IllegalArgumentException.class, () -> MemoryGroup.create(4096));
    }

    private static MemoryGroup groupOrSkip(long limit) {
        try {
            return MemoryGroup.create(limit);
        } catch (IOException none) {
            return abort("skipped: " + none.getMessage());
        }
    }

    private Path fileOf(int bytes) throws IOException {
        String type = Files.getFileStore(directory).type();
        assumeTrue(!type.equals("tmpfs"), "skipped: the temporary directory is on tmpfs, which is no page cache");
        Path file = directory.resolve("file");
        byte[] data = new byte[MIB];
        try (OutputStream out = Files.newOutputStream(file)) {
            for (int written = 0; written < bytes; written += MIB) {
                out.write(data);
            }
        }
        return file;
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    private static Process start(MemoryGroup group, String heap, String what, Path file) throws IOException {
        List<String> command = new ArrayList<>(group.commandPrefix());
        command.addAll(List.of(java(), heap, "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(Child.class.getName(), what, file.toString()));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    private static int run(MemoryGroup group, String heap, String what, Path file) throws Exception {
        return end(start(group, heap, what, file));
    }

    private static int end(Process child) throws Exception {
        try (InputStream output = child.getInputStream()) {
            output.readAllBytes();
            assertTrue(child.waitFor(2, TimeUnit.MINUTES), "the child did not end");
            return child.exitValue();
        } finally {
            child.destroyForcibly();
        }
    }
}
