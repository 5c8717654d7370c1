package storemark.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The file system and the device below a directory. Null, -1 or empty: not known.
 *
 * @param fileSystem type, {@code ext4}
 * @param mountOptions those that may be published
 * @param journal whether an ext4 has one
 * @param device the kernel's name of the device that is mounted, {@code nvme0n1p2}
 * @param disks the disks below it, {@code nvme0n1}
 * @param model the disks' models
 * @param rotational whether the kernel takes a disk for a spinning one; virtual disks often say so wrongly
 * @param scheduler the disks' I/O schedulers
 * @param readAheadKiB how far the kernel reads ahead of a miss
 * @param logicalBlockBytes smallest unit of addressing
 * @param physicalBlockBytes smallest unit that is written without reading first
 * @param freeBytes what this user may still write
 * @param totalBytes size of the file system
 */
record Storage(
        String fileSystem,
        String mountOptions,
        Boolean journal,
        String device,
        List<String> disks,
        List<String> model,
        Boolean rotational,
        List<String> scheduler,
        long readAheadKiB,
        long logicalBlockBytes,
        long physicalBlockBytes,
        long freeBytes,
        long totalBytes) {

    /** Reads what is below {@code directory}, or below its nearest parent that exists. */
    static Storage of(SystemFiles files, Path directory) {
        Path existing = nearestExisting(directory);
        FreeSpace space;
        try {
            space = FreeSpace.of(existing);
        } catch (IOException unreadable) {
            space = new FreeSpace(-1, -1); // a directory that cannot be used is the preflight's concern
        }
        Mount mount = Mount.holding(files, existing);
        BlockLayer blocks = new BlockLayer(files);
        Path device = mount == null ? null : blocks.deviceOf(mount);
        Path queue = device == null ? null : BlockLayer.disk(device).resolve("queue");
        List<Path> bottom = device == null ? List.of() : blocks.bottomDisks(device);
        List<String> rotational = SystemFiles.distinct(bottom, "queue/rotational");
        return new Storage(
                mount == null ? null : mount.type(),
                mount == null ? null : mount.publishedOptions(),
                device == null ? null : journal(files, device),
                device == null ? null : device.getFileName().toString(),
                bottom.stream().map(path -> path.getFileName().toString()).toList(),
                SystemFiles.distinct(bottom, "device/model"),
                rotational.isEmpty() ? null : rotational.contains("1"),
                SystemFiles.distinct(bottom, "queue/scheduler").stream()
                        .map(SystemFiles::chosen)
                        .distinct()
                        .toList(),
                readAhead(files, mount, queue),
                number(queue, "logical_block_size"),
                number(queue, "physical_block_size"),
                space.usableBytes(),
                space.totalBytes());
    }

    private static Boolean journal(SystemFiles files, Path device) {
        String task = files.read("/sys/fs/ext4/" + device.getFileName() + "/journal_task");
        return task == null ? null : !task.strip().equals("<none>");
    }

    /** The directory itself or the nearest parent that exists, without links. */
    static Path nearestExisting(Path directory) {
        Path path = directory.toAbsolutePath().normalize();
        while (path.getParent() != null && !Files.exists(path)) {
            path = path.getParent();
        }
        try {
            return path.toRealPath();
        } catch (IOException unreadable) {
            return path;
        }
    }

    private static long readAhead(SystemFiles files, Mount mount, Path queue) {
        long ofMount = mount == null
                ? -1
                : SystemFiles.number(files.path("/sys/class/bdi/" + mount.device() + "/read_ahead_kb"));
        // Btrfs has a read-ahead of its own, below a name that does not tell which mount is meant.
        boolean own = ofMount >= 0 || (mount != null && mount.type().equals("btrfs"));
        return own ? ofMount : number(queue, "read_ahead_kb");
    }

    private static long number(Path queue, String name) {
        return queue == null ? -1 : SystemFiles.number(queue.resolve(name));
    }
}
