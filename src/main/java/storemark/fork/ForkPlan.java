package storemark.fork;

import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a process is told beside its parameters: by a run that starts it, or on a plain JMH command line by {@code -jvmArgsAppend
 * -Dstoremark.dir=...}. Each component is the system property {@code storemark.NAME}.
 *
 * @param dir where stores are; null for {@link #DIRECTORY}
 * @param device the block device of the stores; null for none
 * @param dataset the folder of the dataset, or of the copy, that a run has prepared; null where it is found or made
 * @param repetition each draws other keys; null for the first
 * @param parent the process that this one must not outlive; null for none
 * @param histograms the file for the latencies of each iteration; null for none
 * @param progress the file for what the process is doing; null for none
 * @param settleSeconds how long a store may take to settle; null for the time that a load may take
 * @param memory how a memory budget is kept; null where there is none
 * @param maxima the rates of the closed loop by increment, in operations per second, for rates that are shares of them; null where
 *     there are none
 * @param turns the socket of the {@link Gate} where this process waits for its turns; null where none gives them
 * @param profile the file for a flame graph of what is measured; null for a process whose rates count
 */
public record ForkPlan(
        Path dir,
        Path device,
        Path dataset,
        Integer repetition,
        Long parent,
        Path histograms,
        Path progress,
        Long settleSeconds,
        Memory memory,
        List<Double> maxima,
        Path turns,
        Path profile) {
    /** How a memory budget is kept. */
    public enum Memory {
        ADVISORY,
        ENFORCED
    }

    /** Where stores are, unless a process is told. */
    public static final Path DIRECTORY = Path.of("storemark-data");

    private static final String PREFIX = "storemark.";

    /** The plan of a process that is only to end with this one. */
    public static ForkPlan ofChild() {
        return new ForkPlan(
                null, null, null, null, ProcessHandle.current().pid(), null, null, null, null, null, null, null);
    }

    /** What this process was told. */
    public static ForkPlan ofThisProcess() {
        return new ForkPlan(
                read("dir", Path::of),
                read("device", Path::of),
                read("dataset", Path::of),
                read("repetition", Integer::valueOf),
                read("parent", Long::valueOf),
                read("histograms", Path::of),
                read("progress", Path::of),
                read("settleSeconds", Long::valueOf),
                read("memory", Memory::valueOf),
                read("maxima", ForkPlan::numbers),
                read("turns", Path::of),
                read("profile", Path::of));
    }

    private static List<Double> numbers(String text) {
        return Stream.of(text.split(",")).map(Double::valueOf).toList();
    }

    private static <T> T read(String name, Function<String, T> type) {
        String text = System.getProperty(PREFIX + name);
        return text == null ? null : type.apply(text);
    }

    /** The flags by which a JVM is told; paths are made absolute. */
    public List<String> flags() {
        List<String> flags = new ArrayList<>();
        for (RecordComponent component : ForkPlan.class.getRecordComponents()) {
            Object value = value(component);
            if (value != null) {
                flags.add("-D" + PREFIX + component.getName() + "=" + text(value));
            }
        }
        return flags;
    }

    private static String text(Object value) {
        return value instanceof List<?> list
                ? list.stream().map(String::valueOf).collect(Collectors.joining(","))
                : String.valueOf(value instanceof Path path ? path.toAbsolutePath() : value);
    }

    private Object value(RecordComponent component) {
        try {
            return component.getAccessor().invoke(this);
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException("a component of this very record", impossible);
        }
    }

    /** Where stores are. */
    public Path root() {
        return dir == null ? DIRECTORY : dir;
    }
}
