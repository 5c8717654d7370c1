package storemark.handwritten;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import storemark.engine.Durability;
import storemark.engine.Engine;
import storemark.engine.EngineSpec;
import storemark.engine.Records;
import storemark.engine.StoreSpec;
import storemark.engine.Target;
import storemark.engine.Unavailable;
import storemark.engines.Engines;
import storemark.run.ForkFlags;
import storemark.run.TemporaryFolder;
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

    @Parameters(description = "engines; all when none is named", paramLabel = "ENGINE")
    private List<String> engines = new ArrayList<>();

    @Option(names = "--workloads", split = ",", defaultValue = "read,scan,update", description = "beside load (all)")
    private List<String> workloads;

    @Option(names = "--entries", description = "records in a store (${DEFAULT-VALUE})")
    private long entries = 500_000;

    @Option(names = "--turns", description = "how often each side is measured (${DEFAULT-VALUE})")
    private int turns = 3;

    @Option(names = "--millis", description = "time to warm up, and to measure, each workload (${DEFAULT-VALUE})")
    private long millis = 1500;

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

        List<Double> ratios(ToDoubleFunction<Rates> rate) {
            List<Double> ratios = new ArrayList<>();
            for (int turn = 0; turn < adapter.size(); turn++) {
                ratios.add(rate.applyAsDouble(adapter.get(turn)) / rate.applyAsDouble(hand.get(turn)));
            }
            ratios.sort(null);
            return ratios;
        }
    }

    public static void main(String[] args) {
        CommandLine line = new CommandLine(new AdapterRatios()).registerConverter(long.class, Amount::count);
        System.exit(line.execute(args));
    }

    /** A store in {@code directory} as the harness would open it for one thread. */
    static StoreSpec spec(Records records, Path directory, long entries, long cacheBytes, boolean create) {
        Target target = Target.directory(directory);
        return new StoreSpec(target, Durability.NONE, records, entries, cacheBytes, 1, create, Set.of(), Map.of());
    }

    @Override
    public Integer call() throws Exception {
        Files.createDirectories(folder);
        System.out.println("""
                | engine | workload | adapter, op/s of CPU | by hand | ratio of CPU rates | range | of wall rates \
                | adapter, B/op | by hand |
                |---|---|--:|--:|--:|---|--:|--:|--:|""");
        for (String name : engines.isEmpty() ? new TreeSet<>(Loops.BY_HAND.keySet()) : engines) {
            Engine engine = Engines.load().of(EngineSpec.parse(name));
            try {
                engine.version();
                print(name, measure(engine));
            } catch (Unavailable missing) {
                System.err.println(name + " is left out: " + missing.getMessage());
            }
        }
        return 0;
    }

    private Map<String, Turns> measure(Engine engine) throws IOException, InterruptedException {
        Map<String, Turns> measured = new TreeMap<>();
        for (int turn = 0; turn < turns; turn++) {
            boolean adapterFirst = turn % 2 == 0;
            fork(engine, adapterFirst, measured);
            fork(engine, !adapterFirst, measured);
        }
        return measured;
    }

    private void fork(Engine engine, boolean adapter, Map<String, Turns> measured)
            throws IOException, InterruptedException {
        boolean files = engine.name().startsWith("files");
        long count = files ? Math.min(entries, MOST_FILES) : entries;
        StoreSpec spec = spec(new Records(1, Long.BYTES, 100, 100, 0.0), folder, count, cacheMib << 20, true);
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(ForkFlags.measuring(engine.heapBytes(spec)));
        command.addAll(TemporaryFolder.flags());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), LoopsFork.class.getName()));
        command.addAll(List.of(engine.name(), adapter ? "adapter" : "hand", folder.toString()));
        command.addAll(List.of(Long.toString(count), Long.toString(spec.cacheBytes()), Long.toString(millis)));
        command.add(String.join(",", workloads));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] words = line.split(" ", -1);
                if (words.length == 4) {
                    Turns seen = measured.computeIfAbsent(words[0], workload -> new Turns());
                    (adapter ? seen.adapter() : seen.hand())
                            .add(new Rates(
                                    Double.parseDouble(words[1]),
                                    Double.parseDouble(words[2]),
                                    Double.parseDouble(words[3])));
                }
            }
        }
        if (process.waitFor() != 0) {
            throw new IOException("the fork of " + engine.name() + " ended with code " + process.exitValue());
        }
    }

    private static void print(String engine, Map<String, Turns> measured) {
        measured.forEach((workload, turns) -> {
            List<Double> cpu = turns.ratios(Rates::cpu);
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %s | %,.0f | %,.0f | **%.2f** | %.2f to %.2f | %.2f | %.0f | %.0f |%n",
                    engine,
                    workload,
                    median(turns.adapter(), Rates::cpu),
                    median(turns.hand(), Rates::cpu),
                    median(cpu),
                    cpu.get(0),
                    cpu.get(cpu.size() - 1),
                    median(turns.ratios(Rates::wall)),
                    median(turns.adapter(), Rates::allocated),
                    median(turns.hand(), Rates::allocated));
        });
    }

    private static double median(List<Rates> turns, ToDoubleFunction<Rates> what) {
        return median(turns.stream().mapToDouble(what).sorted().boxed().toList());
    }

    private static double median(List<Double> sorted) {
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }
}
