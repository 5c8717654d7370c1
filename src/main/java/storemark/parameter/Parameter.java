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
import java.util.Locale;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import storemark.engine.Compressibility;
import storemark.engine.Durability;
import storemark.engine.EngineSpec;
import storemark.engine.Records;
import storemark.engine.Touch;
import storemark.text.Amount;
import storemark.text.ParameterText;
import storemark.text.SizeRange;
import storemark.workload.Distribution;
import storemark.workload.LoadOrder;
import storemark.workload.Mix;
import storemark.workload.ScanLength;
import storemark.workload.Workload;
import storemark.workload.WriteOrder;

/**
 * One thing that can be asked of a measurement. The rows below are the one table of them: the options of the command line, the
 * settings of suite files, the parameters of JMH, a run's plan and record, and captions all come from it.
 *
 * @param <T> the type of its values
 */
public final class Parameter<T> {
    /** Whether captions say a value. */
    private enum Told {
        NEVER,
        UNLESS_DEFAULT,
        ALWAYS
    }

    private static final Map<String, Parameter<?>> TABLE = new LinkedHashMap<>();

    /** In place of a cache's size: what the memory budget leaves for it. */
    public static final long SHARE = 0;

    /** What other benchmarks call a durability. */
    private static final Map<String, String> OTHER_WORDS =
            Map.of("sync", "power", "fsync", "power", "disk", "power", "async", "process", "off", "none");

    private static final long MIN_CACHE = 1 << 20;
    /** Below, there is no cache worth the name beside the JVM. */
    private static final long MIN_MEMORY = 192 << 20;

    private static final int MOST_TURNOVERS = 100;

    public static final Parameter<List<EngineSpec>> ENGINES = list("engines", "lmdb tupl null", EngineSpec::parse)
            .jmh("engine", (workload, mix) -> true)
            .help("SPEC,...", "engine specifications: lmdb,tupl:mapped,rocksdb:tuned,blockSize.16k");

    public static final Parameter<List<Workload>> WORKLOADS = list(
                    "workloads",
                    "insert read scan update mix",
                    text -> one(Workload.class).parse(text, null))
            .help("NAME", String.join(", ", names(Workload.class)));

    public static final Parameter<List<Integer>> THREADS =
            list("threads", "1 all", Parameter::threads).help("N", "thread counts; all: the cores");

    public static final Parameter<Long> ENTRIES = of("entries", "1M", between(1, 1L << 40))
            .jmh()
            .caption(text -> ParameterText.count(text) + " records")
            .help("N", "records in a store: 1M");

    public static final Parameter<Long> STEP = of("step", "20%", Parameter::step)
            .jmh()
            .help("N", "key-range increment of each iteration: a count, or a share of the entries (20%%)");

    /** In milliseconds. */
    public static final Parameter<Long> TIME =
            of("time", "1s", Parser.time()).printed(Parser::time).help("T", "length of an iteration: 500ms, 10s");

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
                require(fits, text, "must be at most 1m, and of a range the smaller size first");
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
            .help("C", "share of each value that compresses to nothing: 0.0 to 1.0; or text, of English words");

    public static final Parameter<WriteOrder> ORDER = of("order", "shuffled", one(WriteOrder.class))
            .jmh(Workload::countsOperations)
            .caption(text -> text + " order")
            .told(Told.ALWAYS)
            .help("O", "of inserts and removals: sequential, shuffled, random");

    public static final Parameter<LoadOrder> LOADED = of("loaded", "ordered", one(LoadOrder.class))
            .jmh(workload -> workload != Workload.INSERT)
            .optional()
            .caption(text -> "loaded in " + (text.equals("random") ? "random" : "key") + " order")
            .told(Told.UNLESS_DEFAULT)
            .help("O", "how datasets are loaded: ordered (the fastest way), random (transactions of 1000, shuffled)");

