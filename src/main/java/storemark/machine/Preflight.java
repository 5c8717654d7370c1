package storemark.machine;

import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import storemark.text.Amount;

/**
 * Looks for what would spoil a run, before it starts. The rules see only what {@link Host} holds, so each can be tested
 * on any machine. Thread-safe.
 */
public final class Preflight {
    /** The share of a file system that a run leaves free: file systems slow down and engines crash when full. */
    public static final double RESERVED_SHARE = 0.02;

    private static final double COMFORTABLE_MARGIN = 1.2;
    private static final long LONG_READ_AHEAD_KIB = 1024;
    private static final Pattern IN_MEMORY = Pattern.compile("tmpfs|ramfs|devtmpfs");
    private static final Pattern LAYERED = Pattern.compile("overlay|aufs|unionfs");
    private static final Pattern REMOTE =
            Pattern.compile("nfs4?|cifs|smb3|smbfs|9p|virtiofs|ceph|glusterfs|lustre|gpfs|afs"
                    + "|ocfs2|gfs2|beegfs|webdav|osxfs|vboxsf");

    private final Plan plan;
    private final Host host;
    private final List<Finding> found = new ArrayList<>();

    private Preflight(Plan plan, Host host) {
        this.plan = plan;
        this.host = host;
    }

    /** Whether a run may start. */
    public enum Severity {
        /** The run cannot end well and must not start. */
        REFUSE,
        /** Results may be wrong or not comparable; the reader must know. */
        WARN
    }

    /**
     * One thing found.
     *
     * @param severity whether a run may go on
     * @param what what was found, with its value
     * @param remedy what the user can do, a sentence
     */
    public record Finding(Severity severity, String what, String remedy) {}

    /**
     * What is about to run.
     *
     * @param dataDirectory where the stores will be; it need not exist yet
     * @param bytesNeeded what the run will write there at most, at least 0
     * @param threads the highest number of measuring threads, at least 1
     * @param senders the highest number of threads that send at planned times, 0 for none: they spin
     * @param memoryBudgetBytes what each fork may use, or -1 for no limit
     * @param device the block device that stores are put on, or null for none
     */
    public record Plan(
            Path dataDirectory, long bytesNeeded, int threads, int senders, long memoryBudgetBytes, Path device) {
        /** Stores in files only, and closed loops. */
        public Plan(Path dataDirectory, long bytesNeeded, int threads, long memoryBudgetBytes) {
            this(dataDirectory, bytesNeeded, threads, 0, memoryBudgetBytes, null);
        }

        public Plan {
            Objects.requireNonNull(dataDirectory, "dataDirectory");
            if (bytesNeeded < 0 || threads < 1) {
                throw new IllegalArgumentException("bytesNeeded " + bytesNeeded + ", threads " + threads);
            }
        }
    }

    /**
     * What the rules look at. Unknown values as in the parts.
     *
     * @param inheritedFlags as {@link InheritedFlags} finds them
     */
    record Host(
            Cpu cpu,
            Memory memory,
            Storage storage,
            boolean deviceIsBuffered,
            double load,
            String directoryFault,
            String vm,
            Map<String, String> inheritedFlags) {
        static Host read(SystemFiles files, Path dataDirectory, Path device) {
            return new Host(
                    Cpu.read(files),
                    Memory.read(files),
                    Storage.of(files, dataDirectory),
                    isBuffered(files, dataDirectory, device),
                    ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
                    directoryFault(dataDirectory),
                    System.getProperty("java.vm.version") + " " + System.getProperty("java.vm.info"),
                    InheritedFlags.in(System.getenv()));
        }

        /** Whether the device, or that of the data directory's file system, is. */
        private static boolean isBuffered(SystemFiles files, Path dataDirectory, Path device) {
            BlockLayer blocks = new BlockLayer(files);
            Mount mount = Mount.holding(files, Storage.nearestExisting(dataDirectory));
            return Stream.of(
                            Optional.ofNullable(mount).map(blocks::deviceOf),
                            Optional.ofNullable(device).map(blocks::byFile))
                    .flatMap(Optional::stream)
                    .anyMatch(BlockLayer::isBuffered);
        }

        /** Why files cannot be made there, or null. */
        private static String directoryFault(Path directory) {
            Path existing = Storage.nearestExisting(directory);
            if (!Files.isDirectory(existing)) {
                return existing + " is not a directory";
            }
            if (!Files.isWritable(existing) || !Files.isExecutable(existing)) {
                return "no permission to write to " + existing;
            }
            return null;
        }
    }

