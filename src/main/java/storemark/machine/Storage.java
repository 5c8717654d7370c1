package storemark.machine;

import java.io.IOException;
import java.nio.file.FileStore;
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
        long free = -1;
        long total = -1;
        String type = null;
        try {
            FileStore store = Files.getFileStore(existing);
            free = store.getUsableSpace();
            total = store.getTotalSpace();
            type = store.type();
        } catch (IOException unreadable) {
            // Sizes stay unknown; a directory that cannot be used is the preflight's concern.
            free = -1;
        }
        Mount mount = Mount.holding(files, existing);
        BlockLayer blocks = new BlockLayer(files);
        Path device = mount == null ? null : blocks.deviceOf(mount);
        if (device == null) {
            return new Storage(
                    mount == null ? type : mount.type(),
                    mount == null ? null : mount.publishedOptions(),
                    null,
                    null,
                    List.of(),
                    List.of(),
                    null,
                    List.of(),
                    mount == null ? -1 : readAhead(files, mount, null),
                    -1,
                    -1,
                    free,
                    total);
        }
        Path disk = BlockLayer.disk(device);
        List<Path> bottom = blocks.bottomDisks(device);
        List<String> rotational = SystemFiles.distinct(bottom, "queue/rotational");
        return new Storage(
                mount.type(),
                mount.publishedOptions(),
                journal(files, device),
                device.getFileName().toString(),
                bottom.stream().map(path -> path.getFileName().toString()).toList(),
                SystemFiles.distinct(bottom, "device/model"),
                rotational.isEmpty() ? null : rotational.contains("1"),
                SystemFiles.distinct(bottom, "queue/scheduler").stream()
                        .map(Storage::chosen)
                        .distinct()
                        .toList(),
                readAhead(files, mount, disk),
                SystemFiles.number(disk.resolve("queue/logical_block_size")),
                SystemFiles.number(disk.resolve("queue/physical_block_size")),
                free,
                total);
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

    private static long readAhead(SystemFiles files, Mount mount, Path disk) {
        long ofMount = files.number("/sys/class/bdi/" + mount.device() + "/read_ahead_kb");
        return ofMount >= 0 || disk == null ? ofMount : SystemFiles.number(disk.resolve("queue/read_ahead_kb"));
    }

    /** The scheduler in brackets, of {@code none [mq-deadline] kyber}. */
    private static String chosen(String schedulers) {
        int open = schedulers.indexOf('[');
        int close = schedulers.indexOf(']');
        return open >= 0 && close > open ? schedulers.substring(open + 1, close) : schedulers;
    }
}
