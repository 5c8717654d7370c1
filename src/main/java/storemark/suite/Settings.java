package storemark.suite;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/**
 * What can be asked of a cell, each as text and each optional: the one definition behind the command line, suite files (the
 * same names without the dashes) and {@code run.json}. A mutable bean, used by one thread.
 */
@JsonNaming(PropertyNamingStrategies.KebabCaseStrategy.class)
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

    @Option(names = "--step", paramLabel = "N", description = "what the key range grows by: a fifth of the entries")
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

    @Option(names = "--cache", paramLabel = "SIZE", description = "an engine's own cache: 1g")
    public String cache;

    @Option(
            names = "--touch",
            paramLabel = "T",
            description = "how much of a value a read fetches: none, line, full, copy")
    public String touch;

    @Option(names = "--scan-length", paramLabel = "N", description = "records in a scan")
    public String scanLength;

    @Option(names = "--update-share", paramLabel = "P", description = "chance of an update in a mix: 0.0 to 1.0")
    public String updateShare;

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

    /** These settings, and {@code fallback}'s where these say nothing. */
    public Settings over(Settings fallback) {
        Settings merged = new Settings();
        for (Field field : fields()) {
            Object own = get(field, this);
            set(field, merged, own == null ? get(field, fallback) : own);
        }
        return merged;
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
        for (Field field : fields()) {
            String value = said.get(nameOf(field));
            if (value != null) {
                set(field, settings, field.getType() == List.class ? List.of(value.split(" ")) : value);
            }
        }
        return settings;
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
            if (!Modifier.isStatic(field.getModifiers())) {
                fields.add(field);
            }
        }
        return fields;
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
