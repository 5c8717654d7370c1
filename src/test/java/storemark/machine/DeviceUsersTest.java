package storemark.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On an imagined disk with two partitions; real devices are in {@link BlockDeviceTest}. */
class DeviceUsersTest {
    @TempDir
    Path root;

    private FakeRoot fake;

    @BeforeEach
    void disk() throws IOException {
        fake = new FakeRoot(root)
                .file("/sys/block/sda/dev", "8:0")
                .file("/sys/block/sda/sda1/dev", "8:1")
                .file("/sys/block/sda/sda1/partition", "1")
                .file("/sys/block/sda/sda2/dev", "8:2")
                .file("/sys/block/sda/sda2/partition", "2");
    }

    private List<String> users(String device) {
        return DeviceUsers.of(fake.files(), root.resolve("sys/block").resolve(device))
                .uses();
    }

    @Test
    void aDiskIsInUseWhenAPartitionIs() throws IOException {
        fake.directory("/sys/block/sda/sda1/holders/dm-3")
                .file("/proc/self/mountinfo", FakeRoot.mount("8:2", "/srv", "xfs", "/dev/sda2", "rw"));

        assertEquals(List.of("sda1 is held by dm-3", "/dev/sda2 is mounted at /srv"), users("sda"));
    }

    @Test
    void aPartitionIsInUseWhenItsWholeDiskIs() throws IOException {
        fake.directory("/sys/block/sda/holders/md0");

        assertEquals(List.of("sda is held by md0"), users("sda/sda1"));
    }

    @Test
    void aPartitionIsFreeWhenOnlyItsNeighbourIsInUse() throws IOException {
        fake.directory("/sys/block/sda/sda2/holders/dm-3");

        assertEquals(List.of(), users("sda/sda1"));
        assertEquals(List.of("it is held by dm-3"), users("sda/sda2"));
    }

    @Test
    void swapInUseIsFound() throws IOException {
        assumeTrue(
                "7:0".equals(BlockLayer.number(Path.of("/dev/loop0"))),
                "skipped: /dev/loop0 is not here to stand for swap");
        fake.file("/sys/block/loop0/dev", "7:0")
                .file("/proc/swaps", "Filename\tType\tSize\tUsed\tPriority\n/dev/loop0 partition\t100\t0\t-2");

        assertEquals(List.of("/dev/loop0 is swapped to"), users("loop0"));
    }

    @Test
    void aMountIsNamedOnceForAllProcessesThatSeeIt() throws IOException {
        String mount = FakeRoot.mount("8:2", "/srv", "xfs", "/dev/sda2", "rw");
        fake.file("/proc/self/mountinfo", mount)
                .file("/proc/77/mountinfo", mount + "\n" + FakeRoot.mount("8:1", "/inner", "ext4", "/dev/sda1", "rw"))
                .file("/proc/78/mountinfo", mount)
                .directory("/proc/77/fd")
                .directory("/proc/78/fd")
                .link("/proc/77/ns/mnt", "/mnt:[1]")
                .link("/proc/78/ns/mnt", "/mnt:[2]");

        assertEquals(
                List.of(
                        "/dev/sda2 is mounted at /srv",
                        "/dev/sda1 is mounted at /inner in the namespace of process 77"),
                users("sda"));
    }

    @Test
    void processesThatCannotBeLookedIntoAreCounted() throws IOException {
        fake.directory("/proc/77").directory("/proc/78/fd").directory("/proc/79");

        assertEquals(
                List.of("any of 2 processes of other users may have it open, which only root can see: run as root"),
                users("sda"));
    }
}