    /** Ages of datasets; empty where all are as loaded. The dataset of several is that of the last. */
    public static final Parameter<List<Integer>> CHURN = new Parameter<>(
                    "churn", before -> "none", true, (text, before) -> turnovers(text))
            .jmh(workload -> workload != Workload.INSERT)
            .optional()
            .printed(Parameter::turnovers)
            .caption(text -> text.equals("1x") ? "after 1 turnover" : "after " + text.replace("x", "") + " turnovers")
            .told(Told.UNLESS_DEFAULT)
            .help(
                    "Nx,...",
                    "age datasets: all records deleted and others inserted, at random, up to N times; measured after 0, 1, 2,"
                            + " 5, ... N turnovers");

    public static final Parameter<Durability> DURABILITY = of(
                    "durability", "process", one(Durability.class, OTHER_WORDS))
            .jmh()
            .told(Told.ALWAYS)
            .help("D", "what a commit survives: none, process (a killed process), power");

    /** In bytes; 0 for no limit. */
    public static final Parameter<Long> MEMORY = of("memory", "none", Parameter::memory)
            .jmh()
            .optional()
            .printed(bytes -> bytes == 0 ? "none" : String.valueOf(bytes))
            .caption(text -> text.equals("none") ? "memory without limit" : ParameterText.size(text) + " of memory")
            .told(Told.UNLESS_DEFAULT)
            .help("SIZE", "all memory of a fork, enforced: heap, native memory and page cache together: 4g");

    /** In bytes; {@link #SHARE} where it follows from the memory and the engine. */
    public static final Parameter<Long> CACHE = new Parameter<>(
                    "cache", before -> before.get(MEMORY) > 0 ? "share" : "1g", false, Parameter::cache)
            .jmh()
            .printed(bytes -> bytes == SHARE ? "share" : String.valueOf(bytes))
            .caption(text -> "cache of " + ParameterText.size(text))
            .help("SIZE", "an engine's own cache, 1m or more: 1g; with --memory, its share of that");

    public static final Parameter<Boolean> COLD = of("cold", "false", flag())
            .jmh()
            .optional()
            .caption(text -> text.equals("true") ? "cold: caches emptied before each step" : "caches kept")
            .told(Told.UNLESS_DEFAULT)
            .help("", "before each iteration, close the store and evict its files: cold-cache curves");

    public static final Parameter<Integer> BATCH = of("batch", "1", small(1, 1 << 24))
            .jmh(Workload::writes)
            .caption(text -> text.equals("1") ? "one by one" : "batches of " + ParameterText.count(text))
            .told(Told.UNLESS_DEFAULT)
            .help("N", "puts or deletes in a transaction");

    public static final Parameter<Touch> TOUCH = of("touch", "line", one(Touch.class))
            .jmh()
            .caption(text -> "touch: " + text)
            .told(Told.UNLESS_DEFAULT)
            .help("T", "how much of a value a read fetches: none, line, full, copy");

    public static final Parameter<ScanLength> SCAN_LENGTH = of("scan-length", "100", Parser.of(ScanLength::parse))
            .jmh("scanLength", Parameter::scans)
            .caption(text -> "scans of " + ParameterText.count(text))
            .told(Told.ALWAYS)
            .help("N", "records in a scan, or a range: 100, 1-100");

    public static final Parameter<Distribution> DISTRIBUTION = of("distribution", "uniform", one(Distribution.class))
            .jmh(Workload::drawsIds)
            .caption(text -> text + " keys")
            .told(Told.UNLESS_DEFAULT)
            .help("D", "of the ids of read, scan, update and mix: uniform, zipfian, latest, hotspot");

    public static final Parameter<Mix> MIX = of("mix", "scan90-update10", Parser.of(Mix::parse))
            .jmh(workload -> workload == Workload.MIX)
            .caption(text -> text.replaceAll("([0-9]+)", " $1%").replace("-", ", "))
            .told(Told.ALWAYS)
            .help("M", "percentages of read, update, scan, insert, rmw (read, then update): scan90-update10");

