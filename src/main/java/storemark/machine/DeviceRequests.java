package storemark.machine;

import java.nio.file.Path;

/**
 * What a block device has done since it was attached, for all processes (Documentation/block/stat.rst). -1 stands for what could not be
 * read, as where no block device is below.
 *
 * @param reads requests to read that it has completed: neighbouring ones that the kernel has merged count as one
 * @param readBytes what these read
 * @param writes requests to write that it has completed, counted alike
 * @param writeBytes what these wrote
 */
public record DeviceRequests(long reads, long readBytes, long writes, long writeBytes) {
    private static final DeviceRequests UNKNOWN = new DeviceRequests(-1, -1, -1, -1);
    private static final int SECTOR = 512;
    private static final int FIELDS = 7;

    /**
     * The file with the counts of a device, or of a partition where that is what is used.
     *
     * @param place a block device, or a directory on one that need not be there yet
     * @return null where no block device is below, or the kernel shows none
     */
    public static Path counts(Path place) {
        return counts(SystemFiles.LIVE, place);
    }

    static Path counts(SystemFiles files, Path place) {
        BlockLayer blocks = new BlockLayer(files);
        Path device = blocks.byFile(place);
        if (device == null) {
            Mount mount = Mount.holding(files, Storage.nearestExisting(place));
            device = mount == null ? null : blocks.deviceOf(mount);
        }
        return device == null ? null : device.resolve("stat");
    }

    /** Reads the counts now: one small file. {@code counts} is what {@link #counts} returned, null included. */
    public static DeviceRequests now(Path counts) {
        String text = counts == null ? null : SystemFiles.read(counts);
        String[] fields = text == null ? new String[0] : text.split(" +");
        if (fields.length < FIELDS) {
            return UNKNOWN;
        }
        try {
            return new DeviceRequests(
                    Long.parseLong(fields[0]),
                    Long.parseLong(fields[2]) * SECTOR,
                    Long.parseLong(fields[4]),
                    Long.parseLong(fields[6]) * SECTOR);
        } catch (NumberFormatException unknown) {
            return UNKNOWN;
        }
    }

    /** What was done since {@code earlier}; -1 in each part that either lacks. */
    public DeviceRequests since(DeviceRequests earlier) {
        return new DeviceRequests(
                ProcessUsage.difference(reads, earlier.reads),
                ProcessUsage.difference(readBytes, earlier.readBytes),
                ProcessUsage.difference(writes, earlier.writes),
                ProcessUsage.difference(writeBytes, earlier.writeBytes));
    }
}
