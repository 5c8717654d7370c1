package storemark.parameter;

import static storemark.parameter.Parser.between;
import static storemark.parameter.Parser.flag;
import static storemark.parameter.Parser.names;
import static storemark.parameter.Parser.one;
import static storemark.parameter.Parser.require;
import static storemark.parameter.Parser.small;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import storemark.engine.Compressibility;
import storemark.engine.Durability;
import storemark.engine.EngineSpec;
import storemark.engine.Records;
import storemark.engine.Touch;
import storemark.parameter.Parameter.Told;
import storemark.text.Amount;
import storemark.text.ParameterText;
import storemark.text.SizeRange;
import storemark.workload.Distribution;
import storemark.workload.LoadOrder;
import storemark.workload.Mix;
import storemark.workload.ScanLength;
import storemark.workload.Walk;
import storemark.workload.Workload;
import storemark.workload.WriteOrder;

/**
 * The one table of what can be asked of a measurement: the options of the command line, the settings of suite files, the parameters
 * of JMH, a run's plan and record, and captions all come from it.
 */
public final class Parameters {
    /** In place of a cache's size: what the memory budget leaves for it. */
    public static final long SHARE = 0;

    private static final Map<String, Parameter<?>> TABLE = new LinkedHashMap<>();

    /** What other benchmarks call a durability. */
    private static final Map<String, String> OTHER_WORDS =
            Map.of("sync", "power", "fsync", "power", "disk", "power", "async", "process", "off", "none");

    public static final Parameter<List<EngineSpec>> ENGINES = list("engines", "lmdb tupl null", EngineSpec::parse)
            .jmh("engine", (workload, mix) -> true)
            .help("SPEC,...", "engine specifications: lmdb,tupl:mapped,rocksdb:tuned,blockSize.16k");

    public static final Parameter<List<Workload>> WORKLOADS = list(
                    "workloads",
                    "insert read scan update mix",
                    text -> one(Workload.class).parse(text, null))
            .help("NAME", String.join(", ", names(Workload.class)));

    public static final Parameter<List<Integer>> THREADS =
            list("threads", "1 all", Reading::threads).help("N", "thread counts; all: the cores");

    public static final Parameter<Long> ENTRIES = of("entries", "1M", between(1, 1L << 40))
            .jmh()
            .caption(text -> ParameterText.count(text) + " records")
            .help("N", "records in a store: 1M");

    public static final Parameter<Long> STEP = of("step", "20%", Reading::step)
            .jmh()
            .help("N", "key-range increment of each iteration: a count, or a share of the entries (20%%)");

    /** In milliseconds. */
    public static final Parameter<Long> TIME =
            of("time", "1s", Parser.time()).printed(Parser::time).help("T", "length of an iteration: 500ms, 10s");

    /** In milliseconds. Of inserts and removals it is the most that their own warm-up takes. */
    public static final Parameter<Long> WARM_UP = add("warm-up", before -> before.text(TIME), false, Parser.time())
            .printed(Parser::time)
            .help("T", "length of the warm-up before the first iteration: 2s (default: as --time)");

    public static final Parameter<Integer> KEY_BYTES = of("key-bytes", "8", Parser.of(text -> {
                long bytes = Amount.count(text);
                require(
                        bytes == 8 || bytes == 16 || bytes == 32,
                        text,
                        "must be 8 (integer), 16 (digits) or 32 (digits and a hash)");
                return (int) bytes;
            }))
            .jmh()
            .caption(text -> "keys of " + text + " B")
            .help("N", "8 (integer), 16 (decimal digits) or 32 (digits and a hash of them)");

    public static final Parameter<SizeRange> VALUE_BYTES = of("value-bytes", "100", Parser.of(text -> {
                SizeRange sizes = SizeRange.parse(text);
                boolean fits = sizes.least() <= sizes.most() && sizes.most() <= Records.MAX_VALUE_BYTES;
                require(fits, text, "must be at most 1m; a range must begin with the smaller size");
                return sizes;
            }))
            .jmh()
            .caption(text -> "values of " + ParameterText.bytes(text))
            .help("N", "a size or a range: 100, 1k-10k");

    public static final Parameter<Compressibility> COMPRESSIBILITY = of(
                    "compressibility", "0.0", Parser.of(Compressibility::parse))
            .jmh()
            .caption(text -> text.equals("text") ? "values of English words" : "compressibility " + text)
            .told(Told.UNLESS_DEFAULT)
            .help("C", "compressible share of each value: 0.0 to 1.0; or text: English words");

