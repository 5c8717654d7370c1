package storemark.suite;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import picocli.CommandLine.Option;

/**
 * What can be asked of a cell, each as text and each optional: the one definition behind the command line, suite files (the
 * same names without the dashes) and {@code run.json}. A mutable bean, used by one thread.
 */
public final class Settings {
    private static final PropertyNamingStrategies.KebabCaseStrategy KEBAB =
            new PropertyNamingStrategies.KebabCaseStrategy();

    @Option(
            names = "--engines",
            paramLabel = "SPEC,...",
            description = "engine specifications: lmdb,tupl:mapped,rocksdb:tuned,blockSize.16k")
    public List<String> engines;

    @Option(
            names = "--workloads",
            split = ",",
            paramLabel = "NAME",
            description = "insert, read, scan, forward, reverse, update, mix, remove")
    public List<String> workloads;

    @Option(names = "--threads", split = ",", paramLabel = "N", description = "thread counts; all: the cores")
    public List<String> threads;

    @Option(names = "--entries", paramLabel = "N", description = "records in a store: 1M")
    public String entries;

    @Option(
            names = "--step",
            paramLabel = "N",
            description = "what the key range grows by: a count, or a share of the entries (20%%)")
    public String step;

    @Option(names = "--time", paramLabel = "T", description = "length of a measured step: 500ms, 10s")
    public String time;

    @Option(names = "--key-bytes", paramLabel = "N", description = "8 (integer) or 16 (decimal digits)")
    public String keyBytes;

    @Option(names = "--value-bytes", paramLabel = "N", description = "a size or a range: 100, 1k-10k")
    public String valueBytes;

    @Option(
            names = "--compressibility",
            paramLabel = "C",
            description = "share of each value that compresses to nothing: 0.0 to 1.0")
    public String compressibility;

    @Option(
            names = "--durability",
            paramLabel = "D",
            description = "what a commit survives: none, process (a killed process), power")
    public String durability;

    @Option(names = "--batch", paramLabel = "N", description = "puts or deletes in a transaction")
    public String batch;

    @Option(names = "--order", paramLabel = "O", description = "of inserts and removals: sequential, shuffled, random")
    public String order;

    @Option(
            names = "--cache",
            paramLabel = "SIZE",
            description = "an engine's own cache, 1m or more: 1g; with --memory, its share of that")
    public String cache;

    @Option(
            names = "--memory",
            paramLabel = "SIZE",
            description = "all memory of a fork, enforced: heap, native memory and page cache together: 4g")
    public String memory;

    public String cold;

    @Option(
            names = "--touch",
            paramLabel = "T",
            description = "how much of a value a read fetches: none, line, full, copy")
    public String touch;

    @Option(names = "--scan-length", paramLabel = "N", description = "records in a scan, or a range: 100, 1-100")
    public String scanLength;

    @Option(
            names = "--mix",
            paramLabel = "M",
            description = "percentages of read, update, scan, insert, rmw (read, then update): scan90-update10")
    public String mix;

    @Option(
            names = "--distribution",
            paramLabel = "D",
            description = "of the ids of read, scan, update and mix: uniform, zipfian, latest, hotspot")
    public String distribution;

    @Option(names = "--sample", paramLabel = "N", description = "one operation in N is timed for latency; 0: none")
    public String sample;

    @Option(names = "--passes", paramLabel = "N", description = "how often update and mix go over the same store")
    public String passes;

    @Option(
            names = "--forks",
            paramLabel = "N",
            description = "how often each cell is measured, in rounds over all cells")
    public String forks;

    @Option(names = "--seed", paramLabel = "N", description = "of keys, values and orders")
    public String seed;

    /** An option without a value, which would else take the next word on the command line for one. */
    @Option(names = "--cold", description = "before each step, close the store and evict its files: cold-cache curves")
    void askCold(boolean asked) {
        cold = asked ? "true" : null;
    }

