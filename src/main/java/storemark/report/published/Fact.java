package storemark.report.published;

import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import storemark.results.Estimate;

/**
 * What one engine did in one set-up. Immutable.
 *
 * @param labels the set-up by name: engine, workload, threads, window, medium, run, and the cell's parameters
 * @param rate operations a second
 * @param disk bytes on disk with most records in the store: after inserts once it has settled, or before that where the
 *     source measured so ({@link Source#countsUnsettled})
 * @param space bytes of keys and values for each byte on disk, after inserts always once the store has settled
 */
public record Fact(Map<String, String> labels, Estimate rate, Estimate disk, Estimate space) {
    /** The label that says which key ranges a rate is over: {@link #ALL}, {@code in memory} or {@code past memory}. */
    public static final String WINDOW = "window";

    public static final String ALL = "all";
    public static final String ENGINE = "engine";
    public static final String WORKLOAD = "workload";
    public static final String THREADS = "threads";
    /** Where the stores were: {@link #TMPFS} or {@link #DISK}. */
    public static final String MEDIUM = "medium";

    public static final String TMPFS = "tmpfs";
    public static final String DISK = "disk";

    public static final String RUN = "run";

    public Fact {
        labels = Collections.unmodifiableMap(new TreeMap<>(labels));
    }

    /** Whether it agrees with another set-up in all of {@code names}. */
    boolean agrees(Map<String, String> other, Set<String> names) {
        return names.stream().allMatch(name -> Objects.equals(labels.get(name), other.get(name)));
    }

    /** One of the three numbers, by the name that {@code sources.yaml} has for it; null is the rate. */
    Estimate measure(String name) {
        return switch (name == null ? "rate" : name) {
            case "rate" -> rate;
            case "disk" -> disk;
            case "space" -> space;
            default -> throw new IllegalArgumentException("no measure '" + name + "': there are rate, disk, space");
        };
    }
}