    /** Looks at this machine and this JVM. Refusals come first. */
    public static List<Finding> check(Plan plan) {
        return judge(plan, Host.read(SystemFiles.LIVE, plan.dataDirectory(), plan.device()));
    }

    /** The rules alone. */
    static List<Finding> judge(Plan plan, Host host) {
        return new Preflight(plan, host).judge();
    }

    private List<Finding> judge() {
        directory();
        space(host.storage());
        memory(host.memory());
        fileSystem(host.storage());
        if (host.deviceIsBuffered()) {
            warn(
                    "stores or --dir are on a loop device without O_DIRECT: its file has a page cache, which serves even stores"
                            + " opened with O_DIRECT and is outside any memory budget",
                    "Do not compare its results with others. Where its file allows it: sudo losetup --direct-io=on DEVICE");
        }
        processors(host.cpu());
        jvm();
        found.sort(Comparator.comparing(Finding::severity));
        return List.copyOf(found);
    }

    private void refuse(String what, String remedy) {
        found.add(new Finding(Severity.REFUSE, what, remedy));
    }

    private void warn(String what, String remedy) {
        found.add(new Finding(Severity.WARN, what, remedy));
    }

    private void directory() {
        if (host.directoryFault() != null) {
            refuse(host.directoryFault(), "Choose another data directory, which this user may write to.");
        }
    }

    private void space(Storage storage) {
        if (storage.freeBytes() < 0 || plan.bytesNeeded() == 0) {
            return;
        }
        double usable = storage.freeBytes() - RESERVED_SHARE * Math.max(0, storage.totalBytes());
        String numbers =
                Amount.ofBytes(plan.bytesNeeded()) + " needed, " + Amount.ofBytes(storage.freeBytes()) + " free";
        if (plan.bytesNeeded() > usable) {
            refuse(
                    "the data cannot fit: " + numbers + ", and 2% of the file system must stay free",
                    "Free some space, take fewer entries, or choose another data directory.");
        } else if (plan.bytesNeeded() * COMFORTABLE_MARGIN > usable) {
            warn(
                    "space is tight: " + numbers,
                    "Free some space: stores can grow past their estimate while they compact.");
        }
    }

    private void memory(Memory memory) {
        long budget = plan.memoryBudgetBytes();
        long limit = memory.cgroupLimitBytes();
        if (budget > 0 && memory.totalBytes() > 0 && budget > memory.totalBytes()) {
            refuse(
                    "a memory budget of " + Amount.ofBytes(budget) + " on a machine of "
                            + Amount.ofBytes(memory.totalBytes()),
                    "Choose a budget below the memory of the machine.");
        } else if (budget > 0 && limit > 0 && budget > limit) {
            refuse(
                    "a memory budget of " + Amount.ofBytes(budget) + " in a control group limited to "
                            + Amount.ofBytes(limit),
                    "Choose a budget below that limit, or raise it.");
        } else if (budget > 0 && memory.availableBytes() > 0 && budget > memory.availableBytes()) {
            warn(
                    "a memory budget of " + Amount.ofBytes(budget) + ", but only "
                            + Amount.ofBytes(memory.availableBytes()) + " are available",
                    "Stop other processes, or choose a smaller budget.");
        }
        if (memory.swapUsedBytes() > 0) {
            warn(
                    "swap is in use: " + Amount.ofBytes(memory.swapUsedBytes()),
                    "Stop what needs the memory, then: sudo swapoff -a && sudo swapon -a");
        } else if (memory.swapTotalBytes() > 0) {
            warn(
                    "swap is on, and not in use: " + Amount.ofBytes(memory.swapTotalBytes())
                            + "; a store whose heap or cache is swapped out seems slow",
                    "Turn it off for the run: sudo swapoff -a");
        }
        if ("always".equals(memory.transparentHugePages())) {
            warn(
                    "transparent huge pages are on for all memory: latency and resident sizes vary with them",
                    "To set them on request only: echo madvise | sudo tee /sys/kernel/mm/transparent_hugepage/enabled");
        }
    }

