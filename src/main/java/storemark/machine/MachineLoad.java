package storemark.machine;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Counters of the whole machine at one moment. -1: the kernel does not tell.
 *
 * @param nanos the time of this moment, by {@link System#nanoTime}
 * @param cores of the whole machine, also where this process may use fewer
 * @param userTicks time in user mode of all processes but those that were named, in ticks of a hundredth of a second
 * @param kernelTicks time in the kernel of all but these, kernel threads included
 * @param stealTicks time that the hypervisor gave to others
 * @param waited time in which some task waited, in microseconds
 * @param throttles how often cores were slowed down to cool, or the control group to keep its quota
 * @param megahertz mean clock of the cores
 */
public record MachineLoad(
        long nanos,
        long cores,
        long userTicks,
        long kernelTicks,
        long stealTicks,
        Pressure waited,
        long throttles,
        double megahertz) {
    private static final double TICK_NANOS = 1e7;
    /** Places of the 14th and 15th word of a process's stat in {@link SystemFiles#stat}. */
    private static final int USER = 11;

    private static final int KERNEL = 12;
    private static final Pattern PRESSURE = Pattern.compile("some .*total=(\\d{1,18})");

    /** For a processor, for input and output, and for memory ({@code /proc/pressure}). */
    record Pressure(long cpu, long io, long memory) {
        static Pressure now(SystemFiles files) {
            return new Pressure(of(files, "cpu"), of(files, "io"), of(files, "memory"));
        }

        Pressure plus(Pressure from, Pressure to) {
            return new Pressure(cpu + to.cpu - from.cpu, io + to.io - from.io, memory + to.memory - from.memory);
        }

        private static long of(SystemFiles files, String what) {
            Matcher pressure = PRESSURE.matcher(String.valueOf(files.read("/proc/pressure/" + what)));
            return pressure.find() ? Long.parseLong(pressure.group(1)) : -1;
        }
    }

    /**
     * Differences between two moments.
     *
     * @param others share of all cores' time that other processes took in user mode; kernel threads have none
     * @param kernel share of all cores' time in the kernel on behalf of others; kernel threads, which write our files too, are others
     * @param steal share of all cores' time that the hypervisor gave to others
     * @param cpuPressure share of the time in which some task waited for a core
     * @param ioPressure share of the time in which some task waited for input or output
     * @param memoryPressure share of the time in which some task waited for memory
     * @param throttles how often cores or the control group were slowed down
     * @param megahertz mean clock of the cores at the end
     */
    public record Shares(
            double others,
            double kernel,
            double steal,
            double cpuPressure,
            double ioPressure,
            double memoryPressure,
            double throttles,
            double megahertz) {}

    /** Reads the counters, leaving out the time of {@code own} processes and of their children that have ended. */
    public static MachineLoad now(List<Long> own) {
        return now(SystemFiles.LIVE, own);
    }

    static MachineLoad now(SystemFiles files, List<Long> own) {
        List<String> cpu = SystemFiles.words(files.read("/proc/stat"));
        boolean known = cpu.size() > 8 && cpu.get(0).equals("cpu");
        long user = known ? Long.parseLong(cpu.get(1)) + Long.parseLong(cpu.get(2)) : -1;
        long kernel = known ? Long.parseLong(cpu.get(3)) : -1;
        for (long process : own) {
            user -= known ? ticks(files, process, USER) : 0;
            kernel -= known ? ticks(files, process, KERNEL) : 0;
        }
        return new MachineLoad(
                System.nanoTime(),
                cpu.stream().filter(word -> word.startsWith("cpu")).count() - 1, // one line is of all
                user,
                kernel,
                known ? Long.parseLong(cpu.get(8)) : -1,
                Pressure.now(files),
                throttles(files),
                megahertz(files));
    }

    /** A time of the process, and two words further that of children that have ended. */
    private static long ticks(SystemFiles files, long process, int word) {
        List<String> words = SystemFiles.stat(files.path("/proc/" + process));
        return words.size() > 13 ? Long.parseLong(words.get(word)) + Long.parseLong(words.get(word + 2)) : 0;
    }

    /** Those of each core, and of the group in version 2 or 1; -1 where none is counted. */
    private static long throttles(SystemFiles files) {
        LongStream cores = SystemFiles.list(files.path("/sys/devices/system/cpu")).stream()
                .mapToLong(core -> SystemFiles.number(core.resolve("thermal_throttle/core_throttle_count")));
        LongStream groups = Stream.of("/sys/fs/cgroup/cpu.stat", "/sys/fs/cgroup/cpu/cpu.stat")
                .mapToLong(file -> SystemFiles.counter(files.path(file), "nr_throttled"));
        return LongStream.concat(cores, groups)
                .filter(count -> count >= 0)
                .reduce(Long::sum)
                .orElse(-1);
    }

    private static double megahertz(SystemFiles files) {
        return SystemFiles.list(files.path("/sys/devices/system/cpu/cpufreq")).stream()
                .mapToDouble(core -> SystemFiles.number(core.resolve("scaling_cur_freq")) / 1e3)
                .filter(megahertz -> megahertz > 0)
                .average()
                .orElse(-1);
    }

    /** This moment as if what happened between two later ones, which left out the same processes, had happened before it. */
    public MachineLoad plus(MachineLoad from, MachineLoad to) {
        return new MachineLoad(
                nanos + to.nanos - from.nanos,
                cores,
                userTicks + to.userTicks - from.userTicks,
                kernelTicks + to.kernelTicks - from.kernelTicks,
                stealTicks + to.stealTicks - from.stealTicks,
                waited.plus(from.waited, to.waited),
                throttles + to.throttles - from.throttles,
                megahertz);
    }

    /** What happened since {@code earlier}, which left out the same processes. */
    public Shares since(MachineLoad earlier) {
        double wall = Math.max(1, nanos - earlier.nanos);
        double all = wall * Math.max(1, cores);
        return new Shares(
                share(earlier.userTicks, userTicks, TICK_NANOS / all),
                share(earlier.kernelTicks, kernelTicks, TICK_NANOS / all),
                share(earlier.stealTicks, stealTicks, TICK_NANOS / all),
                share(earlier.waited.cpu, waited.cpu, 1e3 / wall),
                share(earlier.waited.io, waited.io, 1e3 / wall),
                share(earlier.waited.memory, waited.memory, 1e3 / wall),
                share(earlier.throttles, throttles, 1),
                megahertz);
    }

    private static double share(long from, long to, double unit) {
        return from < 0 || to < 0 ? -1 : Math.max(0, (to - from) * unit);
    }
}
