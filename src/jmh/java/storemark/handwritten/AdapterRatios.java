package storemark.handwritten;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import org.apache.commons.math3.stat.StatUtils;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import storemark.dataset.DatasetSpec;
import storemark.dataset.OpenOptions;
import storemark.dataset.Scratch;
import storemark.engine.Durability;
import storemark.engine.EngineSpec;
import storemark.engine.Records;
import storemark.engine.StoreSpec;
import storemark.engine.Unavailable;
import storemark.engines.Engines;
import storemark.run.ForkFlags;
import storemark.run.TemporaryFolder;
import storemark.statistics.Ratio;
import storemark.text.Amount;

/**
 * Compares each engine's adapter with the same work written by hand on its library, and prints a table. Both run in
 * processes of their own, in turns, because one that ran both would compile neither as it is used, and because on a machine
 * whose speed drifts only neighbours in time can be compared.
 *
 * <pre>scripts/adapter-ratios.sh</pre>
 */
@Command(
        name = "adapter-ratios",
        mixinStandardHelpOptions = true,
        description = "Compares adapters with loops written by hand.")
final class AdapterRatios implements Callable<Integer> {
    /** A file takes an inode and a block, so fewer. */
    private static final long MOST_FILES = 50_000;

    /** What all stores hold: keys of 8 bytes, values of 100. */
    static final Records RECORDS = new Records(1, Long.BYTES, 100, 100, 0.0);

    @Parameters(
            description = "engines, with profiles or settings if asked for; all when none is named",
            paramLabel = "ENGINE")
    private List<String> engines = new ArrayList<>();

    @Option(
            names = "--against",
            description = "measure against the adapter of this engine, not against the loop by hand")
    private String against;

    @Option(
            names = "--c-loops",
            description = "measure against the C programs in this folder, which scripts/c-ratios.sh builds")
    private Path programs;

    @Option(
            names = "--workloads",
            split = ",",
            defaultValue = "load,insert,read,scan,update",
            description = "each in processes of its own (${DEFAULT-VALUE}; walk is a long scan)")
    private List<String> workloads;

    @Option(names = "--durability", defaultValue = "process", description = "of both (${DEFAULT-VALUE})")
    private Durability durability;

    @Option(names = "--entries", description = "records in a store (${DEFAULT-VALUE})")
    private long entries = 500_000;

    @Option(names = "--turns", description = "how often each side is measured (${DEFAULT-VALUE})")
    private int turns = 5;

    @Option(names = "--millis", description = "time to warm up, and to measure, each workload (${DEFAULT-VALUE})")
    private long millis = 1000;

    @Option(names = "--cache-mib", description = "an engine's own cache (${DEFAULT-VALUE})")
    private long cacheMib = 256;

    @Option(names = "--dir", description = "where stores are made (${DEFAULT-VALUE})")
    private Path folder = Path.of("target", "adapter-ratios");

    /** What a fork printed of a workload. */
    private record Rates(double cpu, double wall, double allocated) {}

    /** The turns of a workload, in order: through the adapter, and by hand. */
    private record Turns(List<Rates> adapter, List<Rates> hand) {
        Turns() {
            this(new ArrayList<>(), new ArrayList<>());
        }

        String ratio(ToDoubleFunction<Rates> rate) {
            Ratio ratio = Ratio.paired(rates(adapter, rate), rates(hand, rate));
            return String.format(Locale.ROOT, "**%.2f** (%.2f to %.2f)", ratio.median(), ratio.low(), ratio.high());
        }

        private static List<double[]> rates(List<Rates> turns, ToDoubleFunction<Rates> rate) {
            return turns.stream()
                    .map(turn -> new double[] {rate.applyAsDouble(turn)})
                    .toList();
        }
    }

    public static void main(String[] args) {
        CommandLine line = new CommandLine(new AdapterRatios())
                .registerConverter(long.class, Amount::count)
                .setCaseInsensitiveEnumValuesAllowed(true);
        System.exit(line.execute(args));
    }

    /** A store in {@code directory} as the harness would open it for one thread. */
    static StoreSpec spec(
            EngineSpec engine, Path directory, Durability durability, long entries, long cacheBytes, boolean create) {
        return DatasetSpec.of(Engines.load().of(engine), engine, RECORDS, entries, null)
                .storeSpec(directory, create, new OpenOptions(durability, cacheBytes, 1, 0));
    }