    @Option(
            names = "--max-bytes",
            paramLabel = "SIZE",
            description = "leave out, and say so, cells with more bytes of keys and values than this: 50g")
    public String maxBytes;

    /** What a setting that was not said follows from: what is wrong with it was said there. */
    private static final Map<String, List<String>> FOLLOWS = Map.of("step", List.of("entries", "threads"));

    /** Where in a file each setting was said, by {@link #place}'s keys; nothing for what came from elsewhere. */
    private final transient Map<String, String> places = new HashMap<>();

    /** These settings, and {@code fallback}'s where these say nothing. */
    public Settings over(Settings fallback) {
        Settings merged = new Settings();
        for (Field field : fields()) {
            Settings from = get(field, this) == null ? fallback : this;
            set(field, merged, get(field, from));
            from.places.forEach((key, place) -> {
                if (key.equals(nameOf(field)) || key.startsWith(nameOf(field) + "=")) {
                    merged.places.put(key, place);
                }
            });
        }
        return merged;
    }

    /**
     * Notes where a setting was said.
     *
     * @param said one element of a list, or null for the setting as a whole
     * @param place {@code file:line:column}
     */
    void place(String setting, String said, String place) {
        places.put(said == null ? setting : setting + "=" + said, place);
    }

    /** {@code wrong}, with the place in front at which the setting was said, if it was said in a file. */
    public IllegalArgumentException at(String setting, String said, IllegalArgumentException wrong) {
        List<String> keys = new ArrayList<>(List.of(setting + "=" + said, setting));
        keys.addAll(FOLLOWS.getOrDefault(setting, List.of()));
        String place = keys.stream()
                .map(places::get)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
        return place == null ? wrong : new IllegalArgumentException(place + ": " + wrong.getMessage(), wrong);
    }

    /** All that is said, by its command-line name without dashes, in the order above; lists are joined by blanks. */
    public Map<String, String> toMap() {
        Map<String, String> said = new LinkedHashMap<>();
        for (Field field : fields()) {
            Object value = get(field, this);
            if (value != null) {
                said.put(nameOf(field), value instanceof List<?> list ? join(list) : (String) value);
            }
        }
        return said;
    }

    /** The inverse of {@link #toMap}. */
    public static Settings ofMap(Map<String, String> said) {
        Settings settings = new Settings();
        said.forEach(
                (name, value) -> settings.set(name, List.of(isList(name) ? value.split(" ") : new String[] {value})));
        return settings;
    }

    /** Whether the setting of this name, one of {@link #names}, holds several values. */
    static boolean isList(String name) {
        return field(name).getType() == List.class;
    }

    /** Sets what has this name, one of {@link #names}, to {@code values}: one where it is no list. */
    void set(String name, List<String> values) {
        set(field(name), this, isList(name) ? values : values.get(0));
    }

    /** The names that a suite file may use. */
    public static List<String> names() {
        List<String> names = new ArrayList<>();
        fields().forEach(field -> names.add(nameOf(field)));
        return names;
    }

    private static String join(List<?> list) {
        return String.join(" ", list.stream().map(String::valueOf).toList());
    }

    private static List<Field> fields() {
        List<Field> fields = new ArrayList<>();
        for (Field field : Settings.class.getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers()) && !Modifier.isTransient(field.getModifiers())) {
                fields.add(field);
            }
        }
        return fields;
    }

    private static Field field(String name) {
        return fields().stream()
                .filter(field -> nameOf(field).equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no setting '" + name + "'"));
    }

    private static String nameOf(Field field) {
        return KEBAB.translate(field.getName());
    }

    private static Object get(Field field, Settings from) {
        try {
            return field.get(from);
        } catch (IllegalAccessException impossible) {
            throw new IllegalStateException("a field of this very class", impossible);
        }
    }

    private static void set(Field field, Settings to, Object value) {
        try {
            field.set(to, value);
        } catch (IllegalAccessException impossible) {
            throw new IllegalStateException("a field of this very class", impossible);
        }
    }
}
