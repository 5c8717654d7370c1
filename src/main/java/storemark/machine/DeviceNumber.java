package storemark.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What {@code stat} tells of a device file. */
final class DeviceNumber {
    private static final int TYPE_MASK = 0170000;
    private static final int BLOCK_DEVICE = 0060000;

    private DeviceNumber() {}

    /**
     * {@code major:minor} of a block device, links followed; null for anything else and for what cannot be read.
     */
    static String of(Path file) {
        try {
            int mode = (int) Files.getAttribute(file, "unix:mode");
            return (mode & TYPE_MASK) == BLOCK_DEVICE ? text((long) Files.getAttribute(file, "unix:rdev")) : null;
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException unreadable) {
            return null;
        }
    }

    /** Splits a number as the C libraries of Linux join it (makedev(3)). */
    static String text(long number) {
        long major = ((number >>> 8) & 0xfff) | ((number >>> 32) & 0xfffff000L);
        long minor = (number & 0xff) | ((number >>> 12) & 0xffffff00L);
        return major + ":" + minor;
    }
}
