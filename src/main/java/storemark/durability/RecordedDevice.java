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

/**
 * A file system on a device whose writes and flushes are recorded: a file, QEMU's storage daemon above it, which logs what passes
 * and shows it as a file again through FUSE, and a loop device on that. No module of the kernel is needed, and the kernel, its file
 * system and the JVM are the real ones.
 *
 * @param mounted where what is written to is recorded
 */
record RecordedDevice(Path folder, Process daemon, Layout.Mounted mounted) {
    private static final String DAEMON = "qemu-storage-daemon";
    private static final String PID = "daemon.pid";
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int POLL_MILLIS = 5;

    /**
     * Refuses where a device cannot be recorded.
     *
     * @throws Unavailable with what is missing, and the package to install
     */
    static void check(Layout layout) throws Unavailable, IOException {
        Loop.check();
        if (!Files.isWritable(Path.of("/dev/fuse"))) {
            throw new Unavailable(
                    "there is no /dev/fuse: load the kernel's module fuse, or give the device to this container");
        }
        Shell.require(DAEMON, "qemu-system-common (Debian, Ubuntu) or qemu-img (Fedora)");
        Shell.require("fsfreeze", "util-linux");
        layout.check();
    }

    /**
     * Makes what {@code layout} says in {@code folder} and records what is written from then on.
     *
     * @param steady whether the same commits are to ask for the same each time: nothing is written by the clock, and where blocks
     *     are does not depend on the processor that asks for them
     */
    static RecordedDevice start(Path folder, Layout layout, boolean steady) throws IOException, InterruptedException {
        Path image = folder.resolve("device.img");
        try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
            file.setLength(Layout.BYTES);
        }
        layout.make(image, steady);
        Path base = folder.resolve("base.img");
        Shell.run("cp --sparse=always " + Shell.quoted(image) + " " + Shell.quoted(base));
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
        while (Files.size(export) != Layout.BYTES) {
            if (!daemon.isAlive() || System.nanoTime() > deadline) {
                daemon.destroyForcibly();
                throw new IOException(DAEMON + " does not start: "
                        + Files.readString(folder.resolve("daemon.txt")).strip());
            }
            Thread.sleep(POLL_MILLIS);
        }
        Path point = Files.createDirectory(folder.resolve("mount"));
        Layout.Mounted mounted = layout.mount(export, point, steady);
        if (steady) {
            // files of any size, not only large ones, get blocks of their own
            String name =
                    Path.of(Files.getFileStore(point).name()).getFileName().toString();
            Path small = Path.of("/sys/fs/ext4", name, "mb_stream_req");
            if (Files.isWritable(small)) {
                Files.writeString(small, "0");
            }
        }
        return new RecordedDevice(folder, daemon, mounted);
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
        if (!mounted.release()) {
            throw new IOException(mounted.point() + " cannot be unmounted: a process uses it");
        }
        daemon.destroy();
        if (!daemon.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            throw new IOException(DAEMON + " does not end");
        }
        Files.delete(folder.resolve("device.img"));
    }

    /** Ends the daemons of a process that is gone: those that serve files below {@code folder}. */
    static void endDaemons(Path folder) throws IOException {
        List<Path> files; // others are not touched: the export of a daemon that is gone cannot be
        try (Stream<Path> all = Files.list(folder)) {
            files = all.map(each -> each.resolve(PID)).filter(Files::exists).toList();
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
