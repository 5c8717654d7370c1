package storemark.durability;

import java.io.IOException;
import java.nio.file.Path;
import storemark.engine.Unavailable;

/**
 * What is on a device that is cut: a file system, and for engines that write to a block device themselves, another of those, each
 * on one half. A cut cuts both, as it does partitions of one disk.
 *
 * @param fileSystem of the files
 * @param halved whether there is a block device beside it
 */
record Layout(FileSystem fileSystem, boolean halved) {
    /** Of the device. */
    static final long BYTES = 1L << 30;

    private static final long HALF = BYTES / 2;

    void check() throws Unavailable, IOException {
        fileSystem.check();
        Shell.require("mount", "mount");
    }

    /** Makes the file system in an image of zeros. */
    void make(Path image, boolean steady) throws IOException {
        fileSystem.make(image, halved ? HALF : BYTES, steady);
    }

    /** Mounts an image, or an export, at {@code point} by loop devices, which go with what is mounted. */
    Mounted mount(Path image, Path point, boolean steady) throws IOException {
        String part = halved ? "loop,offset=0,sizelimit=" + HALF : "loop";
        Shell.run("mount -t " + fileSystem + " -o " + part + "," + fileSystem.options(steady) + " "
                + Shell.quoted(image) + " " + Shell.quoted(point));
        return new Mounted(point, halved ? Loop.attach(image, HALF, HALF) : null);
    }

    /** A device that is in use. Used by one thread. */
    static final class Mounted {
        private final Path point;
        private final Loop beside;
        private boolean mounted = true;

        private Mounted(Path point, Loop beside) {
            this.point = point;
            this.beside = beside;
        }

        /** Where its file system is mounted. */
        Path point() {
            return point;
        }

        /** The block device beside it, or null. */
        Path device() {
            return beside == null ? null : beside.device();
        }

        /** Whether it is free now; else a process uses it, and it can be tried again. */
        boolean release() throws IOException {
            mounted = mounted && !WorkFolder.unmount(point);
            boolean detached = beside == null || beside.detach();
            return !mounted && detached;
        }
    }
}
