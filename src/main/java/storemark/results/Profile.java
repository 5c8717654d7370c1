package storemark.results;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Where the processor's time of a cell went, by samples of the stacks of all threads of a fork that was not scored.
 *
 * @param samples how many each owner has; owners without any are left out
 */
public record Profile(Map<Owner, Long> samples) {
    /** Whose code a sample was in. */
    public enum Owner {
        /** The store library itself, native or Java. */
        ENGINE,
        /** What is between the harness and a library: our adapter, and the Java side of a native library. */
        BINDING,
        /** The benchmark, records and sinks. */
        HARNESS,
        /** Collector, compiler and runtime. */
        JVM,
        KERNEL,
        /** Stacks that tell none of these. */
        OTHER
    }

    /** What the name of a cell's flame graph ends with. */
    public static final String FLAME_GRAPH = ".flame.html";

    private static final String KERNEL_FRAME = "_[k]";
    private static final String LIBRARY_END = "`";
    private static final List<String> JAVA_PLATFORM = List.of("java/", "javax/", "jdk/", "sun/");
    private static final List<String> HARNESS = List.of("storemark/", "org/openjdk/jmh/", "org/HdrHistogram/");
    private static final List<String> FOREIGN_CALLS =
            List.of("storemark/engines/", "jnr/", "com/kenai/jffi/", "com/sun/jna/", "jdk/internal/foreign/");
    private static final List<String> FOREIGN_LIBRARIES = List.of("jffi", "libjffi", "jna", "libjnidispatch");
    /** Of C and of Java: what calls them counts. */
    private static final List<String> SYSTEM_LIBRARIES =
            List.of(("libc. libc- libm. libm- libpthread ld-linux libstdc++ libgcc [vdso] libjava. libnio. "
                            + "libnet. libzip. libjimage. libverify. libasyncProfiler")
                    .split(" "));

    /**
     * Counts stacks.
     *
     * @param collapsed a line each: frames from the root on, separated by semicolons, a blank, and how often it was seen; frames of
     *     libraries have the library's name and a backtick before them
     */
    public static Profile of(String collapsed) {
        Map<String, Long> stacks = new LinkedHashMap<>();
        collapsed.lines().forEach(line -> {
            int end = line.lastIndexOf(' ');
            stacks.merge(line.substring(0, end), Long.valueOf(line.substring(end + 1)), Long::sum);
        });
        boolean isNative = stacks.keySet().stream()
                .flatMap(stack -> Stream.of(stack.split(";", -1)))
                .anyMatch(frame -> frame.contains(LIBRARY_END) && ofFrame(frame, false) == Owner.ENGINE);
        Map<Owner, Long> samples = new EnumMap<>(Owner.class);
        stacks.forEach((stack, count) -> samples.merge(owner(stack, isNative), count, Long::sum));
        return new Profile(samples);
    }

    /** That of the innermost frame that has one. */
    private static Owner owner(String stack, boolean nativeEngine) {
        return Stream.of(stack.split(";", -1))
                .map(frame -> ofFrame(frame, nativeEngine))
                .filter(owner -> owner != Owner.OTHER)
                .reduce(Owner.OTHER, (outer, inner) -> inner);
    }

    /** @param nativeEngine whether the library is native, so that its Java classes are its binding */
    private static Owner ofFrame(String frame, boolean nativeEngine) {
        if (frame.endsWith(KERNEL_FRAME)) {
            return Owner.KERNEL;
        }
        if (frame.contains(LIBRARY_END)) {
            return frame.startsWith("libjvm.")
                    ? Owner.JVM
                    : startsWith(frame, SYSTEM_LIBRARIES)
                            ? Owner.OTHER
                            : startsWith(frame, FOREIGN_LIBRARIES) ? Owner.BINDING : Owner.ENGINE;
        }
        if (startsWith(frame, FOREIGN_CALLS)) {
            return Owner.BINDING;
        }
        if (startsWith(frame, HARNESS)) {
            return Owner.HARNESS;
        }
        boolean isJava = frame.contains("/") && frame.contains(".");
        if (!isJava || startsWith(frame, JAVA_PLATFORM)) {
            return Owner.OTHER;
        }
        return nativeEngine ? Owner.BINDING : Owner.ENGINE;
    }

    private static boolean startsWith(String frame, List<String> beginnings) {
        return beginnings.stream().anyMatch(frame::startsWith);
    }

    /** The file of a profile, beside its flame graph. */
    public static Path beside(Path flameGraph) {
        String name = flameGraph.getFileName().toString();
        return flameGraph.resolveSibling(name.replace(FLAME_GRAPH, ".profile.json"));
    }

    /** The file where a fork leaves its stacks, beside its flame graph. */
    public static Path stacks(Path flameGraph) {
        return flameGraph.resolveSibling(flameGraph.getFileName() + ".stacks.tmp");
    }

    /** How many samples there are. */
    public long all() {
        return samples.values().stream().mapToLong(Long::longValue).sum();
    }

    /** The share of one owner, 0 to 1. */
    public double share(Owner owner) {
        return (double) samples.getOrDefault(owner, 0L) / all();
    }
}
