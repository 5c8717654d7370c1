package storemark.machine;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
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

    private static final ObjectMapper MAPPER = new ObjectMapper();

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
        groups.put("cpu", group(Cpu.read(files)));
        groups.put("memory", group(Memory.read(files)));
        groups.put("kernel", group(Kernel.read(files)));
        groups.put("storage", group(Storage.of(files, dataDirectory)));
        groups.put("jvm", group(Jvm.ofForks(forkFlags)));
        return groups;
    }

    /** A device that stores are put on, in the same form; without its serial number, because the file is published. */
    public static Map<String, Object> describe(BlockDevice device) {
        return group(new Device(device.name(), device.sizeBytes(), device.logicalBlockBytes()));
    }

    private record Device(String name, long sizeBytes, long logicalBlockBytes) {}

    private record Jvm(String vendor, String version, String javaVersion, String vmName, String forkFlags) {
        static Jvm ofForks(String flags) {
            return new Jvm(
                    System.getProperty("java.vm.vendor"),
                    System.getProperty("java.vm.version"),
                    System.getProperty("java.version"),
                    System.getProperty("java.vm.name"),
                    flags);
        }
    }

    /** The components of a record by name, and the names of those that are not known. */
    private static Map<String, Object> group(Record part) {
        Map<String, Object> group = MAPPER.convertValue(part, new TypeReference<LinkedHashMap<String, Object>>() {});
        List<String> unknown = new ArrayList<>(group.keySet());
        unknown.removeIf(name -> isKnown(group.get(name)));
        group.keySet().removeAll(unknown);
        unknown.remove("cgroupLimitBytes"); // that there is none is known
        if (!unknown.isEmpty()) {
            group.put(UNKNOWN, unknown);
        }
        return group;
    }

    private static boolean isKnown(Object value) {
        return value != null
                && !value.equals("")
                && !(value instanceof Number number && number.longValue() < 0)
                && !(value instanceof Collection<?> collection && collection.isEmpty());
    }
}
