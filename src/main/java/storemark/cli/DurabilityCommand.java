package storemark.cli;

import static storemark.parameter.Parameters.ENGINES;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import storemark.durability.DurabilityTest;
import storemark.durability.FileSystem;
import storemark.durability.Subject;
import storemark.durability.WorkFolder;
import storemark.engine.Durability;
import storemark.engine.Engine;
import storemark.engine.EngineSpec;
import storemark.engines.Engines;
import storemark.fork.ForkPlan;
import storemark.report.DeviceWorkCharts;
import storemark.results.DurabilityFile;
import storemark.results.Outcome;
import storemark.results.Outcome.Broken;
import storemark.results.Outcome.State;
import storemark.run.Console;
import storemark.run.EngineVersions;
import storemark.suite.Settings;

/** {@code durability}: cuts stores while they are written to, and counts what survives. */
@Command(
        name = "durability",
        description =
                "Interrupts stores during writes, by SIGKILL (process) or by a power cut on a recorded device (power),"
                        + " opens them again and counts what is missing. Exit code 1 if a promise is broken.")
final class DurabilityCommand implements Callable<Integer> {
    @Option(
            names = "--engines",
            paramLabel = "SPEC,...",
            description = "engine specifications (default: all, with all profiles)")
    private String engines;

    @Option(names = "--levels", split = ",", paramLabel = "LEVEL", description = "process, power (default: both)")
    private List<Durability> levels = List.of(Durability.PROCESS, Durability.POWER);

    @Option(
            names = "--cuts",
            paramLabel = "N",
            description =
                    "number of cuts for each engine and level; 0 counts device work only; 96 at power include all kinds of writers"
                            + " (default: ${DEFAULT-VALUE})")
    private int cuts = 24;

    @Option(
            names = "--first",
            paramLabel = "N",
            description =
                    "number of the first cut; with --add, the number of cuts that are there (default: ${DEFAULT-VALUE})")
    private int first;

    @Option(names = "--cut", paramLabel = "N", description = "make this cut alone; with --seed it repeats one")
    private Integer only;

    @Option(names = "--seed", paramLabel = "N", description = "seed of scripts and cuts (default: ${DEFAULT-VALUE})")
    private long seed = 1;

    @Option(
            names = "--limit",
            paramLabel = "SECONDS",
            description = "time to open and read a store (default: ${DEFAULT-VALUE})")
    private int limit = 60;

    @Option(
            names = "--file-system",
            paramLabel = "NAME",
            description = "ext4 or xfs, of the device that is cut at power (default: ${DEFAULT-VALUE})")
    private FileSystem fileSystem = FileSystem.EXT4;

    @Option(
            names = "--power-cut-process",
            description = "control: cut power under stores opened with durability process; they must lose commits")
    private boolean control;

    @Option(names = "--quick", description = "short recordings, and device work of single commits only")
    private boolean quick;

    @Option(names = "--dir", paramLabel = "PATH", description = "where stores are (default: ${DEFAULT-VALUE})")
    private Path directory = ForkPlan.DIRECTORY;

    @Option(
            names = "--results",
            paramLabel = "DIR",
            description = "folder for durability.json (default: ${DEFAULT-VALUE})")
    private Path results = Path.of("results", "durability");

    @Option(names = "--add", description = "add to the durability.json in --results, made with the same --seed")
    private boolean add;

    @Option(names = "--markdown", description = "print the table of the durability.json in --results, and cut nothing")
    private boolean markdown;

    @Option(
            names = "--charts",
            paramLabel = "DIR",
            description = "draw device work of the durability.json in --results into this folder, and cut nothing")
    private Path charts;

    private final Console console = Console.standard();

