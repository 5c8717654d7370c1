package storemark.machine;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A block device that a store might be put on, which is somebody's data until shown otherwise. Looking at it never writes.
 *
 * <p>Limits: between a look and the use of the device somebody else may take it. A process of another user that has it open
 * is seen by root alone, and {@link #unchecked} says so. A device that was once a store has anything in the places of
 * signatures, so that one of two bytes may be found by chance: whether a device is a store of ours is to be asked first.
 *
 * @param name the kernel's name, {@code nvme1n1}
 * @param sizeBytes capacity
 * @param logicalBlockBytes smallest unit of addressing, or -1 when not known
 * @param serial the device's serial number, or null when it has none
 * @param blank whether its first and last MiB are zeros
 * @param refusals why it must not be written to, a clause each about the device; empty when nothing was found
 * @param unchecked what could not be looked at, a clause each
 */
public record BlockDevice(
        String name,
        long sizeBytes,
        long logicalBlockBytes,
        String serial,
        boolean blank,
        List<String> refusals,
        List<String> unchecked) {
    private static final int MIB = 1 << 20;
    private static final int SECTOR = 512;
    private static final Duration LIMIT = Duration.ofSeconds(30);

    /**
     * Looks at a device.
     *
     * @param device its name, a link to it included
     * @throws IOException when it does not exist or is not a block device: a line that says what to do
     */
    public static BlockDevice inspect(Path device) throws IOException {
        return inspect(SystemFiles.LIVE, device);
    }

    private static BlockDevice inspect(SystemFiles files, Path device) throws IOException {
        Path directory = directory(files, device);
        Path disk = BlockLayer.disk(directory);
        long size = Math.max(0, SystemFiles.number(directory.resolve("size"))) * SECTOR;
        List<String> refusals = new ArrayList<>();
        List<String> unchecked = new ArrayList<>();
        if (size == 0) {
            refusals.add("it has no medium, or a size of 0");
        }
        if (SystemFiles.number(directory.resolve("ro")) == 1) {
            refusals.add("it is read-only");
        }
        DeviceUsers.Users users = DeviceUsers.of(files, directory);
        refusals.addAll(users.found());
        if (users.hiddenProcesses() > 0) {
            unchecked.add("whether one of " + users.hiddenProcesses()
                    + " processes of other users has it open: only root can see that");
        }
        for (Path partition : DeviceUsers.partitions(directory)) {
            refusals.add("it has a partition " + partition.getFileName());
        }
        boolean blank = size > 0 && content(device, size, refusals, unchecked);
        return new BlockDevice(
                directory.getFileName().toString(),
                size,
                SystemFiles.number(disk.resolve("queue/logical_block_size")),
                serial(directory),
                blank,
                List.copyOf(refusals),
                List.copyOf(unchecked));
    }

    /** The {@code /sys} directory of the device. */
    private static Path directory(SystemFiles files, Path device) throws IOException {
        if (!Files.exists(device)) {
            throw new IOException(device + " does not exist: name a block device, lsblk lists them");
        }
        String number = DeviceNumber.of(device);
        Path directory = number == null ? null : new BlockLayer(files).byNumber(number);
        if (directory == null) {
            String kind = Files.isDirectory(device)
                    ? "a directory"
                    : Files.isRegularFile(device) ? "a file" : "another thing";
            throw new IOException(device + " is not a block device but "
                    + (number == null ? kind : "one that the kernel does not know")
                    + ": name a block device, lsblk lists them");
        }
        return directory;
    }

    private static String serial(Path device) {
        for (String file : List.of("serial", "device/serial", "device/cid")) {
            String serial = SystemFiles.read(device.resolve(file));
            if (serial != null && !serial.isEmpty()) {
                return serial;
            }
        }
        return null;
    }

    /** Adds what is found on the device; returns whether it is blank at both ends. */
    private static boolean content(Path device, long size, List<String> refusals, List<String> unchecked)
            throws IOException {
        List<Signatures.Signature> signatures;
        boolean blank;
        try (FileChannel channel = FileChannel.open(device, StandardOpenOption.READ)) {
            signatures = Signatures.find(channel, size);
            int end = (int) Math.min(MIB, size);
            blank = isZero(Signatures.read(channel, 0, end)) && isZero(Signatures.read(channel, size - end, end));
        } catch (AccessDeniedException denied) {
            refusals.add("this user may not read it: run as root, or join the group of the device");
            return false;
        } catch (IOException unreadable) {
            refusals.add("it cannot be read (" + unreadable.getMessage() + ")");
            return false;
        }
        for (Signatures.Signature signature : signatures) {
            refusals.add("it holds a signature of " + signature.name() + " at byte " + signature.offset());
        }
        wipefs(device, signatures, refusals, unchecked);
        return blank;
    }

    /** What {@code wipefs} of util-linux finds beyond our own list; without options it only lists. */
    private static void wipefs(
            Path device, List<Signatures.Signature> known, List<String> refusals, List<String> unchecked)
            throws IOException {
        Tool.Result result = runWipefs(device);
        if (result == null || result.exitCode() != 0) {
            unchecked.add("signatures of rare formats: wipefs of util-linux is "
                    + (result == null ? "missing" : "not able to read it: " + result.complaint()));
            return;
        }
        for (String line : result.output().lines().toList()) {
            String[] fields = line.split(",", -1);
            if (fields.length == 4 && fields[0].matches("0x[0-9a-f]{1,15}")) {
                long offset = Long.parseLong(fields[0].substring(2), 16);
                if (known.stream().noneMatch(signature -> signature.offset() == offset)) {
                    refusals.add("it holds a signature of " + fields[3] + " at byte " + offset);
                }
            }
        }
    }

    /** Ordinary users often have no sbin directory in their path. */
    private static Tool.Result runWipefs(Path device) throws IOException {
        for (String wipefs : List.of("/usr/sbin/wipefs", "/sbin/wipefs", "wipefs")) {
            boolean there = !wipefs.startsWith("/") || Files.isExecutable(Path.of(wipefs));
            try {
                if (there) {
                    return Tool.run(LIMIT, List.of(wipefs, "--no-act", "--parsable", device.toString()));
                }
            } catch (InterruptedIOException interrupted) {
                throw interrupted;
            } catch (IOException missing) {
                return null;
            }
        }
        return null;
    }

    private static boolean isZero(byte[] bytes) {
        for (byte each : bytes) {
            if (each != 0) {
                return false;
            }
        }
        return true;
    }
}
