package storemark.suite;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import storemark.engine.Durability;
import storemark.engine.EngineSpec;
import storemark.engine.Records;
import storemark.engine.Touch;
import storemark.text.Amount;
import storemark.text.Nearest;
import storemark.workload.Workload;
import storemark.workload.WriteOrder;

/**
 * {@link Settings} read and checked, with the defaults in place of what was not said. Immutable.
 *
 * @param stepMillis length of a measured step, in milliseconds
 */
public record Shape(
        List<EngineSpec> engines,
        List<Workload> workloads,
        List<Integer> threads,
        long entries,
        long step,
        long stepMillis,
        Records records,
        Durability durability,
        int batch,
        WriteOrder order,
        long cacheBytes,
        Touch touch,
        int scanLength,
        double updateShare,
        long sample,
        int passes,
        int rounds) {
    private static final Pattern TIME = Pattern.compile("([0-9]{1,9})(ms|s|m)");
    private static final long MIN_CACHE = 1 << 20;

    /**
     * Reads {@code settings}.
     *
     * @throws IllegalArgumentException with one line that names the setting, for the first that cannot be
     */
    public static Shape of(Settings settings) {
        long entries = read("entries", settings.entries, "1M", Amount::count);
        long step = settings.step == null ? Math.max(1, entries / 5) : read("step", settings.step, "", Amount::count);
        check(entries >= 1 && entries <= 1L << 40, "entries", settings.entries, "1 to 2^40 are offered");
        check(
                step >= 1 && step <= entries,
                "step",
                settings.step,
                "1 to all " + Amount.ofCount(entries) + " entries are offered");
        Shape shape = new Shape(
                list("engines", settings.engines, List.of("lmdb", "tupl", "null"), EngineSpec::parse),
                list(
                        "workloads",
                        settings.workloads,
                        List.of("insert", "read", "scan", "update", "mix"),
                        Shape::workload),
                list("threads", settings.threads, List.of("1", "all"), Shape::threads),
                entries,
                step,
                read("time", settings.time, "1s", Shape::millis),
                records(settings),
                read("durability", settings.durability, "none", text -> constant(Durability.class, text)),
                (int) number("batch", settings.batch, "1", 1, 1 << 24),
                read("order", settings.order, "shuffled", text -> constant(WriteOrder.class, text)),
                Math.max(MIN_CACHE, read("cache", settings.cache, "1g", Amount::bytes)),
                read("touch", settings.touch, "line", text -> constant(Touch.class, text)),
                (int) number("scan-length", settings.scanLength, "100", 1, 1 << 24),
                share("update-share", settings.updateShare, "0.1"),
                number("sample", settings.sample, "61", 0, Long.MAX_VALUE),
                (int) number("passes", settings.passes, "1", 1, 100),
                (int) number("forks", settings.forks, "1", 1, 1000));
        shape.checkWrites();
        return shape;
    }

    /** Refuses ahead what the benchmarks would refuse one by one. */
    private void checkWrites() {
        check(
                order != WriteOrder.RANDOM || !workloads.contains(Workload.REMOVE),
                "order",
                order.label(),
                "its keys are drawn with replacement, so remove would miss some: leave it out of the workloads");
        int most = threads.stream().mapToInt(Integer::intValue).max().orElse(1);
        check(
                step >= most || workloads.stream().noneMatch(Workload::countsOperations),
                "step",
                String.valueOf(step),
                "insert and remove need a record for each of " + most + " threads");
    }

    /** Every option in force by its command-line name, as text; engines, workloads and threads are told by the cells. */
    public Map<String, String> describe() {
        Map<String, String> options = new LinkedHashMap<>();
        options.put("entries", String.valueOf(entries));
        options.put("step", String.valueOf(step));
        options.put("time", stepMillis + "ms");
        options.put("key-bytes", String.valueOf(records.keyBytes()));
        options.put("value-bytes", valueBytes());
        options.put("compressibility", String.valueOf(records.compressibility()));
        options.put("durability", durability.label());
        options.put("batch", String.valueOf(batch));
        options.put("order", order.label());
        options.put("cache", String.valueOf(cacheBytes));
        options.put("touch", touch.name().toLowerCase(Locale.ROOT));
        options.put("scan-length", String.valueOf(scanLength));
        options.put("update-share", String.valueOf(updateShare));
        options.put("sample", String.valueOf(sample));
        options.put("passes", String.valueOf(passes));
        options.put("forks", String.valueOf(rounds));
        options.put("seed", String.valueOf(records.seed()));
        return options;
    }

    /** {@code 100}, or {@code 1024-10240} where sizes are drawn. */
    String valueBytes() {
        int low = records.minValueBytes();
        int high = records.maxValueBytes();
        return low == high ? String.valueOf(high) : low + "-" + high;
    }

    private static Records records(Settings settings) {
        long seed = read("seed", settings.seed, "1", Long::parseLong);
        int keyBytes = (int) number("key-bytes", settings.keyBytes, "8", 8, 16);
        check(
                keyBytes == 8 || keyBytes == 16,
                "key-bytes",
                settings.keyBytes,
                "8 (integer) or 16 (decimal) are offered");
        double compressibility = share("compressibility", settings.compressibility, "0.0");
        return read("value-bytes", settings.valueBytes, "100", text -> {
            String[] sizes = text.split("-", 2);
            int low = (int) Math.min(Integer.MAX_VALUE, Amount.bytes(sizes[0]));
            int high = (int) Math.min(Integer.MAX_VALUE, Amount.bytes(sizes[sizes.length - 1]));
            return new Records(seed, keyBytes, low, high, compressibility);
        });
    }

    private static Workload workload(String name) {
        return constant(Workload.class, name);
    }

    private static int threads(String text) {
        int threads = text.equals("all")
                ? Runtime.getRuntime().availableProcessors()
                : (int) Math.min(Integer.MAX_VALUE, Amount.count(text));
        if (threads < 1 || threads > 1024) {
            throw new IllegalArgumentException("'" + text + "': 1 to 1024, or all, are offered");
        }
        return threads;
    }

    private static long millis(String text) {
        Matcher parts = TIME.matcher(text);
        if (!parts.matches() || Long.parseLong(parts.group(1)) == 0) {
            throw new IllegalArgumentException("'" + text + "' is not a time such as 500ms, 10s or 1m");
        }
        long unit = switch (parts.group(2)) {
            case "ms" -> 1;
            case "s" -> 1000;
            default -> 60_000;
        };
        return Long.parseLong(parts.group(1)) * unit;
    }

    private static long number(String name, String text, String fallback, long low, long high) {
        return read(name, text, fallback, said -> {
            long number = Amount.count(said);
            if (number < low || number > high) {
                throw new IllegalArgumentException("'" + said + "': " + low + " to " + high + " are offered");
            }
            return number;
        });
    }

    private static double share(String name, String text, String fallback) {
        return read(name, text, fallback, said -> {
            double share = Double.parseDouble(said);
            if (!(share >= 0 && share <= 1)) {
                throw new IllegalArgumentException("'" + said + "': 0.0 to 1.0 are offered");
            }
            return share;
        });
    }

    private static <E extends Enum<E>> E constant(Class<E> type, String text) {
        for (E constant : type.getEnumConstants()) {
            if (constant.name().equalsIgnoreCase(text)) {
                return constant;
            }
        }
        List<String> names = new ArrayList<>();
        for (E constant : type.getEnumConstants()) {
            names.add(constant.name().toLowerCase(Locale.ROOT));
        }
        throw new IllegalArgumentException("'" + text + "': did you mean '" + Nearest.of(text, names) + "'? There are "
                + String.join(", ", names));
    }

    private static <T> List<T> list(String name, List<String> said, List<String> fallback, Function<String, T> reader) {
        Set<T> values = new LinkedHashSet<>();
        for (String text : said == null ? fallback : said) {
            values.add(read(name, text, "", reader));
        }
        check(!values.isEmpty(), name, "", "name one at least");
        return List.copyOf(values);
    }

    private static <T> T read(String name, String said, String fallback, Function<String, T> reader) {
        String text = said == null ? fallback : said;
        try {
            return reader.apply(text);
        } catch (NumberFormatException notNumber) {
            throw new IllegalArgumentException(name + ": '" + text + "' is not a number", notNumber);
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException(name + ": " + wrong.getMessage(), wrong);
        }
    }

    private static void check(boolean fine, String name, String said, String offered) {
        if (!fine) {
            throw new IllegalArgumentException(name + ": '" + said + "': " + offered);
        }
    }
}
