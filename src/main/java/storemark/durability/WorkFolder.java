package storemark.durability;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.stream.Stream;
import storemark.machine.Tool;

/**
 * A folder for stores, images and recorded devices, of which nothing stays: what runs there is ended, what is mounted there is
 * unmounted, and all files are deleted when it is closed, or the process is ended from the keyboard. What a killed process has
 * left is removed by the next one.
 */
final class WorkFolder implements AutoCloseable {
    private static final String PREFIX = "storemark-durability-";
    /** Held as long as the folder is used; says which folder it is for. Its name is the first, and so what is deleted last. */
    private static final String LOCK = ".storemark-durability.lock";

    private static final int ATTEMPTS = 5;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Path path;
    private final FileChannel lock;
    private final Deque<Process> processes = new ConcurrentLinkedDeque<>();
    private final Thread hook = new Thread(this::releaseAll, "durability-release");

    private WorkFolder(Path path) throws IOException {
        this.path = path;
        lock = FileChannel.open(path.resolve(LOCK), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        if (lock.tryLock() == null) {
            throw new IOException(path + " is used by another process: name another --dir");
        }
        lock.write(ByteBuffer.wrap(path.toString().getBytes(StandardCharsets.UTF_8)));
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Makes a folder below {@code root}, which is made too, and removes those whose process is gone. */
    static WorkFolder create(Path root) throws IOException {
        Files.createDirectories(root);
        Path real = root.toRealPath();
        try (Stream<Path> all = Files.list(real)) {
            for (Path left : all.filter(WorkFolder::isLeft).toList()) {
                release(left);
            }
        }
        return new WorkFolder(Files.createTempDirectory(real, PREFIX));
    }

    /** By the lock, since another namespace may have other process ids. */
    private static boolean isLeft(Path folder) {
        Path file = folder.resolve(LOCK);
        if (!folder.getFileName().toString().startsWith(PREFIX)
                || !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
                FileLock free = channel.tryLock()) {
            return free != null && Files.readString(file).equals(folder.toString());
        } catch (IOException | OverlappingFileLockException used) {
            return false;
        }
    }

    /** An empty folder for {@code what}, and no other, to be given to {@link #release}. */
    Path folder(String what) throws IOException {
        return Files.createTempDirectory(path, what + "-");
    }

    /** Ends {@code process} with this folder, before anything is unmounted. */
    Process owns(Process process) {
        processes.removeIf(ended -> !ended.isAlive());
        processes.add(process);
        return process;
    }

    /** Unmounts what is at {@code point}; whether it could. */
    static boolean unmount(Path point) throws IOException {
        return Tool.run("mount", PATIENCE, List.of("umount", point.toString())).exitCode() == 0;
    }

    private static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> all = Files.walk(folder)) {
                for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(each);
                }
            }
        }
    }

    /** Does not return when the process is being ended: what fails now, fails because of that. */
    void awaitEndOfProcess() throws InterruptedException {
        if (hook.getState() != Thread.State.NEW) {
            Thread.sleep(Long.MAX_VALUE);
        }
    }

    private void releaseAll() {
        for (int attempt = 1; ; attempt++) { // what is being started meanwhile is found by the next
            processes.forEach(Process::destroyForcibly);
            processes.forEach(each -> each.onExit().join());
            try {
                release(path);
                lock.close();
                return;
            } catch (IOException failed) {
                if (attempt == ATTEMPTS) {
                    System.err.println("cannot remove " + path + ": " + failed.getMessage()
                            + ": unmount what is below it (see /proc/mounts), then delete it");
                    return;
                }
            }
        }
    }

    /**
     * Unmounts what is mounted below {@code folder}, and deletes it. The devices come first, whose daemon must still be there, and
     * then the daemon, which unmounts its own export.
     */
    static void release(Path folder) throws IOException {
        for (Path mount : mounts(folder)) {
            if (Files.isDirectory(mount) && !unmount(mount)) {
                Tool.run("mount", PATIENCE, List.of("umount", "-l", mount.toString()));
            }
        }
        RecordedDevice.endDaemons(folder);
        for (Path mount : mounts(folder)) {
            Tool.run("mount", PATIENCE, List.of("umount", "-l", mount.toString()));
        }
        delete(folder);
    }

    /** What is mounted below {@code folder}, the last first. */
    private static Deque<Path> mounts(Path folder) throws IOException {
        Deque<Path> below = new ArrayDeque<>();
        for (String line : Files.readAllLines(Path.of("/proc/self/mounts"))) {
            Path point = Path.of(line.split(" ", 3)[1].replace("\\040", " "));
            if (point.startsWith(folder)) {
                below.push(point);
            }
        }
        return below;
    }

    @Override
    public void close() {
        releaseAll();
        Runtime.getRuntime().removeShutdownHook(hook);
    }
}