    public static final Parameter<WriteOrder> ORDER = of("order", "shuffled", one(WriteOrder.class))
            .jmh(Workload::countsOperations)
            .caption(text -> text + " order")
            .told(Told.ALWAYS)
            .help("O", "order of inserts and removals: sequential, shuffled, random");

    public static final Parameter<LoadOrder> LOADED = of("loaded", "ordered", one(LoadOrder.class))
            .jmh(workload -> workload != Workload.INSERT)
            .optional()
            .caption(text -> "loaded in " + (text.equals("random") ? "random" : "key") + " order")
            .told(Told.UNLESS_DEFAULT)
            .help("O", "how datasets are loaded: ordered (the fastest way), random (transactions of 1000, shuffled)");

    /** Ages of datasets; empty where all are as loaded. The dataset of several is that of the last. */
    public static final Parameter<List<Integer>> CHURN = add(
                    "churn", before -> "none", true, (text, before) -> Reading.turnovers(text))
            .jmh(workload -> workload != Workload.INSERT)
            .optional()
            .printed(Reading::ofTurnovers)
            .caption(text -> text.equals("1x") ? "after 1 turnover" : "after " + text.replace("x", "") + " turnovers")
            .told(Told.UNLESS_DEFAULT)
            .help(
                    "Nx",
                    "age datasets by N turnovers: all records deleted and others inserted, at random. 10x measures after 0, 1,"
                            + " 2, 5 and 10 turnovers, 0x,10x after 0 and 10 only");

    public static final Parameter<Durability> DURABILITY = of(
                    "durability", "process", one(Durability.class, OTHER_WORDS))
            .jmh()
            .told(Told.ALWAYS)
            .help("D", "what a commit survives: none, process (a killed process), power");

    /** In bytes; 0 for no limit. */
    public static final Parameter<Long> MEMORY = of("memory", "none", Reading::memory)
            .jmh()
            .optional()
            .printed(bytes -> bytes == 0 ? "none" : String.valueOf(bytes))
            .caption(text -> text.equals("none") ? "memory without limit" : ParameterText.size(text) + " of memory")
            .told(Told.UNLESS_DEFAULT)
            .help("SIZE", "enforced limit on heap, native memory and page cache of a fork together: 4g");

    /** In bytes; {@link #SHARE} where it follows from the memory and the engine. */
    public static final Parameter<Long> CACHE = add(
                    "cache", before -> before.get(MEMORY) > 0 ? "share" : "1g", false, Reading::cache)
            .jmh()
            .printed(bytes -> bytes == SHARE ? "share" : String.valueOf(bytes))
            .caption(text -> "cache of " + ParameterText.size(text))
            .help("SIZE", "size of an engine's own cache, 1m or more (default: 1g, or with --memory a share of that)");

    public static final Parameter<Boolean> COLD = of("cold", "false", flag())
            .jmh()
            .optional()
            .caption(text -> text.equals("true") ? "cold: caches emptied before each increment" : "caches kept")
            .told(Told.UNLESS_DEFAULT)
            .help("", "before each iteration, close the store and evict its files: cold-cache curves");

    public static final Parameter<Integer> BATCH = of("batch", "1", small(1, 1 << 24))
            .jmh(Workload::writes)
            .usedBy(workload -> workload != Workload.MIX && !workload.hasWriters())
            .caption(text -> text.equals("1") ? "one by one" : "batches of " + ParameterText.count(text))
            .told(Told.UNLESS_DEFAULT)
            .help("N", "puts or deletes in a transaction");

    public static final Parameter<Touch> TOUCH = of("touch", "line", one(Touch.class))
            .jmh()
            .usedBy(workload -> !workload.writes() || workload == Workload.MIX || workload.hasWriters())
            .caption(text -> "touch: " + text)
            .told(Told.UNLESS_DEFAULT)
            .help("T", "how much of a value a read fetches: none, line, full, copy");

    public static final Parameter<ScanLength> SCAN_LENGTH = of("scan-length", "100", Parser.of(ScanLength::parse))
            .jmh("scanLength", Parameters::scans)
            .caption(text -> "scans of " + ParameterText.count(text))
            .told(Told.ALWAYS)
            .help("N", "records in a scan, or a range: 100, 1-100");

