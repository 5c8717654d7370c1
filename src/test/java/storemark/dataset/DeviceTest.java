package storemark.dataset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static storemark.LoopDevice.needs;
import static storemark.LoopDevice.sh;

import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import storemark.LoopDevice;
import storemark.Opened;
import storemark.Thrown;

/** A device is somebody's data until shown otherwise: whatever is refused here has the same bytes afterwards. */
class DeviceTest {
    private static final long SIZE = 64L << 20;
    private static final String CONFIRMED = "64m";

    @TempDir
    Path directory;

    @AutoClose
    private final Opened opened = new Opened();

    private LoopDevice loop;

    private Device device(String... options) throws Exception {
        loop = opened.add(LoopDevice.create(directory, SIZE, options));
        return new Device(loop.path());
    }

    private Path root() {
        return directory.resolve("data");
    }

    private Optional<DeviceHeader> header() throws Exception {
        try (FileChannel channel = FileChannel.open(loop.path())) {
            return DeviceHeader.read(channel);
        }
    }

    private void write(long offset, int... bytes) throws Exception {
        ByteBuffer buffer = ByteBuffer.allocate(bytes.length);
        for (int each : bytes) {
            buffer.put((byte) each);
        }
        try (FileChannel channel = FileChannel.open(loop.path(), StandardOpenOption.WRITE)) {
            channel.write(buffer.flip(), offset);
        }
    }

    /** Asserts that a device is refused for {@code reason}, and not even its owner's confirmation helps. */
    private void assertRefused(Device device, String confirmation, String reason) throws Exception {
        String before = loop.digest();
        DatasetException refused =
                Thrown.saying(DatasetException.class, reason, () -> device.take(confirmation, root()));
        assertEquals(DatasetException.Reason.DEVICE, refused.reason());
        assertEquals(before, loop.digest());
    }

