package storemark.machine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Who uses a block device, its partitions, or the disk that it is a partition of, by name. {@link ExclusiveOpen} asks the
 * kernel, which knows of more but does not say who it is, and not of those who have opened it as any file.
 */
final class DeviceUsers {
    /** How the clause of a process ends. */
    static final String OPEN = " has it open";

    private final SystemFiles files;
    private final Set<String> found = new LinkedHashSet<>();
    private final List<String> unchecked = new ArrayList<>();
    /** Of the device and what is related to it, {@code major:minor}. */
    private final Set<String> numbers = new HashSet<>();

    private int hidden;

    private DeviceUsers(SystemFiles files) {
        this.files = files;
    }

    /**
     * What was found.
     *
     * @param uses a clause each: {@code it is mounted at /srv}
     * @param unchecked what could not be looked at, a clause each
     */
    record Users(List<String> uses, List<String> unchecked) {}

    /**
     * Looks for users.
     *
     * @param device the {@code /sys} directory of the device
     */
    static Users of(SystemFiles files, Path device) {
        DeviceUsers users = new DeviceUsers(files);
        for (Path each : related(device)) {
            users.numbers.add(SystemFiles.read(each.resolve("dev")));
            for (Path holder : SystemFiles.list(each.resolve("holders"))) {
                String held = each.equals(device) ? "it" : each.getFileName().toString();
                users.found.add(held + " is held by " + holder.getFileName());
            }
        }
        users.swaps();
        users.loops();
        users.mounts();
        users.openFiles();
        if (users.hidden > 0) {
            users.found.add("any of " + users.hidden
                    + " processes of other users may have it open, which only root can see: run as root");
        }
        return new Users(List.copyOf(users.found), List.copyOf(users.unchecked));
    }

    /** The device, its partitions, and the disk that it is a partition of. */
    private static List<Path> related(Path device) {
        Stream<Path> whole = Stream.of(device, BlockLayer.disk(device)).distinct();
        return Stream.concat(whole, partitions(device).stream()).toList();
    }

    static List<Path> partitions(Path device) {
        return SystemFiles.list(device).stream()
                .filter(child -> Files.exists(child.resolve("partition")))
                .toList();
    }

    /** Whether {@code name}, which need not be that of a file, is that of the device or of what is related to it. */
    private boolean isRelated(String name) {
        return name.startsWith("/") && numbers.contains(BlockLayer.number(Path.of(name)));
    }

    private void swaps() {
        for (String line : files.lines("/proc/swaps")) {
            String name = Mount.unescape(line.split("\\s", 2)[0]);
            if (isRelated(name)) {
                found.add(name + " is swapped to");
            }
        }
    }

    private void loops() {
        for (Path loop : SystemFiles.list(files.path("/sys/block"))) {
            String backing = SystemFiles.read(loop.resolve("loop/backing_file"));
            if (backing != null && isRelated(backing)) {
                found.add(backing + " is behind " + loop.getFileName());
            }
        }
    }

    /** In every mount namespace: what a container has mounted is in use too. */
    private void mounts() {
        mounts("/proc/self/mountinfo", "");
        Set<Path> namespaces = new HashSet<>();
        for (Path process : processes()) {
            String pid = process.getFileName().toString();
            Path namespace = namespace(process);
            if (namespace != null && namespaces.add(namespace)) {
                mounts("/proc/" + pid + "/mountinfo", " in the namespace of process " + pid);
            }
        }
    }

    /** Null for processes that are hidden, which are counted where their open files are looked at. */
    private static Path namespace(Path process) {
        try {
            return Files.readSymbolicLink(process.resolve("ns/mnt"));
        } catch (IOException hiddenOrGone) {
            return null;
        }
    }

    private void mounts(String mountInfo, String where) {
        for (Mount mount : Mount.all(files, mountInfo)) {
            boolean same = numbers.contains(mount.device()) || isRelated(mount.source());
            boolean known = found.stream().anyMatch(clause -> clause.endsWith("is mounted at " + mount.mountPoint()));
            if (same && !known) {
                found.add(mount.source() + " is mounted at " + mount.mountPoint() + where);
            }
        }
    }

    private List<Path> processes() {
        return SystemFiles.list(files.path("/proc")).stream()
                .filter(path -> path.getFileName().toString().matches("\\d+"))
                .toList();
    }

    private void openFiles() {
        String self = String.valueOf(ProcessHandle.current().pid());
        for (Path process : processes()) {
            String pid = process.getFileName().toString();
            String name = pid + " (" + SystemFiles.read(process.resolve("comm")) + ")";
            List<Path> descriptors = pid.equals(self) ? List.of() : descriptors(process);
            for (Path descriptor : descriptors) {
                if (numbers.contains(BlockLayer.number(descriptor))) {
                    found.add("process " + name + OPEN);
                }
            }
            if (!descriptors.isEmpty() && isGuarded(descriptors.get(0))) {
                unchecked.add("whether process " + name + " has it open: its open files cannot be read");
            }
        }
    }

    /** Of a process with capabilities that root lacks in its container: how many files it has open can be seen, but not which. */
    private static boolean isGuarded(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString().isEmpty();
        } catch (IOException failure) {
            return failure instanceof AccessDeniedException; // else it was closed
        }
    }

    private List<Path> descriptors(Path process) {
        try (Stream<Path> descriptors = Files.list(process.resolve("fd"))) {
            return descriptors.toList();
        } catch (IOException | UncheckedIOException hiddenOrGone) {
            hidden += Files.exists(process) ? 1 : 0;
            return List.of();
        }
    }
}
