package storemark.machine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A block device that a store might be put on, which is somebody's data until shown otherwise. Looking at it never writes.
 *
 * <p>Limits: between a look and the use of the device another process may take it; {@link #isStill} narrows that. A process of
 * another user that has it open is seen by root alone, so only root may use a device. A device that was once a store has
 * anything in the places of signatures, so that one of two bytes may be found by chance.
 *
 * @param name the kernel's name, {@code nvme1n1}
 * @param number {@code major:minor}
 * @param sequence another number each time that something is attached under this name, or -1 where the kernel counts none
 * @param sizeBytes capacity
 * @param logicalBlockBytes smallest unit of addressing, or -1 when not known
 * @param serial the device's serial number, or null when it has none
 * @param blank whether its first and last MiB are zeros
 * @param uses why it must not be written to, whatever is on it, a clause each about the device; empty when nothing was found
 * @param signatures of file systems, partition tables and the like
 * @param unchecked what could not be looked at, a clause each
 */
public record BlockDevice(
        String name,
        String number,
        long sequence,
        long sizeBytes,
        long logicalBlockBytes,
        String serial,
        boolean blank,
        List<String> uses,
        List<Signature> signatures,
        List<String> unchecked) {
    private static final int MIB = 1 << 20;
    private static final int SECTOR = 512;
    private static final String HELD =
            "it is held exclusively, as by a mount, RAID or a volume manager that cannot be seen from here";
    private static final Duration LIMIT = Duration.ofSeconds(30);

    /**
     * A magic number on a device.
     *
     * @param name of the format that has it
     * @param offset where it begins, in bytes
     */
    public record Signature(String name, long offset) {}

    /**
     * Why it must not be written to, a clause each: its uses, and the signatures on it. Empty when nothing was found.
     *
     * @param known the number of first bytes whose content is known, so that a signature in them is there by chance
     */
    public List<String> refusals(long known) {
        Stream<String> found = signatures.stream()
                .filter(signature -> signature.offset() >= known)
                .map(signature -> "it holds a signature of " + signature.name() + " at byte " + signature.offset());
        return Stream.concat(uses.stream(), found).toList();
    }

    /** Whether somebody has it open, which may pass in a moment: udev opens a device whenever a writer has closed it. */
    public boolean isOpenElsewhere() {
        return uses.stream().anyMatch(clause -> clause.endsWith(DeviceUsers.OPEN) || clause.equals(HELD));
    }

    /** Whether {@code device} still names what was looked at: names go to other devices, and loop devices to other files. */
    public boolean isStill(Path device) {
        Path directory =
                number.equals(BlockLayer.number(device)) ? new BlockLayer(SystemFiles.LIVE).byNumber(number) : null;
        return directory != null
                && sequence == sequence(directory)
                && sizeBytes == SystemFiles.number(directory.resolve("size")) * SECTOR;
    }

    /**
     * Looks at a device.
     *
     * @param device its name, a link to it included
     * @throws IOException when it does not exist or is not a block device: a line that says what to do
     */
    public static BlockDevice inspect(Path device) throws IOException {
        Path directory = directory(device);
        Path disk = BlockLayer.disk(directory);
        long size = Math.max(0, SystemFiles.number(directory.resolve("size"))) * SECTOR;
        List<String> uses = new ArrayList<>();
        List<String> unchecked = new ArrayList<>();
        if (size == 0) {
            uses.add("it has no medium, or a size of 0");
        }
        if (SystemFiles.number(directory.resolve("ro")) == 1) {
            uses.add("it is read-only");
        }
        DeviceUsers.Users users = DeviceUsers.of(SystemFiles.LIVE, directory);
        uses.addAll(users.uses());
        unchecked.addAll(users.unchecked());
        Optional<Boolean> held = ExclusiveOpen.isHeld(device);
        if (held.isEmpty()) {
            unchecked.add("whether the kernel holds it exclusively: that cannot be asked here");
        } else if (held.get() && users.uses().isEmpty()) {
            uses.add(HELD);
        }
        for (Path partition : DeviceUsers.partitions(directory)) {
            uses.add("it has a partition " + partition.getFileName());
        }
        boolean blank = size > 0 && blank(device, size, uses);
        List<Signature> signatures = size > 0 ? signatures(device, uses) : List.of();
        return new BlockDevice(
                directory.getFileName().toString(),
                BlockLayer.number(device),
                sequence(directory),
                size,
                SystemFiles.number(disk.resolve("queue/logical_block_size")),
                serial(directory),
                blank,
                List.copyOf(uses),
                signatures,
                List.copyOf(unchecked));
    }

    private static long sequence(Path directory) {
        return SystemFiles.number(BlockLayer.disk(directory).resolve("diskseq"));
    }

    /** The {@code /sys} directory of the device. */
    private static Path directory(Path device) throws IOException {
        Path directory = new BlockLayer(SystemFiles.LIVE).byFile(device);
        if (directory == null) {
            throw new IOException(device + (Files.exists(device) ? " is not a block device" : " does not exist")
                    + ": name a block device, lsblk lists them");
        }
        return directory;
    }

    private static String serial(Path device) {
        return Stream.of("serial", "device/serial", "device/cid")
                .map(file -> SystemFiles.read(device.resolve(file)))
                .filter(serial -> serial != null && !serial.isEmpty())
                .findFirst()
                .orElse(null);
    }

    /** Adds why it cannot be read to {@code uses}; returns whether it is blank at both ends. */
    private static boolean blank(Path device, long size, List<String> uses) {
        try (FileChannel channel = FileChannel.open(device, StandardOpenOption.READ)) {
            int end = (int) Math.min(MIB, size);
            return isZero(channel, 0, end) && isZero(channel, size - end, end);
        } catch (AccessDeniedException denied) {
            uses.add("this user may not read it: run as root");
        } catch (IOException unreadable) {
            uses.add("it cannot be read (" + unreadable.getMessage() + ")");
        }
        return false;
    }

    private static boolean isZero(FileChannel channel, long from, int length) throws IOException {
        return ByteBuffer.wrap(read(channel, from, length)).mismatch(ByteBuffer.allocate(length)) < 0;
    }

    /**
     * Reads all of {@code length} bytes from {@code from} on.
     *
     * @throws IOException when the device has fewer
     */
    public static byte[] read(FileChannel channel, long from, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        while (bytes.hasRemaining()) {
            if (channel.read(bytes, from + bytes.position()) < 0) {
                throw new IOException("the device ends before byte " + (from + length));
            }
        }
        return bytes.array();
    }

    /**
     * The signatures on a device or an image, as {@code wipefs} of util-linux knows them; with {@code --no-act} it only lists.
     *
     * @param uses gets why they cannot be seen
     */
    static List<Signature> signatures(Path device, List<String> uses) throws IOException {
        String wipefs = Stream.of("/usr/sbin/wipefs", "/sbin/wipefs") // seldom in the path of ordinary users
                .filter(path -> Files.isExecutable(Path.of(path)))
                .findFirst()
                .orElse("wipefs");
        return signatures(wipefs, device, uses);
    }

    static List<Signature> signatures(String wipefs, Path device, List<String> uses) throws IOException {
        List<Signature> signatures = new ArrayList<>();
        try {
            Tool.Result listed =
                    Tool.run("util-linux", LIMIT, List.of(wipefs, "--no-act", "--json", device.toString()));
            if (listed.exitCode() != 0) {
                throw new IOException(listed.complaint());
            }
            for (JsonNode found : new ObjectMapper().readTree(listed.output()).path("signatures")) {
                long offset = Long.decode(found.path("offset").textValue());
                signatures.add(new Signature(found.path("type").textValue(), offset));
            }
        } catch (InterruptedIOException interrupted) {
            throw interrupted;
        } catch (IOException failed) {
            uses.add("whether it holds a file system cannot be seen: " + failed.getMessage());
        }
        return List.copyOf(signatures);
    }
}
