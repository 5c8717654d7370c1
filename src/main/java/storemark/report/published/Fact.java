package storemark.report.published;

import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import storemark.results.Estimate;

/**
 * What one engine did in one set-up, or why it did nothing there. Immutable.
 *
 * @param labels the set-up by name, in the order in which it is told: those below, and the cell's parameters
 * @param values what was measured; empty for a cell without a result
 * @param gap why there is no result; null where there is one
 * @param standing to the durability that was asked of it, such as {@code process not kept}; empty as a rule
 */
public record Fact(Map<String, String> labels, Map<Measure, Estimate> values, Gap gap, String standing) {
    public static final String ENGINE = "engine";
    public static final String WORKLOAD = "workload";
    public static final String THREADS = "threads";
    /** Which key ranges a rate is over: the name of a {@link DataPlace}. */
    public static final String WINDOW = "window";
    /** Where the stores were: {@link #TMPFS} or {@link #DISK}. */
    public static final String MEDIUM = "medium";

    /** Type of the file system that the stores were on, with what it lacks: {@code ext4 without a journal}. */
    public static final String FILE_SYSTEM = "fileSystem";

    /** All memory of the machine, in bytes. */
    public static final String RAM = "ram";

    public static final String TMPFS = "tmpfs";
    public static final String DISK = "disk";

    public static final String RUN = "run";

    /** What is compared. */
    public enum Measure {
        /** Operations per second. */
        RATE,
        /** Bytes on disk with most records in the store; where the source measured so, before the store has settled. */
        DISK,
        /** Bytes of keys and values for each byte on disk, after inserts always once the store has settled. */
        SPACE,
        /** The most that a process had resident, above that of the control; in bytes. */
        MEMORY
    }

    /**
     * Why a cell has no result.
     *
     * @param leftOut whether the suite leaves it out on purpose, as the page did
     */
    public record Gap(String reason, boolean leftOut) {}

    /** One with nothing to say of its durability. */
    public Fact(Map<String, String> labels, Map<Measure, Estimate> values, Gap gap) {
        this(labels, values, gap, "");
    }

    public Fact {
        labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
        values = Map.copyOf(values);
    }

    String label(String name) {
        return labels.getOrDefault(name, "");
    }

    /** Its labels of these names. */
    Map<String, String> only(Collection<String> names) {
        Map<String, String> chosen = new LinkedHashMap<>(labels);
        chosen.keySet().retainAll(names);
        return chosen;
    }

    /** Its labels but those of these names. */
    Map<String, String> without(Collection<String> names) {
        Map<String, String> rest = new HashMap<>(labels);
        rest.keySet().removeAll(names);
        return rest;
    }

    boolean has(Measure measure) {
        Estimate value = values.get(measure);
        return value != null && value.samples() > 0 && value.mean() > 0;
    }
}
