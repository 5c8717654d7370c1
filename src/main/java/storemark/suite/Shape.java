package storemark.suite;

import static storemark.suite.SettingValues.check;
import static storemark.suite.SettingValues.constant;
import static storemark.suite.SettingValues.list;
import static storemark.suite.SettingValues.number;
import static storemark.suite.SettingValues.read;
import static storemark.suite.SettingValues.share;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import storemark.engine.Durability;
import storemark.engine.EngineSpec;
import storemark.engine.Records;
import storemark.engine.Touch;
import storemark.text.Amount;
import storemark.text.SizeRange;
import storemark.workload.Distribution;
import storemark.workload.Mix;
import storemark.workload.ScanLength;
import storemark.workload.Workload;
import storemark.workload.WriteOrder;

/**
 * {@link Settings} read and checked, with the defaults in place of what was not said. Immutable.
 *
 * @param stepMillis length of a measured step, in milliseconds
 * @param cacheBytes an engine's own cache; {@link #SHARE} where it follows from the memory and the engine
 * @param memoryBytes what a fork may use in all: heap, native memory and page cache; 0 for no limit
 * @param cold whether each step begins with nothing in any cache
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
        long memoryBytes,
        boolean cold,
        Touch touch,
        ScanLength scanLength,
        Mix mix,
        Distribution distribution,
        long sample,
        int passes,
        int rounds,
        long maxBytes) {
    /** What is compared when no engine was named. */
    public static final List<String> DEFAULT_ENGINES = List.of("lmdb", "tupl", "null");

    /** What the share of a memory budget is never below either. */
    private static final long MIN_CACHE = 1 << 20;

    /** The least memory budget, in bytes: below, there is no cache worth the name beside the JVM. */
    private static final long MIN_MEMORY = 192 << 20;

    /** In place of a cache's size: what the memory budget leaves for it. */
    public static final long SHARE = 0;

    /**
     * Reads {@code settings}.
     *
     * @throws IllegalArgumentException with one line that names the setting, and its place where it was said in a file, for
     *     the first that cannot be
     */
    public static Shape of(Settings settings) {
        try {
            return parse(settings);
        } catch (SettingException wrong) {
            throw settings.at(wrong.setting(), wrong.said(), wrong);
        }
    }

    private static Shape parse(Settings settings) {
        long entries = read("entries", settings.entries, "1M", Amount::count);
        long step = read("step", settings.step, "20%", text -> SettingValues.step(text, entries));
        check(entries >= 1 && entries <= 1L << 40, "entries", settings.entries, "1 to 2^40 are offered");
        check(
                step >= 1 && step <= entries,
                "step",
                settings.step,
                "1 to all " + Amount.ofCount(entries) + " entries are offered");
        Shape shape = new Shape(
                list("engines", settings.engines, DEFAULT_ENGINES, EngineSpec::parse),
                list(
                        "workloads",
                        settings.workloads,
                        List.of("insert", "read", "scan", "update", "mix"),
                        SettingValues::workload),
                list("threads", settings.threads, List.of("1", "all"), SettingValues::threads),
                entries,
                step,
                read("time", settings.time, "1s", SettingValues::millis),
                records(settings),
                read("durability", settings.durability, "none", text -> constant(Durability.class, text)),
                (int) number("batch", settings.batch, "1", 1, 1 << 24),
                read("order", settings.order, "shuffled", text -> constant(WriteOrder.class, text)),
                cache(settings),
                memory(settings),
                read("cold", settings.cold, "false", SettingValues::flag),
                read("touch", settings.touch, "line", text -> constant(Touch.class, text)),
                read("scan-length", settings.scanLength, "100", ScanLength::parse),
                read("mix", settings.mix, "scan90-update10", Mix::parse),
                read("distribution", settings.distribution, "uniform", text -> constant(Distribution.class, text)),
                number("sample", settings.sample, "61", 0, Long.MAX_VALUE),
                (int) number("passes", settings.passes, "1", 1, 100),
                (int) number("forks", settings.forks, "1", 1, 1000),
                read("max-bytes", settings.maxBytes, String.valueOf(Long.MAX_VALUE >> 1), Amount::bytes));
        shape.checkCounts();
        shape.checkWrites();
        shape.checkCold();
        return shape;
    }

    private static long cache(Settings settings) {
        if (settings.memory != null && settings.cache == null) {
            return SHARE;
        }
        long bytes = read("cache", settings.cache, "1g", Amount::bytes);
        check(bytes >= MIN_CACHE, "cache", settings.cache, "1m or more are offered");
        return bytes;
    }

    private static long memory(Settings settings) {
        long bytes = settings.memory == null ? 0 : read("memory", settings.memory, "", Amount::bytes);
        check(
                settings.memory == null || bytes >= MIN_MEMORY,
                "memory",
                settings.memory,
                "a Java process takes nearly all of that: " + Amount.ofBytes(MIN_MEMORY) + " or more are offered");
        return bytes;
    }

    /** This shape with the cache that an engine gets. */
    Shape withCache(long bytes) {
        return new Shape(
                engines,
                workloads,
                threads,
                entries,
                step,
                stepMillis,
                records,
                durability,
                batch,
                order,
                bytes,
                memoryBytes,
                cold,
                touch,
                scanLength,
                mix,
                distribution,
                sample,
                passes,
                rounds,
                maxBytes);
    }

    /** JMH counts the iterations of a cell, and the operations of a thread in one, by an int. */
    private void checkCounts() {
        check(
                (entries - 1) / step < Integer.MAX_VALUE,
                "step",
                String.valueOf(step),
                "with " + Amount.ofCount(entries) + " entries it makes more than 2^31 steps: give a larger one");
        int fewest = threads.stream().mapToInt(Integer::intValue).min().orElse(1);
        check(
                step / fewest <= Integer.MAX_VALUE || workloads.stream().noneMatch(Workload::countsOperations),
                "step",
                String.valueOf(step),
                "insert and remove offer up to 2^31 operations a thread in a step: give a smaller one");
    }

    /** A store that is being filled or emptied has no state to begin again from. */
    private void checkCold() {
        check(
                !cold || workloads.stream().noneMatch(Workload::countsOperations),
                "cold",
                "true",
                "insert and remove go through a store once: leave them out of the workloads");
    }

    /** Refuses ahead what the benchmarks would refuse one by one. */
    private void checkWrites() {
        check(
                order != WriteOrder.RANDOM || !workloads.contains(Workload.REMOVE),
                "order",
                order.label(),
                "its keys are drawn with replacement, so remove would miss some: leave it out of the workloads");
        check(
                passes == 1 || !mix.inserts() || !workloads.contains(Workload.MIX),
                "passes",
                String.valueOf(passes),
                "the second pass of " + mix + " would insert what the first has: give 1");
        check(
                batch == 1 || !workloads.contains(Workload.MIX),
                "batch",
                String.valueOf(batch),
                "each operation of a mix is a transaction of its own: give 1, or leave mix out of the workloads");
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
        if (memoryBytes > 0) {
            options.put("memory", String.valueOf(memoryBytes));
        }
        if (cold) {
            options.put("cold", "true");
        }
        options.put("touch", touch.name().toLowerCase(Locale.ROOT));
        options.put("scan-length", scanLength.toString());
        options.put("mix", mix.toString());
        options.put("distribution", distribution.label());
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

    /** Bytes of all keys and values; of values whose sizes are drawn, as many as are expected. */
    public double rawBytes() {
        return entries * (records.keyBytes() + records.meanValueBytes());
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
            SizeRange sizes = SizeRange.parse(text);
            return new Records(seed, keyBytes, sizes.least(), sizes.most(), compressibility);
        });
    }
}
