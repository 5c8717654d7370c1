package storemark.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Version 2, and what is said where no group can be had, on imagined machines. */
class MemoryGroupParentTest {
    private static final String MOUNT = "/sys/fs/cgroup";
    private static final String SCOPE = MOUNT + "/user.slice/run-1.scope";

    @TempDir
    Path root;

    private FakeRoot versionTwo(String group) throws IOException {
        return new FakeRoot(root)
                .file("/proc/meminfo", "MemTotal: 1000000 kB\nSwapTotal: 500 kB\nSwapFree: 500 kB")
                .file("/proc/self/cgroup", "0::" + group)
                .file("/proc/self/mountinfo", FakeRoot.mount("0:31", MOUNT, "cgroup2", "cgroup2", "rw"))
                .directory(MOUNT + group);
    }

    private static String refusal(FakeRoot fake) {
        String message = assertThrows(IOException.class, () -> MemoryGroup.create(fake.files(), 1 << 30))
                .getMessage();
        assertEquals(1, message.lines().count(), message);
        return message;
    }

    @Test
    void aDelegatedGroupGetsALimitedChildWithoutSwap() throws IOException {
        FakeRoot fake = versionTwo("/user.slice/run-1.scope")
                .file(SCOPE + "/cgroup.controllers", "cpu memory pids")
                .file(SCOPE + "/cgroup.subtree_control", "memory");

        MemoryGroup group = MemoryGroup.create(fake.files(), 1 << 30);

        assertEquals(root.resolve(SCOPE.substring(1)), group.directory().getParent());
        assertEquals("1073741824", SystemFiles.read(group.directory().resolve("memory.max")));
        assertEquals("0", SystemFiles.read(group.directory().resolve("memory.swap.max")));
        assertEquals(group.directory().toString(), group.commandPrefix().get(3));
    }

    @Test
    void theControllerIsTurnedOnForChildren() throws IOException {
        FakeRoot fake = versionTwo("/user.slice/run-1.scope")
                .file(SCOPE + "/cgroup.controllers", "memory")
                .file(SCOPE + "/cgroup.subtree_control", "");

        MemoryGroup.create(fake.files(), 1 << 30);

        assertTrue(fake.files().read(SCOPE + "/cgroup.subtree_control").contains("+memory"));
    }

    @Test
    void aHarnessThatMovedAsideStillMakesItsGroupsBesideIt() throws IOException {
        FakeRoot fake = versionTwo("/user.slice/run-1.scope/storemark-12-self")
                .file(SCOPE + "/cgroup.controllers", "memory")
                .file(SCOPE + "/cgroup.subtree_control", "memory");

        MemoryGroup group = MemoryGroup.create(fake.files(), 1 << 30);

        assertEquals(root.resolve(SCOPE.substring(1)), group.directory().getParent());
    }

    @Test
    void countersOfVersionTwoAreRead() throws IOException {
        FakeRoot fake = versionTwo("/user.slice/run-1.scope")
                .file(SCOPE + "/cgroup.controllers", "memory")
                .file(SCOPE + "/cgroup.subtree_control", "memory");
        MemoryGroup group = MemoryGroup.create(fake.files(), 1 << 30);
        Files.writeString(group.directory().resolve("memory.stat"), "anon 500\nfile 300\nfile_mapped 7\n");
        Files.writeString(group.directory().resolve("memory.events"), "low 0\nhigh 1\nmax 42\noom 1\noom_kill 3\n");

        assertEquals(new MemoryGroup.Usage(-1, 300, 500, 3), group.usage(), "memory.peak came in Linux 5.19");
    }

    @Test
    void aControllerThatIsNotDelegatedIsRefusedWithTheCommand() throws IOException {
        String message = refusal(versionTwo("/user.slice/run-1.scope").file(SCOPE + "/cgroup.controllers", "cpu"));

        assertTrue(message.contains("not delegated"), message);
        assertTrue(message.contains("systemd-run") && message.contains("-p Delegate=yes"), message);
    }

    @Test
    void aBudgetAboveTheOwnLimitIsRefused() throws IOException {
        String message = refusal(versionTwo("/user.slice/run-1.scope")
                .file(MOUNT + "/user.slice/memory.max", "536870912")
                .file(SCOPE + "/cgroup.controllers", "memory")
                .file(SCOPE + "/cgroup.subtree_control", "memory"));

        assertTrue(message.contains("limited to 512 MiB"), message);
    }

    @Test
    void aSystemWithoutControlGroupsSaysSo() {
        String message = refusal(new FakeRoot(root));

        assertTrue(message.contains("cgroup_enable=memory"), message);
    }
}
