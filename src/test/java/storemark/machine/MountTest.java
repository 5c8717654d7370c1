package storemark.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MountTest {
    @TempDir
    Path root;

    private Mount holding(String file, String... mounts) throws IOException {
        FakeRoot fake = new FakeRoot(root).file("/proc/self/mountinfo", String.join("\n", mounts));
        return Mount.holding(fake.files(), Path.of(file));
    }

    @Test
    void theLongestMountPointHoldsAFile() throws IOException {
        Mount mount = holding(
                "/data/stores/a",
                FakeRoot.mount("8:1", "/", "ext4", "/dev/sda1", "rw"),
                FakeRoot.mount("8:2", "/data", "xfs", "/dev/sda2", "rw"),
                FakeRoot.mount("8:3", "/data/store", "btrfs", "/dev/sda3", "rw"));

        assertEquals("xfs", mount.type(), "/data/store holds no file of /data/stores");
    }

    @Test
    void aLaterMountHidesAnEarlierOneOnTheSamePoint() throws IOException {
        Mount mount = holding(
                "/data/a",
                FakeRoot.mount("8:2", "/data", "xfs", "/dev/sda2", "rw"),
                FakeRoot.mount("0:40", "/data", "tmpfs", "tmpfs", "rw"));

        assertEquals("tmpfs", mount.type());
    }

    @Test
    void spacesInMountPointsAreUnescaped() throws IOException {
        Mount mount = holding("/my data/a", FakeRoot.mount("8:2", "/my\\040data", "xfs", "/dev/sda2", "rw"));

        assertEquals("/my data", mount.mountPoint());
    }

    @Test
    void withoutAMountTableThereIsNoMount() {
        assertNull(Mount.holding(new SystemFiles(root), Path.of("/data")));
    }

    @Test
    void publishedOptionsNameNoPathHostOrUser() throws IOException {
        String overlay = "rw,lowerdir=/home/jane/l,upperdir=/home/jane/u,commit=30";
        String nfs = "rw,vers=4.2,rsize=1048576,addr=10.0.0.7,clientaddr=10.0.0.8,username=jane,hard";

        assertEquals(
                "rw,relatime,commit=30",
                holding("/a", FakeRoot.mount("0:40", "/", "overlay", "overlay", overlay))
                        .publishedOptions());
        assertEquals(
                "rw,relatime,vers=4.2,rsize=1048576,hard",
                holding("/a", FakeRoot.mount("0:41", "/", "nfs4", "jane-nas:/home", nfs))
                        .publishedOptions());
    }
}
