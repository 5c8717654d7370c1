package storemark.machine;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where this process is in the hierarchy of memory control groups (cgroups(7)).
 *
 * @param version 1 or 2; 0 when no hierarchy with a memory controller is mounted
 * @param mount the directory where the hierarchy is mounted, or null
 * @param directory the directory of this process's group, or null
 */
record ControlGroup(int version, Path mount, Path directory) {
    /** Version 1 writes "no limit" as the highest multiple of the page size. */
    private static final long UNLIMITED = Long.MAX_VALUE - (1 << 20);

    static ControlGroup own(SystemFiles files) {
        String unified = null;
        String memory = null;
        for (String line : files.lines("/proc/self/cgroup")) {
            String[] parts = line.split(":", 3);
            if (parts.length == 3 && parts[1].isEmpty()) {
                unified = parts[2];
            } else if (parts.length == 3 && List.of(parts[1].split(",")).contains("memory")) {
                memory = parts[2];
            }
        }
        for (Mount mount : Mount.all(files)) {
            boolean first = mount.type().equals("cgroup")
                    && List.of(mount.superOptions().split(",")).contains("memory");
            // With a version 1 memory hierarchy, version 2 cannot have the controller.
            if (first && memory != null) {
                return at(1, files.path(mount.mountPoint()), mount.root(), memory);
            }
            if (mount.type().equals("cgroup2") && memory == null && unified != null) {
                return at(2, files.path(mount.mountPoint()), mount.root(), unified);
            }
        }
        return new ControlGroup(0, null, null);
    }

    private static ControlGroup at(int version, Path mount, String root, String group) {
        // In a container the mount may show only a part of the hierarchy, and its root is that part.
        String below = !root.equals("/") && group.startsWith(root) ? group.substring(root.length()) : group;
        Path directory = mount.resolve(below.replaceFirst("^/+", "")).normalize();
        boolean visible = directory.startsWith(mount) && Files.isDirectory(directory);
        return new ControlGroup(version, mount, visible ? directory : mount);
    }

    /** The lowest limit of this group and those above it, in bytes; -1 for none. */
    long lowestLimitBytes() {
        if (version == 0) {
            return -1;
        }
        String file = version == 1 ? "memory.limit_in_bytes" : "memory.max";
        return Stream.iterate(directory, group -> group != null && group.startsWith(mount), Path::getParent)
                .map(group -> SystemFiles.read(group.resolve(file)))
                .filter(text -> text != null && text.matches("\\d{1,19}"))
                .mapToLong(Long::parseUnsignedLong)
                .filter(limit -> limit >= 0 && limit < UNLIMITED)
                .min()
                .orElse(-1);
    }
}
