package storemark.durability;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import storemark.engine.Unavailable;

/**
 * A block device that is a part of a file.
 *
 * @param device its name
 * @param file as the kernel knows it
 */
record Loop(Path device, Path file) {
    private static final Path DEVICES = Path.of("/sys/block");

    /** @throws Unavailable where none can be made */
    static void check() throws Unavailable, IOException {
        if (!Files.isWritable(Path.of("/dev/loop-control"))) {
            throw new Unavailable(
                    "only root can make the loop device that is cut: run as root, with /dev/loop-control");
        }
        Shell.require("losetup", "mount (Debian, Ubuntu) or util-linux (Fedora)");
    }

    /** Makes one of {@code bytes} of a file, from {@code offset} on. With direct I/O it would corrupt exports. */
    static Loop attach(Path file, long offset, long bytes) throws IOException {
        String part = " --offset " + offset + " --sizelimit " + bytes + " ";
        Path device = Path.of(Shell.run("losetup --find --show" + part + Shell.quoted(file)));
        return new Loop(device, file(device));
    }

    /** Those of files below {@code folder}. */
    static List<Loop> below(Path folder) throws IOException {
        List<Loop> found = new ArrayList<>();
        if (!Files.isDirectory(DEVICES)) {
            return found; // a container without /sys has none
        }
        try (DirectoryStream<Path> all = Files.newDirectoryStream(DEVICES, "loop*")) {
            for (Path each : all) {
                Path device = Path.of("/dev").resolve(each.getFileName());
                Path file = file(device);
                if (file != null && file.startsWith(folder)) {
                    found.add(new Loop(device, file));
                }
            }
        }
        return found;
    }

    /** Whether it is gone now; else a process has it open, and it goes when that closes it. */
    boolean detach() throws IOException {
        if (isThere()) { // else it may be another's by now
            Shell.run("losetup --detach " + device + " || test ! -e " + backing(device));
        }
        return !isThere();
    }

    private boolean isThere() throws IOException {
        return file.equals(file(device));
    }

    private static Path file(Path device) throws IOException {
        try {
            return Path.of(Files.readString(backing(device)).strip());
        } catch (NoSuchFileException none) {
            return null;
        }
    }

    private static Path backing(Path device) {
        return DEVICES.resolve(device.getFileName()).resolve("loop").resolve("backing_file");
    }
}