    @ParameterizedTest(name = "{1}")
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            mkfs.ext4 -q $DEVICE                                                 | ext4
            mkswap $DEVICE                                                       | swap
            sgdisk --clear --new=1:2048:32768 $DEVICE                            | gpt
            pvcreate -q --devices $DEVICE --config 'devices{scan_lvs=0}' $DEVICE | LVM
            """)
    void whatAToolHasWrittenIsRefused(String command, String found) throws Exception {
        needs(command.split(" ", 2)[0]);
        Device device = device();
        sh("DEVICE=" + device.path() + "; " + command);
        assertRefused(device, CONFIRMED, "signature of " + found);
    }

    @Test
    void aPartitionTableIsRefused() throws Exception {
        Device device = device("--partscan");
        loop.partition();
        assertRefused(device, CONFIRMED, "signature of gpt");
        assertRefused(device, CONFIRMED, "it has a partition " + loop.name() + "p1");
    }

    @Test
    void aMountedDeviceIsRefused() throws Exception {
        needs("mkfs.ext4");
        Device device = device();
        sh("mkfs.ext4 -q " + device.path());
        loop.mount(device.path(), directory.resolve("mount"));
        assertRefused(device, CONFIRMED, "is mounted at");
    }

    @Test
    void aDeviceThatTheKernelHoldsExclusivelyIsRefused() throws Exception {
        Device device = device();
        Path above = loop.deviceAbove();
        assertRefused(device, CONFIRMED, device.path() + " is behind " + above.getFileName());
    }

    @Test
    void aDeviceThatAProcessHoldsExclusivelyIsRefused() throws Exception {
        needs("perl");
        Device device = device();
        String hold = "sysopen(F, $ARGV[0], O_RDONLY | O_EXCL) or die; $| = 1; print \"held\"; <STDIN>";
        Process holder =
                new ProcessBuilder("perl", "-MFcntl", "-e", hold, device.path().toString()).start();
        try {
            assertEquals('h', holder.getInputStream().read());
            assertRefused(device, CONFIRMED, "process " + holder.pid() + " (perl) has it open");
        } finally {
            holder.getOutputStream().close();
            holder.waitFor();
        }
    }

    @Test
    void aBlankDeviceNeedsEraseDevice() throws Exception {
        Device device = device();
        assertRefused(device, null, "add --erase-device=64m");
        for (String wrong : new String[] {"63m", "64g", "yes", ""}) {
            assertRefused(device, wrong, "is not the size or serial number");
        }
        assertRefused(new Device(loop.path()), null, "both its ends are blank");
    }

    @Test
    void dataWithoutASignatureNeedEraseDevice() throws Exception {
        Device device = device();
        Files.write(device.path(), new byte[] {1}, StandardOpenOption.WRITE);
        assertRefused(device, null, "holds data of some kind");
        assertThrows(DatasetException.class, () -> device.prepare(root()));
    }

    @Test
    void aDeviceOnceTakenNeedsNoEraseDeviceAgain() throws Exception {
        Device device = device();
        device.take(CONFIRMED, root());
        String first = header().orElseThrow().store();
        device.take(null, root());
        assertEquals(first, header().orElseThrow().store(), "taken again, nothing is written");

        String second = device.prepare(root());
        assertNotEquals(first, second);
        assertTrue(device.holds(second));
        assertFalse(device.holds(first));
        assertRefused(device, "32m", "is not the size or serial number");
    }

    @Test
    void aStoreOfAnotherFolderNeedsEraseDeviceAgain() throws Exception {
        Device device = device();
        Path other = directory.resolve("other");
        device.take(CONFIRMED, other);
        String store = device.prepare(other);
        device.release(store);
        assertRefused(device, null, "holds a dataset of another folder than " + root());
        assertThrows(DatasetException.class, () -> device.prepare(root()));
        assertTrue(device.holds(store), "nothing was written");
        device.take(null, other);

        device.take(CONFIRMED, root());
        assertFalse(device.holds(store));
        device.prepare(root());
        assertThrows(DatasetException.class, () -> device.take(null, other));
    }

    /** Data that have no signature and do not reach the device's end, where our header is. */
    @Test
    void dataThatCameAfterUsNeedTheWordAgain() throws Exception {
        Device device = device();
        device.take(CONFIRMED, root());
        write(700_000, 1);
        assertRefused(device, null, "was written to by another program after this harness");
        assertThrows(DatasetException.class, () -> device.prepare(root()));
        device.take(CONFIRMED, root());

        String store = device.prepare(root());
        write(100, 7);
        device.release(store);
        device.take(null, root());
        write(100, 8);
        assertRefused(device, null, "was written to by another program after this harness");
        assertThrows(DatasetException.class, () -> device.acquire(store));
    }

    @Test
    void aStoreThatWasOpenWhenItsProcessEndedIsTakenAgain() throws Exception {
        Device device = device();
        device.take(CONFIRMED, root());
        String store = device.prepare(root());
        write(0, 1, 2, 3);
        device.take(null, root());
        assertTrue(device.acquire(store));
        device.release(store);
        assertTrue(device.acquire(store));
        write(0, 4, 5, 6);
        assertTrue(device.acquire(store));
        device.prepare(root());
        assertFalse(device.acquire(store));
    }

    /** After the next start of the machine nobody knows who has been at a device, but its beginning may tell. */
    @Test
    void aStoreThatWasOpenWhenTheMachineStoppedIsKnownByItsBeginning() throws Exception {
        Device device = device();
        device.take(CONFIRMED, root());
        String store = device.prepare(root());
        device.release(store);
        stopMachine();
        device.take(null, root());
        assertTrue(device.acquire(store));
        stopMachine();
        write(0, 1);
        assertRefused(device, null, "was in use when the machine stopped");
        assertThrows(DatasetException.class, () -> device.acquire(store));
    }

    /** The header as the machine's last start would have left it. */
    private void stopMachine() throws Exception {
        DeviceHeader there = header().orElseThrow();
        try (FileChannel channel = FileChannel.open(loop.path(), StandardOpenOption.WRITE)) {
            new DeviceHeader(there.store(), there.owner(), SIZE, "another-boot", there.front()).write(channel);
        }
    }

    /** An encrypted page has any two bytes where a boot sector has its signature. */
    @Test
    void bytesThatAStoreHasLeftAreNoSignature() throws Exception {
        Device device = device();
        device.take(CONFIRMED, root());
        String store = device.prepare(root());
        write(510, 0x55, 0xaa);
        assertRefused(device, null, "signature of dos");
        device.release(store);
        device.take(null, root());
        assertTrue(device.acquire(store));
        device.prepare(root());
        device.take(null, root());

        device.release(header().orElseThrow().store());
        write(510, 0x55, 0xaa);
        assertRefused(device, CONFIRMED, "signature of dos");
    }

    @Test
    void bytesAndSizeAreBothWaysToSayHowLargeItIs() throws Exception {
        device().take(String.valueOf(SIZE), root());
        assertTrue(header().isPresent());
    }

    /** Not every maker of a file system wipes a device's end, where our header is. */
    @Test
    void aFileSystemThatCameAfterUsIsRefused() throws Exception {
        needs("mkswap");
        Device device = device();
        device.take(CONFIRMED, root());
        sh("mkswap " + device.path());
        assertTrue(header().isPresent(), "or this test shows nothing");
        assertRefused(device, null, "signature of swap");
        assertRefused(device, CONFIRMED, "signature of swap");
    }

    @Test
    void aDamagedHeaderIsNone() throws Exception {
        Device device = device();
        device.take(CONFIRMED, root());
        write(SIZE - 4096 + 30, 'x');
        assertEquals(Optional.empty(), header());
        assertRefused(device, null, "add --erase-device=64m");
    }

    @Test
    void aNameThatDoesNotExistIsNeverMade() {
        Path missing = directory.resolve("sdz");
        Thrown.saying(DatasetException.class, "does not exist", () -> new Device(missing).take(CONFIRMED, root()));
        assertThrows(DatasetException.class, () -> new Device(missing).prepare(root()));
        assertFalse(Files.exists(missing));
    }

    @Test
    void aFileIsNoDevice() throws Exception {
        Path file = Files.write(directory.resolve("file"), new byte[(int) SIZE]);
        Thrown.saying(DatasetException.class, "is not a block device", () -> new Device(file).take(CONFIRMED, root()));
    }
}
