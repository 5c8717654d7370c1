package storemark.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With real loop devices, which only root can make. */
class BlockDeviceTest {
    private static final long SIZE = 64L << 20;

    @TempDir
    Path directory;

    private final Deque<String> undo = new ArrayDeque<>();

    @AfterEach
    void undo() throws IOException {
        for (String command : undo) {
            sh(command);
        }
    }

    private static String sh(String command) throws IOException {
        Tool.Result result =
                Tool.run(Duration.ofSeconds(60), List.of("/bin/sh", "-c", "PATH=$PATH:/usr/sbin:/sbin; " + command));
        assertEquals(0, result.exitCode(), () -> command + ": " + result);
        return result.output().strip();
    }

    private static void needs(String tool) throws IOException {
        Tool.Result which = Tool.run(
                Duration.ofSeconds(10), List.of("/bin/sh", "-c", "PATH=$PATH:/usr/sbin:/sbin; command -v " + tool));
        assumeTrue(which.exitCode() == 0, "skipped: " + tool + " is not installed");
    }

    private Path loopDevice() throws IOException {
        return loopDevice("");
    }

    private Path loopDevice(String options) throws IOException {
        boolean root = Files.isWritable(Path.of("/dev/loop-control"));
        assumeTrue(root, "skipped: only root can make loop devices");
        needs("losetup");
        Path image = directory.resolve("image");
        try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
            file.setLength(SIZE);
        }
        Tool.Result made = Tool.run(
                Duration.ofSeconds(10),
                List.of("/bin/sh", "-c", "PATH=$PATH:/usr/sbin:/sbin; losetup --find --show " + options + " " + image));
        assumeTrue(made.exitCode() == 0, "skipped: no loop device here: " + made.complaint());
        String device = made.output().strip();
        undo.push("losetup --detach " + device);
        return Path.of(device);
    }

    /** Makes a table with one partition; addpart tells it to kernels that were built without that format. */
    private static Path partition(Path device) throws IOException {
        sh("printf 'label: gpt\\nstart=2048, size=32768\\n' | sfdisk -q " + device);
        sh("test -e " + device + "p1 || addpart " + device + " 1 2048 32768");
        return Path.of(device + "p1");
    }

    private static String digest(Path device) throws Exception {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        try (InputStream in = Files.newInputStream(device)) {
            byte[] buffer = new byte[1 << 20];
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                digest.update(buffer, 0, count);
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    /** Asserts that a refusal says {@code reason}, and that looking changed nothing. */
    private static void assertRefused(String reason, Path device) throws Exception {
        String before = digest(device);

        BlockDevice found = BlockDevice.inspect(device);

        assertTrue(found.refusals().stream().anyMatch(clause -> clause.contains(reason)), found::toString);
        assertEquals(before, digest(device));
    }

    @Test
    void aBlankDeviceIsNotRefused() throws Exception {
        Path device = loopDevice();
        String before = digest(device);

        BlockDevice found = BlockDevice.inspect(device);

        assertEquals(List.of(), found.refusals());
        assertEquals(device.getFileName().toString(), found.name());
        assertEquals(SIZE, found.sizeBytes());
        assertEquals(512, found.logicalBlockBytes());
        assertTrue(found.blank());
        assertEquals(before, digest(device));
    }

    @Test
    void dataWithoutASignatureIsNotBlank() throws Exception {
        Path device = loopDevice();
        Files.write(device, new byte[] {1}, StandardOpenOption.WRITE);

        BlockDevice found = BlockDevice.inspect(device);

        assertFalse(found.blank());
        assertEquals(List.of(), found.refusals());
    }

    @Test
    void aFileSystemIsRefused() throws Exception {
        needs("mkfs.ext4");
        Path device = loopDevice();
        sh("mkfs.ext4 -q " + device);

        assertRefused("signature of ext2, ext3 or ext4 at byte 1080", device);
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
        needs("sfdisk");
        Path device = loopDevice("--partscan");
        partition(device);

        assertRefused("signature of GPT partition table at byte 512", device);
        assertRefused("signature of GPT partition table (backup)", device);
        assertRefused("it has a partition " + device.getFileName() + "p1", device);
    }

    @Test
    void theBackupOfAPartitionTableIsEnough() throws Exception {
        needs("sfdisk");
        Path device = loopDevice();
        sh("echo 'label: gpt' | sfdisk -q " + device);
        Files.write(device, new byte[1 << 20], StandardOpenOption.WRITE);

        assertRefused("signature of GPT partition table (backup)", device);
    }

    @Test
    void aMountedDeviceIsRefused() throws Exception {
        needs("mkfs.ext4");
        Path device = loopDevice();
        Path point = Files.createDirectory(directory.resolve("mount point"));
        sh("mkfs.ext4 -q " + device);
        sh("mount -o ro,noload " + device + " '" + point + "'");
        undo.push("umount '" + point + "'");

        assertRefused(device + " is mounted at " + point, device);
    }

    @Test
    void aFileSystemMountedFromAPartitionRefusesTheDiskToo() throws Exception {
        needs("sfdisk");
        needs("mkfs.ext4");
        Path device = loopDevice("--partscan");
        Path partition = partition(device);
        sh("mkfs.ext4 -q " + partition);
        Path point = Files.createDirectory(directory.resolve("mount"));
        sh("mount -o ro,noload " + partition + " " + point);
        undo.push("umount " + point);

        assertRefused(partition + " is mounted at " + point, device);
        assertRefused(partition + " is mounted at " + point, partition);
        assertRefused("signature of ext2, ext3 or ext4", partition);
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
        String upper = sh("losetup --find --show " + device);
        undo.push("losetup --detach " + upper);

        assertRefused(device + " is behind " + Path.of(upper).getFileName(), device);
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

        String message = assertThrows(IOException.class, () -> BlockDevice.inspect(missing))
                .getMessage();

        assertTrue(message.contains("does not exist"), message);
        assertFalse(Files.exists(missing));
    }

    @Test
    void filesFoldersAndTerminalsAreNoBlockDevices() throws Exception {
        Path file = Files.writeString(directory.resolve("file"), "data");

        for (Path path : List.of(file, directory, Path.of("/dev/null"))) {
            String message = assertThrows(IOException.class, () -> BlockDevice.inspect(path))
                    .getMessage();
            assertTrue(message.contains("is not a block device"), message);
        }
        assertEquals("data", Files.readString(file));
    }

    @Test
    void deviceNumbersAreSplitAsLinuxJoinsThem() {
        assertEquals("8:1", DeviceNumber.text(0x801));
        assertEquals("259:65537", DeviceNumber.text(0x10010301L));
        assertEquals("4096:0", DeviceNumber.text(0x100000000000L));
    }
}
