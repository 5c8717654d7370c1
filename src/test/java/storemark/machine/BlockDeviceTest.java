package storemark.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static storemark.LoopDevice.needs;
import static storemark.LoopDevice.sh;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import storemark.LoopDevice;
import storemark.Opened;
import storemark.Thrown;

/** With real loop devices, which only root can make. */
class BlockDeviceTest {
    private static final long SIZE = 64L << 20;

    @TempDir
    Path directory;

    @AutoClose
    private final Opened opened = new Opened();

    private LoopDevice loop;

    private Path loopDevice(String... options) throws IOException {
        loop = opened.add(LoopDevice.create(directory, SIZE, options));
        return loop.path();
    }

    /** Asserts that a refusal says {@code reason}, and that looking changed nothing. */
    private void assertRefused(String reason, Path device) throws Exception {
        String before = loop.digest();

        BlockDevice found = BlockDevice.inspect(device);

        assertTrue(found.refusals(0).stream().anyMatch(clause -> clause.contains(reason)), found::toString);
        assertEquals(before, loop.digest());
    }

    @Test
    void aBlankDeviceIsNotRefused() throws Exception {
        Path device = loopDevice();
        String before = loop.digest();

        BlockDevice found = BlockDevice.inspect(device);

        assertEquals(List.of(), found.refusals(0));
        assertEquals(device.getFileName().toString(), found.name());
        assertEquals(SIZE, found.sizeBytes());
        assertEquals(512, found.logicalBlockBytes());
        assertTrue(found.blank());
        assertEquals(before, loop.digest());
    }

    @Test
    void dataWithoutASignatureIsNotBlank() throws Exception {
        Path device = loopDevice();
        Files.write(device, new byte[] {1}, StandardOpenOption.WRITE);

        BlockDevice found = BlockDevice.inspect(device);

        assertFalse(found.blank());
        assertEquals(List.of(), found.refusals(0));
    }

    @Test
    void aFileSystemIsRefused() throws Exception {
        needs("mkfs.ext4");
        Path device = loopDevice();
        sh("mkfs.ext4 -q " + device);

        assertRefused("signature of ext4 at byte 1080", device);
    }

    @Test
    void swapSpaceIsRefused() throws Exception {
        needs("mkswap");
        Path device = loopDevice();
        sh("mkswap " + device);

        assertRefused("signature of swap", device);
    }

    @Test
    void aPartitionTableAndItsPartitionsAreRefused() throws Exception {
        Path device = loopDevice("--partscan");
        loop.partition();

        assertRefused("signature of gpt at byte 512", device);
        assertRefused("signature of gpt at byte 67108352", device);
        assertRefused("it has a partition " + device.getFileName() + "p1", device);
    }

    @Test
    void theBackupOfAPartitionTableIsEnough() throws Exception {
        needs("sfdisk");
        Path device = loopDevice();
        sh("echo 'label: gpt' | sfdisk -q " + device);
        Files.write(device, new byte[1 << 20], StandardOpenOption.WRITE);

        assertRefused("signature of gpt at byte 67108352", device);
    }

    @Test
    void aMountedDeviceIsRefused() throws Exception {
        needs("mkfs.ext4");
        Path device = loopDevice();
        Path point = directory.resolve("mount point");
        sh("mkfs.ext4 -q " + device);
        loop.mount(device, point);

        assertRefused(device + " is mounted at " + point, device);
    }

    @Test
    void aFileSystemMountedFromAPartitionRefusesTheDiskToo() throws Exception {
        needs("sfdisk");
        needs("mkfs.ext4");
        Path device = loopDevice("--partscan");
        Path partition = loop.partition();
        sh("mkfs.ext4 -q " + partition);
        Path point = directory.resolve("mount");
        loop.mount(partition, point);

        assertRefused(partition + " is mounted at " + point, device);
        assertRefused(partition + " is mounted at " + point, partition);
        assertRefused("signature of ext4", partition);
    }