    @Override
    public Integer call() throws Exception {
        Files.createDirectories(folder);
        System.out.println("""
                | engine | workload | adapter, op/s | other | ratio (95% interval) | of CPU rates | adapter, B/op | other |
                |---|---|--:|--:|---|---|--:|--:|""");
        for (String name : engines.isEmpty() ? all() : engines) {
            EngineSpec engine = EngineSpec.parse(name);
            try {
                Engines.load().of(engine).version();
                print(name, measure(engine));
            } catch (Unavailable missing) {
                System.err.println(name + " is left out: " + missing.getMessage());
            }
        }
        return 0;
    }

    /** Every engine with loops of the kind that is measured against. */
    private Collection<String> all() {
        Collection<String> names = new TreeSet<>(LoopsFork.BY_HAND.keySet());
        names.removeIf(name -> programs != null && !Files.isExecutable(programs.resolve(name)));
        return names;
    }

    private Map<String, Turns> measure(EngineSpec engine) throws IOException, InterruptedException {
        Map<String, Turns> measured = new LinkedHashMap<>();
        for (String workload : workloads) {
            if (LoopsFork.can(engine, workload)) {
                Turns seen = new Turns();
                for (int turn = 0; turn < turns; turn++) {
                    boolean adapterFirst = turn % 2 == 0;
                    fork(engine, workload, adapterFirst, seen);
                    fork(engine, workload, !adapterFirst, seen);
                }
                measured.put(workload, seen);
            }
        }
        return measured;
    }

    private void fork(EngineSpec named, String workload, boolean adapter, Turns measured)
            throws IOException, InterruptedException {
        if (programs != null && !adapter) {
            program(named, workload, measured);
            return;
        }
        EngineSpec engine = adapter || against == null ? named : EngineSpec.parse(against);
        boolean files = engine.name().startsWith("files");
        long count = files ? Math.min(entries, MOST_FILES) : entries;
        StoreSpec spec = spec(engine, folder, durability, count, cacheMib << 20, true);
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(ForkFlags.measuring(Engines.load().of(engine).heapBytes(spec)));
        command.addAll(TemporaryFolder.flags());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), LoopsFork.class.getName()));
        boolean byHand = !adapter && against == null;
        command.addAll(List.of(engine.toString(), byHand ? "hand" : "adapter", folder.toString(), durability.name()));
        command.addAll(List.of(Long.toString(count), Long.toString(spec.cacheBytes()), Long.toString(millis)));
        command.add(workload);
        run(command, workload, adapter, measured);
    }

    /** The loops in C have the same arguments but the first two, and a folder that is theirs. */
    private void program(EngineSpec engine, String workload, Turns measured) throws IOException, InterruptedException {
        try (Scratch scratch = Scratch.create(folder, "loops")) {
            List<String> command =
                    new ArrayList<>(List.of(programs.resolve(engine.name()).toString()));
            command.addAll(List.of(scratch.path().toString(), durability.name(), Long.toString(entries)));
            command.addAll(List.of(Long.toString(cacheMib << 20), Long.toString(millis), workload));
            run(command, workload, false, measured);
        }
    }

    /** Programs in C measure loads beside what they are asked for, which is left out. */
    private static void run(List<String> command, String workload, boolean adapter, Turns measured)
            throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] words = line.split(" ", -1);
                if (words[0].equals(workload)) {
                    (adapter ? measured.adapter() : measured.hand())
                            .add(new Rates(
                                    Double.parseDouble(words[1]),
                                    Double.parseDouble(words[2]),
                                    Double.parseDouble(words[3])));
                }
            }
        }
        if (process.waitFor() != 0) {
            throw new IOException(String.join(" ", command) + " ended with code " + process.exitValue());
        }
    }

    private static void print(String engine, Map<String, Turns> measured) {
        measured.forEach((workload, turns) -> {
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %s | %,.0f | %,.0f | %s | %s | %.0f | %.0f |%n",
                    engine,
                    workload,
                    median(turns.adapter(), Rates::wall),
                    median(turns.hand(), Rates::wall),
                    turns.ratio(Rates::wall),
                    turns.ratio(Rates::cpu),
                    median(turns.adapter(), Rates::allocated),
                    median(turns.hand(), Rates::allocated));
        });
    }

    private static double median(List<Rates> turns, ToDoubleFunction<Rates> what) {
        return StatUtils.percentile(turns.stream().mapToDouble(what).toArray(), 50);
    }
}
