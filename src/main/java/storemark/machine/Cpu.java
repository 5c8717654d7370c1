package storemark.machine;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

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
        List<Path> cpus = SystemFiles.list(files.path(ROOT)).stream()
                .filter(path -> path.getFileName().toString().matches("cpu\\d+"))
                .filter(path -> Files.isDirectory(path.resolve("topology")))
                .toList();
        Map<String, String> info = files.fields("/proc/cpuinfo");
        String flags = info.get("flags");
        return new Cpu(
                model(info),
                System.getProperty("os.arch"),
                count(SystemFiles.distinct(cpus, "topology/thread_siblings_list")),
                count(cpus),
                Runtime.getRuntime().availableProcessors(),
                SystemFiles.distinct(cpus, "cpufreq/scaling_governor"),
                numbers(cpus, "cpufreq/scaling_min_freq").min().orElse(-1),
                numbers(cpus, "cpufreq/scaling_max_freq").max().orElse(-1),
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

    private static int count(List<?> found) {
        return found.isEmpty() ? -1 : found.size();
    }

    private static LongStream numbers(List<Path> cpus, String name) {
        return cpus.stream()
                .mapToLong(cpu -> SystemFiles.number(cpu.resolve(name)))
                .filter(number -> number >= 0);
    }

    private static Boolean turbo(SystemFiles files) {
        long noTurbo = SystemFiles.number(files.path(ROOT + "/intel_pstate/no_turbo"));
        if (noTurbo >= 0) {
            return noTurbo == 0;
        }
        long boost = SystemFiles.number(files.path(ROOT + "/cpufreq/boost"));
        return boost < 0 ? null : boost == 1;
    }
}
