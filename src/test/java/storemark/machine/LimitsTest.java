package storemark.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What ends a long run before its time: space and memory. */
class LimitsTest {
    private static final long GIB = 1L << 30;

    @TempDir
    Path root;

    @Test
    void theLastTwoPercentAreNotGivenOut() {
        FreeSpace half = new FreeSpace(50 * GIB, 100 * GIB);
        assertEquals(48 * GIB, half.spendableBytes());
        assertFalse(half.exhausted());
        assertTrue(new FreeSpace(2 * GIB, 100 * GIB).exhausted());
        assertTrue(new FreeSpace(GIB, 100 * GIB).exhausted());
        assertEquals("50 GiB free of 100 GiB, of which 2% stay unused", half.toString());
    }

    @Test
    void theDirectorysOwnFileSystemIsLookedAt() throws Exception {
        FreeSpace here = FreeSpace.of(root);
        assertTrue(here.totalBytes() > 0 && here.usableBytes() <= here.totalBytes(), here::toString);
    }

    @Test
    void killsForWantOfMemoryAreCountedByTheKernel() throws Exception {
        FakeRoot machine = new FakeRoot(root);
        assertEquals(-1, MemoryLimit.kills(machine.files()));
        machine.file("/proc/vmstat", "pgfault 5\noom_kill 3\noom_kill_x 9");
        assertEquals(3, MemoryLimit.kills(machine.files()));
    }

    @Test
    void theTighterOfMemoryAndControlGroupIsTheLimit() throws Exception {
        FakeRoot machine = new FakeRoot(root)
                .file("/proc/meminfo", "MemTotal: 1048576 kB")
                .directory("/sys/fs/cgroup/box")
                .file("/proc/self/cgroup", "0::/box")
                .file("/proc/self/mountinfo", FakeRoot.mount("0:26", "/sys/fs/cgroup", "cgroup2", "cgroup2", "rw"));
        assertEquals(GIB, MemoryLimit.bytes(machine.files()));
        machine.file("/sys/fs/cgroup/box/memory.max", "268435456");
        assertEquals(GIB / 4, MemoryLimit.bytes(machine.files()));
        machine.file("/sys/fs/cgroup/box/memory.max", String.valueOf(4 * GIB));
        assertEquals(GIB, MemoryLimit.bytes(machine.files()));
    }
}
