package storemark.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** Finds, or prepares, the control group in which memory groups can be made: its children have the memory controller. */
final class MemoryGroupParent {
    /** Begins the name of every group of ours; the process id and a number follow. */
    static final String PREFIX = "storemark-";

    /** A group that root made once and gave to a user (version 1). */
    private static final String GIVEN = "storemark";

    /** Ends the name of the group into which this process moves out of its own group's way (version 2). */
    private static final String SELF = "-self";

    /** Finds or prepares the parent; the error says in one line what to run to get one. */
    static ControlGroup find(SystemFiles files) throws IOException {
        ControlGroup own = ControlGroup.own(files);
        if (own.version() == 0) {
            throw refusal(
                    "this system has no memory control groups",
                    "on Linux, boot with cgroup_enable=memory; other systems cannot limit the page cache");
        }
        return own.version() == 1 ? first(own) : second(own);
    }

    /** The directories in which groups of ours may be. */
    static List<Path> places(ControlGroup own) {
        return switch (own.version()) {
            case 1 ->
                List.of(
                        own.directory(),
                        own.directory().resolve(GIVEN),
                        own.mount().resolve(GIVEN));
            case 2 -> List.of(base(own));
            default -> List.of();
        };
    }

    private MemoryGroupParent() {}

    private static ControlGroup first(ControlGroup own) throws IOException {
        for (Path place : places(own)) {
            if (Files.isDirectory(place) && Files.isWritable(place)) {
                return new ControlGroup(1, own.mount(), place);
            }
        }
        if (Files.getFileStore(own.mount()).isReadOnly()) {
            throw readOnly();
        }
        Path given = own.mount().resolve(GIVEN);
        throw refusal(
                "no permission in " + own.directory(),
                "run once: sudo mkdir -p " + given + " && sudo chown -R \"$USER\" " + given);
    }

    /**
     * Version 2 has no processes and limited children in one group. Where this process is alone in a group that was
     * delegated to its user, it moves into a child of that group, and stays there.
     */
    private static ControlGroup second(ControlGroup own) throws IOException {
        Path base = base(own);
        if (!hasMemory(base.resolve("cgroup.controllers"))) {
            throw refusal("the memory controller is not delegated to " + base, scope());
        }
        if (!Files.isWritable(base)) {
            throw Files.getFileStore(base).isReadOnly() ? readOnly() : refusal("no permission in " + base, scope());
        }
        Path control = base.resolve("cgroup.subtree_control");
        if (!hasMemory(control) && !accepts(control) && !acceptsWithoutUs(base, control)) {
            throw refusal("other processes are in " + base + ", which may then have no limited children", scope());
        }
        return new ControlGroup(2, own.mount(), base);
    }

    /** Out of the child that this process, or its parent harness, moved into. */
    private static Path base(ControlGroup own) {
        String name = own.directory().getFileName().toString();
        boolean moved = name.startsWith(PREFIX) && name.endsWith(SELF);
        return moved ? own.directory().getParent() : own.directory();
    }

    private static boolean accepts(Path control) {
        try {
            write(control, "+memory");
            return true;
        } catch (IOException busy) {
            return false;
        }
    }

    private static boolean acceptsWithoutUs(Path base, Path control) throws IOException {
        Path self = base.resolve(PREFIX + ProcessHandle.current().pid() + SELF);
        Files.createDirectories(self);
        write(self.resolve("cgroup.procs"), "0");
        if (accepts(control)) {
            return true;
        }
        write(base.resolve("cgroup.procs"), "0");
        Files.deleteIfExists(self);
        return false;
    }

    private static boolean hasMemory(Path controllers) {
        return SystemFiles.words(SystemFiles.read(controllers)).contains("memory");
    }

    /** Writes one of the kernel's files in one call; the kernel's answer is the exception's message. */
    static void write(Path file, String text) throws IOException {
        Files.writeString(file, text, StandardOpenOption.WRITE, StandardOpenOption.CREATE);
    }

    private static String scope() {
        String user = System.getProperty("user.name").equals("root") ? "" : " --user";
        return "start it with: systemd-run" + user + " --scope -p Delegate=yes java -jar benchmarks.jar ...";
    }

    private static IOException readOnly() {
        return refusal(
                "the control groups are mounted read-only, as in a container",
                "start the container with --privileged, or run outside of it");
    }

    private static IOException refusal(String reason, String remedy) {
        return new IOException("cannot create a memory group: " + reason + "; " + remedy);
    }
}
