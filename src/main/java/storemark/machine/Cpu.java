package storemark.machine;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The processors. Null, -1 or empty: not known.
 *
 * @param model marketing name
 * @param architecture the JVM's {@code os.arch}
 * @param physicalCores cores, each counted once however many threads it has
 * @param logicalCores processors that are online
 * @param usableCores processors that this JVM may use, after affinity and container limits
 * @param governors frequency governors in force; virtual machines have none
 * @param minimumKHz lowest frequency that the governor may choose
 * @param maximumKHz highest frequency that the governor may choose
 * @param turbo whether frequencies above the nominal one are allowed
 * @param virtual whether the processor says that a hypervisor is below it
 */
record Cpu(
        String model,
        String architecture,
        int physicalCores,
        int logicalCores,
        int usableCores,
        List<String> governors,
        long minimumKHz,
        long maximumKHz,
        Boolean turbo,
        Boolean virtual) {
    private static final String ROOT = "/sys/devices/system/cpu";

    static Cpu read(SystemFiles files) {
        List<Path> cpus = files.list(ROOT).stream()
                .filter(path -> path.getFileName().toString().matches("cpu\\d+"))
                .filter(path -> Files.isDirectory(path.resolve("topology")))
                .toList();
        Map<String, String> info = files.fields("/proc/cpuinfo");
        String flags = info.get("flags");
        return new Cpu(
                model(info),
                System.getProperty("os.arch"),
                physicalCores(cpus),
                cpus.isEmpty() ? -1 : cpus.size(),
                Runtime.getRuntime().availableProcessors(),
                SystemFiles.distinct(cpus, "cpufreq/scaling_governor"),
                limit(cpus, "cpufreq/scaling_min_freq", true),
                limit(cpus, "cpufreq/scaling_max_freq", false),
                turbo(files),
                flags == null ? null : List.of(flags.split(" ")).contains("hypervisor"));
    }

    /** Arm kernels print numbers instead of a name. */
    private static String model(Map<String, String> info) {
        String name = info.get("model name");
        if (name == null && info.containsKey("CPU part")) {
            name = "implementer " + info.get("CPU implementer") + " part " + info.get("CPU part");
        }
        return name;
    }

    private static int physicalCores(List<Path> cpus) {
        Set<String> cores = new HashSet<>();
        for (Path cpu : cpus) {
            long core = SystemFiles.number(cpu.resolve("topology/core_id"));
            if (core < 0) {
                return -1;
            }
            cores.add(SystemFiles.number(cpu.resolve("topology/physical_package_id")) + ":" + core);
        }
        return cores.isEmpty() ? -1 : cores.size();
    }

    private static long limit(List<Path> cpus, String name, boolean lowest) {
        long found = -1;
        for (Path cpu : cpus) {
            long value = SystemFiles.number(cpu.resolve(name));
            if (value >= 0) {
                found = found < 0 ? value : lowest ? Math.min(found, value) : Math.max(found, value);
            }
        }
        return found;
    }

    private static Boolean turbo(SystemFiles files) {
        long noTurbo = files.number(ROOT + "/intel_pstate/no_turbo");
        if (noTurbo >= 0) {
            return noTurbo == 0;
        }
        long boost = files.number(ROOT + "/cpufreq/boost");
        return boost < 0 ? null : boost == 1;
    }
}
