package storemark.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** The kernel's block devices as {@code /sys} shows them (Documentation/ABI/stable/sysfs-block). */
record BlockLayer(SystemFiles files) {
    /** A stack of devices deeper than this is taken for a loop of links. */
    private static final int DEEPEST = 16;

    private static final int TYPE_MASK = 0170000;
    private static final int BLOCK_DEVICE = 0060000;

    /**
     * {@code major:minor} of a block device, links followed; null for anything else and for what cannot be read.
     */
    static String number(Path file) {
        try {
            int mode = (int) Files.getAttribute(file, "unix:mode");
            return (mode & TYPE_MASK) == BLOCK_DEVICE ? majorMinor((long) Files.getAttribute(file, "unix:rdev")) : null;
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException unreadable) {
            return null;
        }
    }

    /** Splits a number as the C libraries of Linux join it (makedev(3)). */
    static String majorMinor(long number) {
        long major = ((number >>> 8) & 0xfff) | ((number >>> 32) & 0xfffff000L);
        long minor = (number & 0xff) | ((number >>> 12) & 0xffffff00L);
        return major + ":" + minor;
    }

    /** The {@code /sys} directory of the device below a mount, or null when no block device is below it. */
    Path deviceOf(Mount mount) {
        if (!mount.device().startsWith("0:")) {
            return byNumber(mount.device());
        }
        // btrfs and others give their files an anonymous number, and name one of their devices as the source.
        return mount.source().startsWith("/dev/") ? byName(mount.source()) : null;
    }

    /** The {@code /sys} directory of {@code major:minor}, or null. */
    Path byNumber(String number) {
        return real(files.path("/sys/dev/block/" + number));
    }

    /** The {@code /sys} directory of the block device that {@code file} is or links to, or null. */
    Path byFile(Path file) {
        String number = BlockLayer.number(file);
        return number == null ? null : byNumber(number);
    }

    private Path byName(String device) {
        Path node = real(files.path(device));
        Path name = node == null ? Path.of(device).getFileName() : node.getFileName();
        return real(files.path("/sys/class/block/" + name));
    }

    /** The whole disk that a partition belongs to, or the device itself. Partitions have no queue of their own. */
    static Path disk(Path device) {
        return Files.exists(device.resolve("partition")) ? device.getParent() : device;
    }

    /** Whether the device, or one below it, is a loop device whose file is not opened with O_DIRECT. */
    static boolean isBuffered(Path device) {
        Path disk = disk(device);
        return SystemFiles.number(disk.resolve("loop/dio")) == 0
                || SystemFiles.list(disk.resolve("slaves")).stream()
                        .map(BlockLayer::real)
                        .anyMatch(below -> below != null && isBuffered(below));
    }

    /** The disks at the bottom of a stack of partitions, dm, md and loop devices. */
    List<Path> bottomDisks(Path device) {
        List<Path> disks = new ArrayList<>();
        descend(disk(device), disks, 0);
        return disks;
    }

    private void descend(Path device, List<Path> disks, int depth) {
        List<Path> below = depth < DEEPEST ? below(device) : List.of();
        if (below.isEmpty() && !disks.contains(device)) {
            disks.add(device);
        }
        for (Path next : below) {
            descend(disk(next), disks, depth + 1);
        }
    }

    private List<Path> below(Path device) {
        Stream<Path> slaves =
                SystemFiles.list(device.resolve("slaves")).stream().map(BlockLayer::real);
        Stream<Path> ofFile = Stream.ofNullable(SystemFiles.read(device.resolve("loop/backing_file")))
                .map(file -> Mount.holding(files, Path.of(file)))
                .filter(Objects::nonNull)
                .map(this::deviceOf);
        return Stream.concat(slaves, ofFile).filter(Objects::nonNull).toList();
    }

    private static Path real(Path link) {
        try {
            return link.toRealPath();
        } catch (IOException missing) {
            return null;
        }
    }
}