    public static final Parameter<Walk> WALK = of("walk", "runs", one(Walk.class))
            .jmh(Workload::readsInOrder)
            .optional()
            .caption(text -> text.equals("whole") ? "one cursor over all records" : "runs of 1k records")
            .told(Told.UNLESS_DEFAULT)
            .help(
                    "W",
                    "scans of forward and reverse: runs (one for each 1000 records), whole (one for all of a thread's part)");

    public static final Parameter<Distribution> DISTRIBUTION = of("distribution", "uniform", one(Distribution.class))
            .jmh(Workload::drawsIds)
            .caption(text -> text + " keys")
            .told(Told.UNLESS_DEFAULT)
            .help("D", "distribution of the ids of read, scan, update and mix: uniform, zipfian, latest, hotspot");

    public static final Parameter<Mix> MIX = of("mix", "scan90-update10", Parser.of(Mix::parse))
            .jmh(workload -> workload == Workload.MIX)
            .caption(text -> text.replaceAll("([0-9]+)", " $1%").replace("-", ", "))
            .told(Told.ALWAYS)
            .help("M", "percentages of read, update, scan, insert, rmw (read, then update): scan90-update10");

    /** Of workloads that draw ids; the others are measured in a closed loop. */
    public static final Parameter<List<Rate>> RATE = add(
                    "rate", before -> "max", true, (text, before) -> Rate.parse(text))
            .jmh(Workload::canBePlanned)
            .optional()
            .caption(Rate::caption)
            .told(Told.UNLESS_DEFAULT)
            .help(
                    "R",
                    "rate of read, scan, update and mix: max, 20k (planned operations per second), max:10%%-95%% (of the engine's own"
                            + " maximum), limit:1ms (the highest with p99.9 below)");

    public static final Parameter<Integer> WRITERS = of("writers", "1", small(1, 1024))
            .jmh(Workload::hasWriters)
            .caption(text -> text + (text.equals("1") ? " writer" : " writers"))
            .told(Told.ALWAYS)
            .help("N", "threads of read-while-writing that write, beside those of --threads");

    public static final Parameter<Rate> WRITE_RATE = of("write-rate", "max", Parser.of(text -> {
                Rate rate = Rate.read(text);
                boolean fixed = rate.kind() == Rate.Kind.MAX || rate.kind() == Rate.Kind.COUNT;
                require(fixed, text, "must be max, or operations per second such as 20k");
                return rate;
            }))
            .jmh(Workload::hasWriters)
            .caption(text -> "writing " + Rate.caption(text))
            .told(Told.ALWAYS)
            .help("R", "rate of all writers together: max, or planned operations per second such as 20k");

    /** One operation in so many is timed by itself. */
    public static final Parameter<Long> SAMPLE = of("sample", "61", between(0, Long.MAX_VALUE))
            .jmh()
            .help("N", "one operation in N is timed for latency; 0: none");

    public static final Parameter<Integer> PASSES = of("passes", "1", small(1, 100))
            .usedBy(Workload::hasPasses)
            .help("N", "how many times update and mix run on the same store");

    public static final Parameter<Integer> REPETITIONS =
            of("repetitions", "1", small(1, 1000)).help("N", "repetitions of each cell, each in a fork of its own");

    public static final Parameter<Long> SEED =
            of("seed", "1", Parser.of(Long::parseLong)).jmh().help("N", "seed of keys, values and orders");

    public static final Parameter<Long> MAX_BYTES = of(
                    "max-bytes", String.valueOf(Long.MAX_VALUE >> 1), Parser.of(Amount::bytes))
            .optional()
            .help("SIZE", "skip cells with more bytes of keys and values than this, and say so: 50g");

    public static final Parameter<Boolean> IN_PLACE = ofRun("in-place", "false", flag())
            .usedBy(workload -> workload.needs() == Workload.Needs.COPY)
            .help("", "update, mix and remove write to the dataset, not to a copy; it is loaded again when needed");

    public static final Parameter<Boolean> DROP_DATASETS = ofRun("drop-datasets", "false", flag())
            .help("", "measure by dataset, not in turns, and delete what this run has loaded: limits peak disk use");

    public static final Parameter<Boolean> VERIFY = ofRun("verify", "false", flag())
            .help("", "verify each dataset before its first cell, and each store that update or mix has written to");

    public static final Parameter<Boolean> PROFILE = ofRun("profile", "false", flag())
            .optional()
            .help(
                    "",
                    "at the end, profile each cell in one more fork, whose rates do not count: a flame graph, and where time went");

