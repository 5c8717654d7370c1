package storemark.machine;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
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
 * @param caches those of the first processor, from the nearest on: level, type, size and the processors that share each
 * @param lastCacheBytes size of the last of them
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
        List<String> caches,
        long lastCacheBytes,
        Boolean virtual) {
    private static final String ROOT = "/sys/devices/system/cpu";

    static Cpu read(SystemFiles files) {
        List<Path> cpus = SystemFiles.list(files.path(ROOT)).stream()
                .filter(path -> path.getFileName().toString().matches("cpu\\d+"))
                .filter(path -> Files.isDirectory(path.resolve("topology")))
                .toList();
        List<Path> caches = SystemFiles.list(files.path(ROOT + "/cpu0/cache")).stream()
                .filter(path -> Files.exists(path.resolve("size")))
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
                caches.stream().map(Cpu::cache).toList(),
                caches.isEmpty()
                        ? -1
                        : bytes(SystemFiles.read(caches.get(caches.size() - 1).resolve("size"))),
                flags == null ? null : List.of(flags.split(" ")).contains("hypervisor"));
    }

    private static String cache(Path cache) {
        return "L" + SystemFiles.read(cache.resolve("level")) + " "
                + SystemFiles.read(cache.resolve("type")).toLowerCase(Locale.ROOT) + " "
                + SystemFiles.read(cache.resolve("size")) + " of processors "
                + SystemFiles.read(cache.resolve("shared_cpu_list"));
    }

    /** The kernel prints {@code 32768K}. */
    private static long bytes(String size) {
        return size.matches("\\d{1,12}K") ? Long.parseLong(size.substring(0, size.length() - 1)) << 10 : -1;
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
