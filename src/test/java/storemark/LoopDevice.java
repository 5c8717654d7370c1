package storemark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;

/** A real block device, made from a sparse file, which only root can do; elsewhere the test is skipped with that reason. */
public final class LoopDevice implements AutoCloseable {
    private static final String TOOLS = "PATH=$PATH:/usr/sbin:/sbin; ";

    private final Path path;
    private final Path image;
    private final Deque<String> undo = new ArrayDeque<>();

    private LoopDevice(Path path, Path image) {
        this.path = path;
        this.image = image;
    }

    /** What a command left: its exit code and what it said on both streams. */
    private record Ended(int exitCode, String said) {}

    /**
     * Makes a device of zeros.
     *
     * @param directory where its file is to be
     * @param bytes its size
     * @param options of losetup, such as {@code --read-only}
     */
    public static LoopDevice create(Path directory, long bytes, String... options) throws IOException {
        needsRoot();
        Path image = Files.createTempFile(directory, "device-", ".image");
        try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
            file.setLength(bytes);
        }
        Ended made = run("losetup --find --show " + String.join(" ", options) + " " + image);
        assumeTrue(made.exitCode() == 0, "skipped: no loop device can be made here: " + made.said());
        LoopDevice device = new LoopDevice(Path.of(made.said()), image);
        device.undo.push("losetup --detach " + device.path);
        return device;
    }

    public Path path() {
        return path;
    }

    /** The kernel's name, {@code loop0}. */
    public String name() {
        return path.getFileName().toString();
    }

    /** Checksums of all that is on it: 64 bits, by the two that the first compiler has instructions for. */
    public String digest() throws Exception {
        CRC32 one = new CRC32();
        CRC32C other = new CRC32C();
        try (InputStream in = Files.newInputStream(path)) {
            byte[] buffer = new byte[1 << 20];
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                one.update(buffer, 0, count);
                other.update(buffer, 0, count);
            }
        }
        return one.getValue() + " " + other.getValue();
    }

    /** Mounts {@code device}, this one or a partition of it, read-only until this one is closed. */
    public void mount(Path device, Path point) throws IOException {
        Files.createDirectories(point);
        sh("mount -o ro,noload " + device + " '" + point + "'");
        undo.push("umount '" + point + "'");
    }

    /** Makes an ext4 on it, mounted at {@code point} until this one is closed. */
    public void format(Path point) throws IOException {
        needs("mkfs.ext4");
        Files.createDirectories(point);
        sh("mkfs.ext4 -q " + path + " && mount " + path + " '" + point + "'");
        undo.push("umount '" + point + "'");
    }

    /** Takes away what it is made of: from now on what is read from it is an error, as with a disk that has gone. */
    public void lose() throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
            file.setLength(0);
        }
    }

    /** Makes a GPT with one partition; addpart tells it to kernels that were built without that format. */
    public Path partition() throws IOException {
        needs("sfdisk");
        sh("printf 'label: gpt\\nstart=2048, size=32768\\n' | sfdisk -q " + path);
        sh("test -e " + path + "p1 || addpart " + path + " 1 2048 32768");
        undo.push("delpart " + path + " 1 2>/dev/null || true"); // else the next device of this name would have it
        return Path.of(path + "p1");
    }

    /** Makes a loop device over this one, which holds it exclusively until this one is closed. */
    public Path deviceAbove() throws IOException {
        Path above = Path.of(sh("losetup --find --show " + path));
        undo.push("losetup --detach " + above);
        return above;
    }

    /** Skips the test where no loop devices can be made. */
    public static void needsRoot() throws IOException {
        assumeTrue(Files.isWritable(Path.of("/dev/loop-control")), "skipped: only root can make loop devices");
        needs("losetup");
    }

    /** Skips the test where {@code tool} is missing. */
    public static void needs(String tool) throws IOException {
        assumeTrue(run("command -v " + tool).exitCode() == 0, "skipped: " + tool + " is not installed");
    }

    /** Runs a command of the shell that must succeed, and returns what it said. */
    public static String sh(String command) throws IOException {
        Ended ended = run(command);
        assertEquals(0, ended.exitCode(), () -> command + ": " + ended.said());
        return ended.said();
    }

    private static Ended run(String command) throws IOException {
        Process process = new ProcessBuilder("/bin/sh", "-c", TOOLS + command)
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        try {
            return new Ended(process.waitFor(), said);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted: " + command, stopped);
        }
    }

    @Override
    public void close() throws IOException {
        for (String command : undo) {
            sh(command);
        }
    }
}