    @Test
    void aDeviceThatAProcessHasOpenIsRefused() throws Exception {
        Path device = loopDevice();
        Process holder = new ProcessBuilder("/bin/sh", "-c", "exec 3<" + device + "; echo open; read end").start();
        try {
            assertEquals('o', holder.getInputStream().read());

            assertRefused("process " + holder.pid() + " (sh) has it open", device);
        } finally {
            holder.getOutputStream().close();
            holder.waitFor();
        }
    }

    @Test
    void aDeviceBehindALoopDeviceIsRefused() throws Exception {
        Path device = loopDevice();
        Path above = loop.deviceAbove();

        assertRefused(device + " is behind " + above.getFileName(), device);
    }

    /** A file system lives as long as anybody is in it, also when its mount is in no table any more. */
    @Test
    void aMountThatNobodyCanSeeIsRefused() throws Exception {
        needs("mkfs.ext4");
        Path device = loopDevice();
        Path point = Files.createDirectory(directory.resolve("mount"));
        sh("mkfs.ext4 -q " + device);
        assertEquals(Optional.of(false), ExclusiveOpen.isHeld(device));
        sh("mount -o ro,noload " + device + " '" + point + "'");
        Process inside = new ProcessBuilder("/bin/sh", "-c", "cd '" + point + "' && echo there; read end").start();
        try {
            assertEquals('t', inside.getInputStream().read());
            sh("umount --lazy '" + point + "'");

            assertEquals(Optional.of(true), ExclusiveOpen.isHeld(device));
            assertRefused("it is held exclusively", device);
        } finally {
            inside.getOutputStream().close();
            inside.waitFor();
        }
    }

    @Test
    void theKernelIsAskedOfDevicesThatAreThere() throws Exception {
        assertEquals(Optional.empty(), ExclusiveOpen.isHeld(directory.resolve("sdz")));
        assertFalse(Files.exists(directory.resolve("sdz")));
    }

    /** Between a look and a write, a name may go to another device, and a device to another file. */
    @Test
    void whatHasTakenTheNameIsAnother() throws Exception {
        Path device = loopDevice();
        Path link = Files.createSymbolicLink(directory.resolve("link"), device);
        BlockDevice found = BlockDevice.inspect(link);
        assertTrue(found.isStill(link));
        try (LoopDevice other = LoopDevice.create(directory, SIZE)) {
            Files.delete(link);
            assertFalse(found.isStill(link));
            Files.createSymbolicLink(link, other.path());
            assertFalse(found.isStill(link));
        }
        assertTrue(found.isStill(device));
        assumeTrue(found.sequence() >= 0, "skipped: this kernel does not count what is attached (diskseq)");
        sh("file=$(losetup --noheadings --output BACK-FILE " + device + ") && losetup --detach " + device
                + " && losetup " + device + " $file");
        assertFalse(found.isStill(device), "attached again, it may be another file");
    }

    @Test
    void aReadOnlyDeviceIsRefused() throws Exception {
        assertRefused("it is read-only", loopDevice("--read-only"));
    }

    @Test
    void aLinkNamesTheDevice() throws Exception {
        Path device = loopDevice();
        Path link = Files.createSymbolicLink(directory.resolve("link"), device);

        assertEquals(BlockDevice.inspect(device), BlockDevice.inspect(link));
        Files.delete(link);
    }

    @Test
    void aNameThatDoesNotExistIsAnErrorAndNotMade() {
        Path missing = directory.resolve("sdz");

        Thrown.saying(IOException.class, "does not exist", () -> BlockDevice.inspect(missing));
        assertFalse(Files.exists(missing));
    }

    @Test
    void filesFoldersAndTerminalsAreNoBlockDevices() throws Exception {
        Path file = Files.writeString(directory.resolve("file"), "data");

        for (Path path : List.of(file, directory, Path.of("/dev/null"))) {
            Thrown.saying(IOException.class, "is not a block device", () -> BlockDevice.inspect(path));
        }
        assertEquals("data", Files.readString(file));
    }

    @Test
    void deviceNumbersAreSplitAsLinuxJoinsThem() {
        assertEquals("8:1", BlockLayer.majorMinor(0x801));
        assertEquals("259:65537", BlockLayer.majorMinor(0x10010301L));
        assertEquals("4096:0", BlockLayer.majorMinor(0x100000000000L));
    }
}