    public static final Parameter<Boolean> SEQUENTIAL = ofRun("sequential", "false", flag())
            .help("", "measure cells one after the other; by default, cells that are compared take turns");

    public static final Parameter<Integer> RETRY = ofRun("retry", "1", small(0, 10))
            .help(
                    "N",
                    "measure cells again, up to N times, if half or more of their increments were disturbed (default: 1)");

    /** A share, 0.03 for 3% to either side; 0 where none is asked for. */
    public static final Parameter<Double> UNTIL = ofRun("until", "none", Parser.of(Reading::until))
            .optional()
            .printed(share -> share == 0 ? "none" : Amount.ofCount(100 * share) + "%")
            .help("P", "measure five or more repetitions, until each ratio to the leader is known to within P: 3%%");

    /** In milliseconds. */
    public static final Parameter<Long> WITHIN = ofRun("within", "30m", Parser.time())
            .optional()
            .printed(Parser::time)
            .help("T", "with --until: the longest time for the whole run: 10m, 2h (default: 30m)");

    /** In milliseconds. */
    public static final Parameter<Long> SETTLE_TIMEOUT = ofRun("settle-timeout", "1h", Parser.time())
            .printed(Parser::time)
            .help("T", "the longest wait for a store to settle after a cell that writes: 30m, 2h (default: 1h)");

    private Parameters() {}

    private static <T> Parameter<T> add(
            String name, Function<Values, String> fallback, boolean list, Parser<T> parser) {
        Parameter<T> parameter = new Parameter<>(name, fallback, list, parser);
        TABLE.put(name, parameter);
        return parameter;
    }

    private static <T> Parameter<T> of(String name, String fallback, Parser<T> parser) {
        return add(name, before -> fallback, false, parser);
    }

    /** One that is about a run as a whole, so that no suite has it. */
    private static <T> Parameter<T> ofRun(String name, String fallback, Parser<T> parser) {
        return of(name, fallback, parser).ofRun();
    }

    private static <E> Parameter<List<E>> list(String name, String fallback, Function<String, E> element) {
        Parser<List<E>> elements = (text, before) ->
                Stream.of(text.split(" ")).map(element).distinct().toList();
        return add(name, before -> fallback, true, elements);
    }

    private static boolean scans(Workload workload, String mix) {
        return workload == Workload.SCAN
                || (workload == Workload.MIX && Mix.parse(mix).scans());
    }

    /** All of them, in the order of the table. */
    public static Collection<Parameter<?>> all() {
        return Collections.unmodifiableCollection(TABLE.values());
    }

    /** Those of cells, which suites may name, in the order of the table. */
    public static List<Parameter<?>> ofCells() {
        return TABLE.values().stream().filter(parameter -> !parameter.isOfRun()).toList();
    }

    /** Those that a dataset follows from, and the cache that it is loaded and verified with. */
    public static List<Parameter<?>> ofDatasets() {
        return List.of(ENGINES, ENTRIES, KEY_BYTES, VALUE_BYTES, COMPRESSIBILITY, LOADED, CHURN, SEED, CACHE);
    }

    /** Those of a run as a whole, in the order of the table. */
    public static List<Parameter<?>> ofRuns() {
        return TABLE.values().stream().filter(Parameter::isOfRun).toList();
    }

    /**
     * The parameter of this name.
     *
     * @throws IllegalArgumentException when there is none
     */
    public static Parameter<?> named(String name) {
        if (!TABLE.containsKey(name)) {
            throw new IllegalArgumentException("no setting '" + name + "'");
        }
        return TABLE.get(name);
    }

    /** {@code batches of 1k}: a parameter by its JMH name, as people read it. */
    public static String caption(String jmhName, String text) {
        return TABLE.values().stream()
                .filter(parameter -> jmhName.equals(parameter.jmhName()))
                .findFirst()
                .map(parameter -> parameter.caption(text))
                .orElseGet(() -> ParameterText.words(jmhName) + " " + text);
    }

    /** {@code batches of 1k, cache of 4 MiB}: all of {@code parameters}, by their JMH names, in their order. */
    public static String caption(Map<String, String> parameters) {
        return parameters.entrySet().stream()
                .map(entry -> caption(entry.getKey(), entry.getValue()))
                .collect(Collectors.joining(", "));
    }
}