    /** Of workloads that draw ids; the others are measured in a closed loop. */
    public static final Parameter<List<Rate>> RATE = new Parameter<>(
                    "rate", before -> "max", true, (text, before) -> Rate.parse(text))
            .jmh(Workload::canBePlanned)
            .optional()
            .caption(Rate::caption)
            .told(Told.UNLESS_DEFAULT)
            .help(
                    "R",
                    "of read, scan, update and mix: max, 20k (planned operations per second), max:10%%-95%% (of the engine's own"
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
            .help("R", "of those that write, together: max, or planned operations per second such as 20k");

    /** One operation in so many is timed by itself. */
    public static final Parameter<Long> SAMPLE = of("sample", "61", between(0, Long.MAX_VALUE))
            .jmh()
            .help("N", "one operation in N is timed for latency; 0: none");

    public static final Parameter<Integer> PASSES =
            of("passes", "1", small(1, 100)).help("N", "how often update and mix go over the same store");

    public static final Parameter<Integer> REPETITIONS =
            of("repetitions", "1", small(1, 1000)).help("N", "repetitions of each cell, each in a fork of its own");

    public static final Parameter<Long> SEED =
            of("seed", "1", Parser.of(Long::parseLong)).jmh().help("N", "of keys, values and orders");

    public static final Parameter<Long> MAX_BYTES = of(
                    "max-bytes", String.valueOf(Long.MAX_VALUE >> 1), Parser.of(Amount::bytes))
            .optional()
            .help("SIZE", "skip cells with more bytes of keys and values than this, and say so: 50g");

    public static final Parameter<Boolean> IN_PLACE = ofRun("in-place", "false", flag())
            .help("", "update, mix and remove write to the dataset, not to a copy; it is loaded again when needed");

    public static final Parameter<Boolean> DROP_DATASETS = ofRun("drop-datasets", "false", flag())
            .help("", "measure dataset by dataset, and delete each that this run has loaded: limits peak disk use");

    public static final Parameter<Boolean> VERIFY = ofRun("verify", "false", flag())
            .help("", "read all of each dataset before its first cell, and of what update and mix have written to");

    public static final Parameter<Boolean> PROFILE = ofRun("profile", "false", flag())
            .optional()
            .help(
                    "",
                    "at the end, one more fork of each cell, which counts for no rate: a flame graph, and where time went");

    public static final Parameter<Boolean> SEQUENTIAL = ofRun("sequential", "false", flag())
            .help("", "measure one cell after the other, and not those that are compared in turns");

    public static final Parameter<Integer> RETRY = ofRun("retry", "1", small(0, 10))
            .help("N", "measure again, up to N times, what was measured while the machine was disturbed (default: 1)");

    /** A share, 0.03 for 3% to either side; 0 where none is asked for. */
    public static final Parameter<Double> UNTIL = ofRun("until", "none", Parser.of(Parameter::until))
            .optional()
            .printed(share -> share == 0 ? "none" : Amount.ofCount(100 * share) + "%")
            .help("P", "add repetitions, five or more, until each ratio to the leader is known to within P: 3%%");

    /** In milliseconds. */
    public static final Parameter<Long> WITHIN = ofRun("within", "30m", Parser.time())
            .optional()
            .printed(Parser::time)
            .help("T", "with --until: the longest time for the whole run: 10m, 2h (default: 30m)");

    /** In milliseconds. */
    public static final Parameter<Long> SETTLE_TIMEOUT = ofRun("settle-timeout", "1h", Parser.time())
            .printed(Parser::time)
            .help("T", "the longest wait for a store to settle after a cell that writes: 30m, 2h (default: 1h)");

    private final String name;
    private final Function<Values, String> fallback;
    private final boolean list;
    private final Parser<T> parser;
    private Function<T, String> printer = Parameter::print;
    private String jmhName;
    private BiPredicate<Workload, String> about;
    private Function<String, String> caption = text -> ParameterText.words(String.valueOf(jmhName())) + " " + text;
    private Told told = Told.NEVER;
    private boolean optional;
    private boolean ofRun;
    private String valueLabel;
    private String description;

    private Parameter(String name, Function<Values, String> fallback, boolean list, Parser<T> parser) {
        this.name = name;
        this.fallback = fallback;
        this.list = list;
        this.parser = parser;
        TABLE.put(name, this);
    }

    private static <T> Parameter<T> of(String name, String fallback, Parser<T> parser) {
        return new Parameter<>(name, before -> fallback, false, parser);
    }

    /** One that is about a run as a whole, so that no suite has it. */
    private static <T> Parameter<T> ofRun(String name, String fallback, Parser<T> parser) {
        Parameter<T> parameter = of(name, fallback, parser);
        parameter.ofRun = true;
        return parameter;
    }

    private static <E> Parameter<List<E>> list(String name, String fallback, Function<String, E> element) {
        Parser<List<E>> elements = (text, before) ->
                Stream.of(text.split(" ")).map(element).distinct().toList();
        return new Parameter<>(name, before -> fallback, true, elements);
    }

    private Parameter<T> help(String label, String about) {
        valueLabel = label;
        description = about;
        return this;
    }

    private Parameter<T> jmh() {
        return jmh(workload -> true);
    }

    private Parameter<T> jmh(Predicate<Workload> workloads) {
        return jmh(camel(name), (workload, mix) -> workloads.test(workload));
    }

    private Parameter<T> jmh(String parameterName, BiPredicate<Workload, String> workloads) {
        jmhName = parameterName;
        about = workloads;
        return this;
    }

    private Parameter<T> printed(Function<T, String> how) {
        printer = how;
        return this;
    }

    private Parameter<T> caption(Function<String, String> words) {
        caption = words;
        return this;
    }

    private Parameter<T> told(Told when) {
        told = when;
        return this;
    }

    private Parameter<T> optional() {
        optional = true;
        return this;
    }

    private static String camel(String kebab) {
        return Pattern.compile("-(.)")
                .matcher(kebab)
                .replaceAll(found -> found.group(1).toUpperCase(Locale.ROOT));
    }

    private static String print(Object value) {
        return value instanceof Enum<?> constant
                ? constant.name().toLowerCase(Locale.ROOT)
                : value instanceof List<?> list
                        ? String.join(" ", list.stream().map(Parameter::print).toList())
                        : String.valueOf(value);
    }

    /** Each of {@code text}, and of 0, 1, 2, 5, 10, 20 and 50 those below. */
    private static List<Integer> turnovers(String text) {
        if (text.equals("none")) {
            return List.of();
        }
        List<Integer> asked =
                Stream.of(text.split(" ", -1)).map(Parameter::turnover).toList();
        int most = Collections.max(asked);
        Stream<Integer> before = Stream.of(0, 1, 2, 5, 10, 20, 50).filter(age -> age < most);
        return Stream.concat(before, asked.stream()).distinct().sorted().toList();
    }

    private static int turnover(String text) {
        require(text.matches("[0-9]{1,3}x"), text, "must be a number of turnovers such as 10x, or none");
        int number = Integer.parseInt(text.replace("x", ""));
        require(number <= MOST_TURNOVERS, text, "must be at most " + MOST_TURNOVERS + "x");
        return number;
    }

    private static String turnovers(List<Integer> ages) {
        return ages.isEmpty() ? "none" : ages.stream().map(age -> age + "x").collect(Collectors.joining(" "));
    }

    private static int threads(String text) {
        int threads = text.equals("all")
                ? Runtime.getRuntime().availableProcessors()
                : (int) Math.min(Integer.MAX_VALUE, Amount.count(text));
        require(threads >= 1 && threads <= 1024, text, "must be between 1 and 1024, or all");
        return threads;
    }

    private static long step(String text, Values before) {
        long entries = before.get(ENTRIES);
        if (text.endsWith("%")) {
            double percent = Double.parseDouble(text.substring(0, text.length() - 1));
            require(percent > 0 && percent <= 100, text, "must be above 0% and at most 100%");
            return Math.max(1, Math.round(entries * percent / 100));
        }
        long step = Amount.count(text);
        require(
                step >= 1 && step <= entries,
                text,
                () -> "must be between 1 and the number of entries, " + Amount.ofCount(entries));
        return step;
    }

    private static double until(String text) {
        double percent = text.equals("none") ? 0 : Double.parseDouble(text.replaceFirst("%$", ""));
        boolean fine = text.equals("none") || (text.endsWith("%") && percent >= 0.1 && percent <= 50);
        require(fine, text, "must be between 0.1% and 50%");
        return percent / 100;
    }

    private static long memory(String text, Values before) {
        long bytes = text.equals("none") ? 0 : Amount.bytes(text);
        require(
                text.equals("none") || bytes >= MIN_MEMORY,
                text,
                () -> "must be " + Amount.ofBytes(MIN_MEMORY)
                        + " or more, most of which a Java process takes for itself");
        return bytes;
    }

    private static long cache(String text, Values before) {
        if (text.equals("share") && before.get(MEMORY) > 0) {
            return SHARE;
        }
        long bytes = Amount.bytes(text);
        require(bytes >= MIN_CACHE, text, "must be 1m or more");
        return bytes;
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
        return TABLE.values().stream().filter(parameter -> !parameter.ofRun).toList();
    }

    /** Those that a dataset follows from, and the cache that it is loaded and verified with. */
    public static List<Parameter<?>> ofDatasets() {
        return List.of(ENGINES, ENTRIES, KEY_BYTES, VALUE_BYTES, COMPRESSIBILITY, LOADED, CHURN, SEED, CACHE);
    }

    /** Those of a run as a whole, in the order of the table. */
    public static List<Parameter<?>> ofRuns() {
        return TABLE.values().stream().filter(parameter -> parameter.ofRun).toList();
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

    /** The name in suites and records, and on the command line after two dashes. */
    @Override
    public String toString() {
        return name;
    }

    /** The name of JMH's parameter; null where JMH has none. */
    public String jmhName() {
        return jmhName;
    }

    /** Whether JMH is given this parameter for a workload. */
    public boolean isGivenTo(Workload workload, Values values) {
        return jmhName != null && about.test(workload, values.text(MIX)) && !isOmitted(values);
    }

    /** {@code batches of 1k}: a parameter by its JMH name, as people read it. */
    public static String caption(String jmhName, String text) {
        return TABLE.values().stream()
                .filter(parameter -> jmhName.equals(parameter.jmhName))
                .findFirst()
                .map(parameter -> parameter.caption.apply(text))
                .orElseGet(() -> ParameterText.words(jmhName) + " " + text);
    }

    /** {@code batches of 1k, cache of 4 MiB}: all of {@code parameters}, by their JMH names, in their order. */
    public static String caption(Map<String, String> parameters) {
        return parameters.entrySet().stream()
                .map(entry -> caption(entry.getKey(), entry.getValue()))
                .collect(Collectors.joining(", "));
    }

    /** Whether a caption of {@code workload} tells this parameter, with {@code parameters} by their JMH names. */
    public boolean isTold(Workload workload, Map<String, String> parameters) {
        if (told == Told.NEVER || !parameters.containsKey(jmhName)) {
            return false;
        }
        boolean usual = told == Told.UNLESS_DEFAULT && parameters.get(jmhName).equals(fallback(null));
        return !usual && about.test(workload, parameters.getOrDefault(MIX.jmhName, MIX.fallback(null)));
    }

    /** Whether its value goes without saying. */
    boolean isOmitted(Values values) {
        return optional && values.get(this).equals(parser.parse(fallback(values), values));
    }

    /** Whether it takes several values. */
    public boolean isList() {
        return list;
    }

    /** Whether it is a word without a value on the command line. */
    public boolean isFlag() {
        return valueLabel.isEmpty();
    }

    /** What stands for a value in help texts. */
    public String valueLabel() {
        return valueLabel;
    }

    /** One line of help, with percent signs doubled. */
    public String description() {
        return description;
    }

    /** The text of the value where nothing was said; several are separated by blanks. */
    String fallback(Values before) {
        return fallback.apply(before);
    }

    T parse(String text, Values before) {
        try {
            return parser.parse(text, before);
        } catch (NumberFormatException notNumber) {
            throw new ParameterException(this, text, "'" + text + "' is not a number", notNumber);
        } catch (IllegalArgumentException wrong) {
            throw new ParameterException(this, text, wrong.getMessage(), wrong);
        }
    }

    /** The text of a value, which {@link #parse} reads again. */
    String text(Object value) {
        @SuppressWarnings("unchecked") // only a value of this parameter gets here
        T own = (T) value;
        return printer.apply(own);
    }
}
