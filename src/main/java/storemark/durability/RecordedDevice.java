package storemark.durability;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import storemark.engine.Unavailable;
import storemark.machine.Tool;

/**
 * A file system on a device whose writes and flushes are recorded: a file, QEMU's storage daemon above it, which logs what passes
 * and shows it as a file again through FUSE, and a loop device on that. No module of the kernel is needed, and the kernel, its file
 * system and the JVM are the real ones.
 */
final class RecordedDevice {
    private static final String DAEMON = "qemu-storage-daemon";
    private static final String PID = "daemon.pid";
    private static final long BYTES = 1L << 30;
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int POLL_MILLIS = 5;

    /** Files that a count makes need more than these, which are part of what the number of a cut means. */
    private static final String INODES = "-N 40000 -E ";

    /** The file system hashes names by its seed, and spreads folders by that. */
    private static final String STEADY_INODES = "-N 80000 -E hash_seed=5a0e3a4c-7f0d-4b6e-9c11-1d6f0a5b2c3d,";

    private final Path folder;
    private final Process daemon;

    private RecordedDevice(Path folder, Process daemon) {
        this.folder = folder;
        this.daemon = daemon;
    }

    /**
     * Refuses where a device cannot be recorded.
     *
     * @throws Unavailable with what is missing, and the package to install
     */
    static void check() throws Unavailable, IOException {
        if (!Files.isWritable(Path.of("/dev/loop-control"))) {
            throw new Unavailable(
                    "only root can make the loop device that is cut: run as root, with /dev/loop-control");
        }
        if (!Files.isWritable(Path.of("/dev/fuse"))) {
            throw new Unavailable(
                    "there is no /dev/fuse: load the kernel's module fuse, or give the device to this container");
        }
        require(DAEMON, "qemu-system-common (Debian, Ubuntu) or qemu-img (Fedora)");
        require("mkfs.ext4", "e2fsprogs");
        require("mount", "mount");
    }

    private static void require(String tool, String packages) throws Unavailable, IOException {
        List<String> look = List.of("sh", "-c", "PATH=$PATH:/usr/sbin:/sbin; command -v " + tool);
        if (Tool.run("dash", PATIENCE, look).exitCode() != 0) {
            throw new Unavailable(tool + " is not installed: install " + packages);
        }
    }

    /**
     * Makes an ext4 in {@code folder} and records what is written from then on.
     *
     * @param steady whether the same commits are to ask for the same each time: nothing is written by the clock, and where blocks
     *     are does not depend on the processor that asks for them
     */
    static RecordedDevice start(Path folder, boolean steady) throws IOException, InterruptedException {
        Path image = folder.resolve("device.img");
        try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
            file.setLength(BYTES);
        }
        // The image is of zeros: neither journal nor tables of inodes need to be cleared, now or by a thread of the
        // kernel.
        run("PATH=$PATH:/usr/sbin:/sbin mkfs.ext4 -q -F -b 4096 " + (steady ? STEADY_INODES : INODES)
                + "lazy_itable_init=1,lazy_journal_init=1,nodiscard " + quoted(image));
        Path base = folder.resolve("base.img");
        run("cp --sparse=always " + quoted(image) + " " + quoted(base));
        Path log = Files.createFile(folder.resolve("device.log"));
        Path export = Files.createFile(folder.resolve("device.export"));
        // What is logged need not be forced itself: no power is cut here.
        Process daemon = new ProcessBuilder(
                        DAEMON,
                        "--pidfile",
                        folder.resolve(PID).toString(),
                        "--blockdev",
                        "driver=file,node-name=data,cache.no-flush=on,filename=" + image,
                        "--blockdev",
                        "driver=file,node-name=log,cache.no-flush=on,filename=" + log,
                        "--blockdev",
                        "driver=blklogwrites,node-name=recorded,file=data,log=log,log-sector-size=512",
                        "--export",
                        "type=fuse,id=export,node-name=recorded,writable=on,mountpoint=" + export)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("daemon.txt").toFile())
                .redirectInput(new File("/dev/null"))
                .start();
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (Files.size(export) != BYTES) {
            if (!daemon.isAlive() || System.nanoTime() > deadline) {
                daemon.destroyForcibly();
                throw new IOException(DAEMON + " does not start: "
                        + Files.readString(folder.resolve("daemon.txt")).strip());
            }
            Thread.sleep(POLL_MILLIS);
        }
        Path point = Files.createDirectory(folder.resolve("mount"));
        mount(export, point, steady ? ",commit=3600" : "");
        if (steady) {
            // files of any size, not only large ones, get blocks of their own
            String name =
                    Path.of(Files.getFileStore(point).name()).getFileName().toString();
            Path small = Path.of("/sys/fs/ext4", name, "mb_stream_req");
            if (Files.isWritable(small)) {
                Files.writeString(small, "0");
            }
        }
        return new RecordedDevice(folder, daemon);
    }

    /** Mounts an image, or an export, by a loop device that goes with the mount. With direct I/O the loop corrupts exports. */
    static void mount(Path image, Path point, String options) throws IOException {
        run("mount -o loop,noinit_itable" + options + " " + quoted(image) + " " + quoted(point));
    }

    static void run(String command) throws IOException {
        Tool.Result ended = Tool.run("dash", PATIENCE, List.of("sh", "-c", command));
        if (ended.exitCode() != 0) {
            throw new IOException(command + ": " + ended.complaint());
        }
    }

    static String quoted(Path path) {
        return "'" + path.toString().replace("'", "'\\''") + "'";
    }

    /** Where its file system is mounted. */
    Path mount() {
        return folder.resolve("mount");
    }

    Path log() {
        return folder.resolve("device.log");
    }

    /** The device as it was before anything was recorded. */
    Path base() {
        return folder.resolve("base.img");
    }

    /** Ends the recording. What unmounting writes comes behind everything that counts. */
    void stop() throws IOException, InterruptedException {
        if (!WorkFolder.unmount(mount())) {
            throw new IOException(mount() + " cannot be unmounted: a process uses it");
        }
        daemon.destroy();
        if (!daemon.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            throw new IOException(DAEMON + " does not end");
        }
        Files.delete(folder.resolve("device.img"));
    }

    /** Ends the daemons of a process that is gone: those that serve files below {@code folder}. */
    static void endDaemons(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder, 2)) {
            files = all.filter(file -> file.endsWith(PID)).toList();
        }
        for (Path file : files) {
            long pid = Long.parseLong(Files.readString(file).strip());
            Path command = Path.of("/proc", String.valueOf(pid), "cmdline");
            if (Files.exists(command)
                    && Files.readString(command, StandardCharsets.ISO_8859_1).contains(folder.toString())) {
                ProcessHandle.of(pid).ifPresent(daemon -> {
                    daemon.destroy();
                    daemon.onExit()
                            .completeOnTimeout(daemon, PATIENCE.toSeconds(), TimeUnit.SECONDS)
                            .join();
                });
            }
        }
    }
}
