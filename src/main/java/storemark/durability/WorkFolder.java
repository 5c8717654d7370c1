package storemark.durability;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import storemark.machine.ProcessFolder;
import storemark.machine.StoreFiles;
import storemark.machine.Tool;

/**
 * A folder for stores, images and recorded devices, of which nothing stays: what runs there is ended, what is mounted there is
 * unmounted, and all files are deleted when it is closed, or the process is ended from the keyboard. What a killed process has
 * left is removed by the next one.
 */
public final class WorkFolder implements AutoCloseable {
    private static final String PREFIX = "storemark-durability-";
    private static final int ATTEMPTS = 5;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final ProcessFolder folder;
    private final Deque<Process> processes = new ConcurrentLinkedDeque<>();
    private final Thread hook = new Thread(this::releaseAll, "durability-release");

    private WorkFolder(ProcessFolder folder) {
        this.folder = folder;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /**
     * Makes a folder below {@code root}, which is made too, and removes those whose process is gone.
     *
     * @throws IOException when it cannot be made, or what was left cannot be removed
     */
    public static WorkFolder create(Path root) throws IOException {
        Files.createDirectories(root);
        for (Path left : ProcessFolder.left(root, PREFIX)) {
            release(left);
        }
        return new WorkFolder(new ProcessFolder(root, PREFIX));
    }

    /** An empty folder for {@code what}, and no other, to be given to {@link #release}. */
    Path folder(String what) throws IOException {
        return Files.createTempDirectory(folder.path(), what + "-");
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
                release(folder.path());
                folder.close();
                return;
            } catch (IOException failed) {
                if (attempt == ATTEMPTS) {
                    System.err.println("cannot remove " + folder.path() + ": " + failed.getMessage()
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
            if (Files.isDirectory(mount)) {
                // a writer that was ended may have left it frozen, and then it would never go
                Shell.succeeds("fsfreeze -u " + Shell.quoted(mount));
                if (!unmount(mount)) {
                    Tool.run("mount", PATIENCE, List.of("umount", "-l", mount.toString()));
                }
            }
        }
        for (Loop device : Loop.below(folder)) {
            device.detach();
        }
        RecordedDevice.endDaemons(folder);
        for (Path mount : mounts(folder)) {
            Tool.run("mount", PATIENCE, List.of("umount", "-l", mount.toString()));
        }
        StoreFiles.deleteTree(folder);
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
