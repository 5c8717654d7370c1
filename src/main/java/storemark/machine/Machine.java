package storemark.machine;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a run was measured on, for its {@code machine.json}. Names of hosts and users, directories and mount points are
 * left out, because the file is published. Thread-safe.
 */
public final class Machine {
    /** The entry of a group that lists what could not be read here. */
    public static final String UNKNOWN = "unknown";

    private Machine() {}

    /**
     * Reads the machine, and this JVM as far as the forks that measure have the same one: not its heap, nor its collector.
     *
     * @param dataDirectory where the stores will be; it need not exist yet
     * @param forkFlags what the forks' JVMs are given
     * @return the groups {@code cpu}, {@code memory}, {@code kernel}, {@code storage} and {@code jvm}, each a mutable
     *     map of strings, numbers, booleans and lists of strings, in the order in which they are read best. What cannot
     *     be read has no entry, and its name is in the list {@value #UNKNOWN} of its group. Names end in their unit.
     */
    public static Map<String, Map<String, Object>> describe(Path dataDirectory, String forkFlags) {
        return describe(SystemFiles.LIVE, dataDirectory, forkFlags);
    }

    static Map<String, Map<String, Object>> describe(SystemFiles files, Path dataDirectory, String forkFlags) {
        Map<String, Map<String, Object>> groups = new LinkedHashMap<>();
        groups.put("cpu", cpu(Cpu.read(files)));
        groups.put("memory", memory(Memory.read(files)));
        groups.put("kernel", kernel(Kernel.read(files)));
        groups.put("storage", storage(Storage.of(files, dataDirectory)));
        groups.put("jvm", jvm(forkFlags));
        return groups;
    }

    /** A device that stores are put on, in the same form; without its serial number, which is nobody's business. */
    public static Map<String, Object> describe(BlockDevice device) {
        return new Group()
                .put("name", device.name())
                .put("sizeBytes", device.sizeBytes())
                .put("logicalBlockBytes", device.logicalBlockBytes())
                .done();
    }

    private static Map<String, Object> cpu(Cpu cpu) {
        return new Group()
                .put("model", cpu.model())
                .put("architecture", cpu.architecture())
                .put("physicalCores", cpu.physicalCores())
                .put("logicalCores", cpu.logicalCores())
                .put("usableCores", cpu.usableCores())
                .put("governors", cpu.governors())
                .put("minimumKHz", cpu.minimumKHz())
                .put("maximumKHz", cpu.maximumKHz())
                .put("turbo", cpu.turbo())
                .put("virtual", cpu.virtual())
                .done();
    }

    private static Map<String, Object> memory(Memory memory) {
        Group group = new Group()
                .put("totalBytes", memory.totalBytes())
                .put("availableBytes", memory.availableBytes())
                .put("swapTotalBytes", memory.swapTotalBytes())
                .put("swapUsedBytes", memory.swapUsedBytes())
                .put("transparentHugePages", memory.transparentHugePages())
                .put("hugePages", memory.hugePages())
                .put("hugePageBytes", memory.hugePageBytes());
        if (memory.cgroupLimitBytes() >= 0) {
            group.put("cgroupLimitBytes", memory.cgroupLimitBytes());
        }
        return group.done();
    }

    private static Map<String, Object> kernel(Kernel kernel) {
        return new Group()
                .put("os", kernel.os())
                .put("release", kernel.release())
                .put("version", kernel.version())
                .put("distribution", kernel.distribution())
                .put("mitigations", kernel.mitigations())
                .done();
    }

    private static Map<String, Object> storage(Storage storage) {
        return new Group()
                .put("fileSystem", storage.fileSystem())
                .put("mountOptions", storage.mountOptions())
                .put("journal", storage.journal())
                .put("device", storage.device())
                .put("disks", storage.disks())
                .put("model", storage.model())
                .put("rotational", storage.rotational())
                .put("scheduler", storage.scheduler())
                .put("readAheadKiB", storage.readAheadKiB())
                .put("logicalBlockBytes", storage.logicalBlockBytes())
                .put("physicalBlockBytes", storage.physicalBlockBytes())
                .put("freeBytes", storage.freeBytes())
                .put("totalBytes", storage.totalBytes())
                .done();
    }

    private static Map<String, Object> jvm(String forkFlags) {
        return new Group()
                .put("vendor", System.getProperty("java.vm.vendor"))
                .put("version", System.getProperty("java.vm.version"))
                .put("javaVersion", System.getProperty("java.version"))
                .put("vmName", System.getProperty("java.vm.name"))
                .put("forkFlags", forkFlags)
                .done();
    }

    /** Collects a group, and the names of what is not known. */
    private static final class Group {
        private final Map<String, Object> entries = new LinkedHashMap<>();
        private final List<String> unknown = new ArrayList<>();

        Group put(String name, Object value) {
            boolean known = value != null
                    && !value.equals("")
                    && !(value instanceof Number number && number.longValue() < 0)
                    && !(value instanceof Collection<?> collection && collection.isEmpty());
            if (known) {
                entries.put(name, value);
            } else {
                unknown.add(name);
            }
            return this;
        }

        Map<String, Object> done() {
            if (!unknown.isEmpty()) {
                entries.put(UNKNOWN, unknown);
            }
            return entries;
        }
    }
}