    @Override
    public Integer call() throws IOException, InterruptedException {
        Path file = results.resolve(DurabilityFile.NAME);
        if (markdown) {
            System.out.print(DurabilityFile.read(file).markdown());
            return 0;
        }
        if (charts != null) {
            DeviceWorkCharts.draw(file, charts);
            return 0;
        }
        int from = only == null ? first : only;
        int end = only == null ? first + cuts : only + 1;
        if (from < 0 || end < from || limit < 1) {
            throw Failure.usage("--limit must be at least 1, --cuts, --first and --cut at least 0");
        }
        if (levels.isEmpty() || levels.contains(Durability.NONE)) {
            throw Failure.usage("--levels: must be process or power, because none promises nothing");
        }
        if (control && (add || !levels.equals(List.of(Durability.POWER)))) {
            throw Failure.usage(
                    "--power-cut-process needs --levels power and no --add: losses of a control must not count as an engine's");
        }
        if (quick && add) {
            throw Failure.usage("--quick and --add: cuts of short recordings must not count as others: leave one out");
        }
        if (!add && Files.exists(file)) {
            throw Failure.refused(file + " exists: use --add to add to it, or choose another --results");
        }
        Files.createDirectories(results);
        Engines found = Engines.load();
        List<EngineSpec> specs = specs(found).stream().distinct().toList();
        EngineVersions versions =
                EngineVersions.ask(specs.stream().map(found::of).distinct().toList());
        DurabilityFile all = add && Files.exists(file) ? DurabilityFile.read(file) : DurabilityFile.empty(seed);
        all.refuseOther(seed);
        if (from < end) {
            all.outcomes().stream()
                    .filter(there -> specs.stream().anyMatch(spec -> isOf(there, spec, found.of(spec), versions)))
                    .forEach(there -> refuseAgain(there, from));
        }
        List<Outcome> outcomes = new ArrayList<>();
        try (WorkFolder work = WorkFolder.create(directory)) {
            DurabilityTest test =
                    new DurabilityTest(work, seed, from, end, Duration.ofSeconds(limit), quick, fileSystem, console);
            for (EngineSpec spec : specs) {
                for (Durability level : EnumSet.copyOf(levels)) {
                    Subject subject = new Subject(spec, found.of(spec), control ? Durability.PROCESS : level);
                    Outcome outcome = test.test(subject, level == Durability.POWER, versions);
                    print(outcome);
                    outcomes.add(outcome);
                    all = all.with(seed, outcome);
                    all.write(file);
                }
            }
        }
        console.line(file.toString());
        if (outcomes.stream()
                .allMatch(outcome -> outcome.cuts() == 0 && outcome.work().isEmpty())) {
            return Failure.REFUSED;
        }
        return outcomes.stream().anyMatch(outcome -> outcome.state() == State.NOT_KEPT || outcome.brokeOff())
                ? Failure.SOME_FAILED
                : 0;
    }

    /** Whether {@code there} is of {@code spec} in the version that is here; another version has a row of its own. */
    private static boolean isOf(Outcome there, EngineSpec spec, Engine engine, EngineVersions versions) {
        String version = versions.find(engine, spec.profiles(engine.traits())).version();
        return spec.toString().equals(there.engine()) && Objects.equals(version, there.version());
    }

    /** The same number is the same cut of the same script: it must not count twice. */
    private void refuseAgain(Outcome there, int from) {
        if (there.cuts() == 0
                || levels.stream().noneMatch(level -> there.where().equals(where(level)))) {
            return;
        }
        String has = there.engine() + " at " + there.where() + " has " + there.cuts() + " cuts";
        if (there.reason() != null && there.level().equals(Durability.POWER.label())) {
            // The cuts of a recording are made in the order of their places, so those that are there have any numbers.
            throw Failure.refused(has + " and broke off, so some would count twice: choose another --results");
        }
        if (from != there.cuts()) {
            throw Failure.refused(
                    only == null
                            ? has + ": continue with --engines " + there.engine() + " --levels " + there.level()
                                    + " --first " + there.cuts()
                            : has + ": make a cut again without --add, in another --results");
        }
    }

    private String where(Durability level) {
        boolean other = level == Durability.POWER && fileSystem != FileSystem.EXT4;
        return level.label() + (other ? " on " + fileSystem : "");
    }

    private List<EngineSpec> specs(Engines all) {
        if (engines != null) {
            Settings settings = new Settings().set(ENGINES, List.of(engines));
            EngineNames.resolve(settings, all);
            List<EngineSpec> named = settings.values().get(ENGINES);
            if (named.stream().anyMatch(EngineSpec::isControl)) {
                throw Failure.usage("--engines: the control keeps no records: leave it out");
            }
            return named;
        }
        List<EngineSpec> specs = new ArrayList<>();
        for (Engine engine : all.all()) {
            if (!engine.traits().isControl()) {
                EngineSpec plain = EngineSpec.parse(engine.name());
                specs.add(plain);
                engine.traits().profiles().keySet().forEach(profile -> specs.add(plain.with(profile)));
            }
        }
        return specs;
    }

    private void print(Outcome outcome) {
        if (outcome.cuts() == 0 && !outcome.work().isEmpty()) {
            console.line(outcome.engine() + " at " + outcome.where() + ": device work counted");
            return;
        }
        String kept = outcome.cuts() == 0 ? "" : ", " + outcome.kept() + " of " + outcome.cuts() + " cuts kept";
        console.line(outcome.engine() + " at " + outcome.where() + ": " + outcome.state() + kept + ": "
                + DurabilityFile.found(outcome));
        for (Broken broken : outcome.broken()) {
            console.line("  --seed " + seed + " --cut " + broken.cut() + " (" + broken.kind() + "): " + broken.first());
        }
    }
}