    private void fileSystem(Storage storage) {
        String type = storage.fileSystem() == null ? "" : storage.fileSystem().toLowerCase(Locale.ROOT);
        String remedy = "Choose a data directory on a local disk's file system.";
        if (IN_MEMORY.matcher(type).matches()) {
            warn("the data directory is on " + type + ": it is memory, so no disk is measured", remedy);
        } else if (LAYERED.matcher(type).matches()) {
            warn("the data directory is on " + type + ": a container's layer, slower than its disk", remedy);
        } else if (REMOTE.matcher(type).matches()) {
            warn("the data directory is on " + type + ": another host's disk and the network are measured", remedy);
        } else if (type.startsWith("fuse")) {
            warn("the data directory is on " + type + ": a file system outside the kernel", remedy);
        } else if (type.equals("zfs")) {
            warn(
                    "the data directory is on zfs, whose own cache (ARC) neither --memory limits nor --cold empties; mapped"
                            + " files are in it too, beside the page cache",
                    "Choose a data directory on ext4, XFS or Btrfs.");
        }
        if (Boolean.FALSE.equals(storage.journal())) {
            warn(
                    "ext4 without a journal: creating files is slow for some seconds after others were deleted",
                    "For plain files choose a data directory on a file system with a journal.");
        }
        if (storage.readAheadKiB() > LONG_READ_AHEAD_KIB) {
            String device =
                    storage.disks().isEmpty() ? "DEVICE" : storage.disks().get(0);
            warn(
                    "read-ahead is " + storage.readAheadKiB()
                            + " KiB: memory-mapped stores read that much on each miss",
                    "To set the kernel's default: echo 128 | sudo tee /sys/block/" + device + "/queue/read_ahead_kb");
        }
    }

    private void processors(Cpu cpu) {
        List<String> slow = cpu.governors().stream()
                .filter(governor -> !governor.equals("performance"))
                .toList();
        if (!slow.isEmpty()) {
            warn(
                    "the CPU frequency governor is " + String.join(" and ", slow),
                    "sudo cpupower frequency-set -g performance");
        }
        if (cpu.usableCores() < plan.threads()) {
            warn(
                    plan.threads() + " threads on " + cpu.usableCores() + " usable cores: they take turns",
                    "Ask for at most " + cpu.usableCores() + " threads.");
        }
        if (plan.senders() > 0 && cpu.usableCores() <= plan.senders()) {
            warn(
                    plan.senders() + " threads send at planned times on " + cpu.usableCores()
                            + " usable cores: they spin, so latency at these rates is the scheduler's, not the engine's",
                    "Ask for fewer threads than cores.");
        }
        if (host.load() > cpu.usableCores() / 2.0) {
            warn(
                    String.format(Locale.ROOT, "the load average is %.1f on %d cores", host.load(), cpu.usableCores()),
                    "Stop other processes, or wait for them.");
        }
    }

    private void jvm() {
        if (host.vm().contains("debug")) {
            warn("this JVM is a debug build: " + host.vm().strip(), "Use a release build of the JDK.");
        }
        InheritedFlags.slowing(host.inheritedFlags())
                .forEach((what, variable) ->
                        warn(what, "Unset " + variable + ": the forks that measure read it, as every JVM does."));
    }
}
