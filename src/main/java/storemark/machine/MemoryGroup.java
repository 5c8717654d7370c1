package storemark.machine;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import storemark.text.Amount;

/**
 * A memory control group with a limit, for one fork: heap, native memory and the page cache that it fills count
 * together. Pages that another process cached before do not count and are not limited: {@link PageCache#evict} first.
 *
 * <p>The group is made below the group of this process, with version 1 of control groups or version 2. The processes of a
 * crashed harness do not keep their groups: {@link #removeStale} removes them. Thread-safe.
 *
 * @param version of control groups, 1 or 2
 * @param directory the group's directory in the control group file system
 * @param limitBytes the limit that was asked for
 */
public record MemoryGroup(int version, Path directory, long limitBytes) implements AutoCloseable {
    private static final Pattern NAME = Pattern.compile(MemoryGroupParent.PREFIX + "(?<process>\\d{1,18})-.+");
    private static final AtomicInteger COUNT = new AtomicInteger();
    private static final int REMOVAL_ATTEMPTS = 250;
    private static final int REMOVAL_PAUSE_MILLIS = 20;

    /**
     * What the group's processes have used. -1 stands for what this kernel does not tell.
     *
     * @param peakBytes the most that was charged at any time
     * @param fileBytes page cache charged now, mapped files included, without memory that processes share
     * @param anonymousBytes heap and native memory charged now, with memory that processes can share and files in memory: the
     *     kernel counts those to its page cache, but cannot write them back
     * @param oomKills processes that were killed because nothing could be reclaimed
     */
    public record Usage(long peakBytes, long fileBytes, long anonymousBytes, long oomKills) {}

    /**
     * Makes a group.
     *
     * @param limitBytes for all memory of the group together, at least 1 MiB; the kernel rounds it down to whole pages.
     *     Swap does not extend it.
     * @throws IOException when this user or this system cannot have one: a line that says why and what to run
     */
    public static MemoryGroup create(long limitBytes) throws IOException {
        return create(SystemFiles.LIVE, limitBytes);
    }

    static MemoryGroup create(SystemFiles files, long limitBytes) throws IOException {
        if (limitBytes < 1 << 20) {
            throw new IllegalArgumentException("a memory limit of " + limitBytes + " bytes: at least 1 MiB is needed");
        }
        ControlGroup parent = MemoryGroupParent.find(files);
        long outer = parent.lowestLimitBytes();
        if (outer >= 0 && outer < limitBytes) {
            throw new IOException("no memory group of " + Amount.ofBytes(limitBytes) + ": this process is limited to "
                    + Amount.ofBytes(outer) + " itself; choose a smaller budget");
        }
        String name = MemoryGroupParent.PREFIX + ProcessHandle.current().pid() + "-" + COUNT.incrementAndGet();
        Path directory = Files.createDirectory(parent.directory().resolve(name));
        MemoryGroup group = new MemoryGroup(parent.version(), directory, limitBytes);
        try {
            group.limit(Memory.read(files).swapTotalBytes() > 0);
        } catch (IOException failure) {
            group.close();
            throw failure;
        }
        return group;
    }

    private void limit(boolean swap) throws IOException {
        set(version == 1 ? "memory.limit_in_bytes" : "memory.max", limitBytes);
        if (!swap) {
            return;
        }
        // Version 1 limits the sum of memory and swap, version 2 swap alone.
        String file = version == 1 ? "memory.memsw.limit_in_bytes" : "memory.swap.max";
        try {
            set(file, version == 1 ? limitBytes : 0);
        } catch (IOException noSwapAccounting) {
            throw new IOException(
                    "no memory group of " + Amount.ofBytes(limitBytes)
                            + ": swap is on and this kernel does not count it; run: sudo swapoff -a",
                    noSwapAccounting);
        }
    }

    private void set(String file, long value) throws IOException {
        MemoryGroupParent.write(directory.resolve(file), String.valueOf(value));
    }

    /**
     * What to put before a command so that its process, and all that it starts, is in this group from its first
     * instruction on. The command keeps its process id, and fails when it cannot enter the group.
     */
    public List<String> commandPrefix() {
        return List.of("/bin/sh", "-c", "echo 0 > \"$0/cgroup.procs\" && exec \"$@\"", directory.toString());
    }

    /** Reads the group's counters. */
    public Usage usage() {
        return usage(version, directory);
    }

    /** The counters of the group that this process is in. */
    public static Usage ownUsage() {
        ControlGroup own = ControlGroup.own(SystemFiles.LIVE);
        return usage(own.version(), own.directory());
    }

    /** The limit that this process is under, in bytes; -1 for none. */
    public static long ownLimitBytes() {
        return ControlGroup.own(SystemFiles.LIVE).lowestLimitBytes();
    }

    private static Usage usage(int version, Path directory) {
        if (version == 0) {
            return new Usage(-1, -1, -1, -1);
        }
        boolean first = version == 1;
        Path kinds = directory.resolve("memory.stat");
        long shared = Math.max(0, SystemFiles.counter(kinds, first ? "total_shmem" : "shmem"));
        long cached = SystemFiles.counter(kinds, first ? "total_cache" : "file");
        long anonymous = SystemFiles.counter(kinds, first ? "total_rss" : "anon");
        return new Usage(
                SystemFiles.number(directory.resolve(first ? "memory.max_usage_in_bytes" : "memory.peak")),
                cached < 0 ? -1 : cached - shared,
                anonymous < 0 ? -1 : anonymous + shared,
                SystemFiles.counter(directory.resolve(first ? "memory.oom_control" : "memory.events"), "oom_kill"));
    }

    /**
     * Removes the group, once its processes have ended: it waits for them up to 5 seconds. Pages that they cached stay
     * cached. Does nothing when the group has gone.
     *
     * @throws IOException when processes are left in it
     */
    @Override
    public void close() throws IOException {
        for (int attempt = 1; Files.isDirectory(directory); attempt++) {
            try {
                Files.deleteIfExists(directory);
            } catch (IOException busy) {
                if (attempt == REMOVAL_ATTEMPTS) {
                    String processes = SystemFiles.read(directory.resolve("cgroup.procs"));
                    throw new IOException(
                            directory + " cannot be removed, processes in it: "
                                    + String.valueOf(processes).replace('\n', ' ') + "; end them, then: rmdir "
                                    + directory,
                            busy);
                }
                pause();
            }
        }
    }

    private static void pause() throws InterruptedIOException {
        try {
            Thread.sleep(REMOVAL_PAUSE_MILLIS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while processes left a memory group");
        }
    }

    /**
     * Removes the groups of harnesses that did not live to close them. Those of live processes, and those with processes
     * still in them, stay.
     *
     * @return the names of the groups removed
     */
    public static List<String> removeStale() {
        return MemoryGroupParent.places(ControlGroup.own(SystemFiles.LIVE)).stream()
                .flatMap(place -> SystemFiles.list(place).stream())
                .filter(group -> isStale(group.getFileName().toString()) && removeIfEmpty(group))
                .map(group -> group.getFileName().toString())
                .toList();
    }

    private static boolean isStale(String name) {
        Matcher ours = NAME.matcher(name);
        return ours.matches()
                && ProcessHandle.of(Long.parseLong(ours.group("process"))).isEmpty();
    }

    private static boolean removeIfEmpty(Path group) {
        try {
            return Files.deleteIfExists(group);
        } catch (IOException inUse) {
            return false;
        }
    }
}
