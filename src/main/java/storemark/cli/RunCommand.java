package storemark.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;
import storemark.dataset.Device;
import storemark.engines.Engines;
import storemark.fork.ForkPlan;
import storemark.machine.BlockDevice;
import storemark.machine.HeapUse;
import storemark.machine.Machine;
import storemark.machine.Preflight;
import storemark.parameter.Parameter;
import storemark.parameter.Values;
import storemark.results.RunFile;
import storemark.results.RunFolder;
import storemark.results.RunPlan;
import storemark.run.Console;
import storemark.run.Cost;
import storemark.run.DiskNeeds;
import storemark.run.EngineVersions;
import storemark.run.ForkFlags;
import storemark.run.JmhLock;
import storemark.run.SuiteRun;
import storemark.run.Workspace;
import storemark.suite.Cell;
import storemark.suite.Settings;
import storemark.suite.Suite;
import storemark.suite.Suites;
import storemark.text.Amount;
import storemark.text.Printable;

/** {@code run}: measures a suite, or resumes a run that was interrupted. */
@Command(
        name = "run",
        description = "Measures a suite and ends with a report. Use --resume to continue an interrupted run.")
final class RunCommand implements Callable<Integer> {
    static final String ERASE =
            "let a device be erased that has held no store of ours: its size (4g) or serial, typed out";

    static final String PAGE_ONLY =
            "write report.html and results.csv, and leave out its charts as SVG and PNG, which 'report RUN' draws later";

    private static final DateTimeFormatter FOLDER_TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

    /** What is not in the plan of a run, and so may be given with {@code --resume}. */
    private static final List<String> BESIDE_RESUME =
            List.of("--dir", "--device", "--erase-device", "--dry-run", "--page-only", "--stacktrace", "--verbose");

    @Spec
    private CommandSpec spec;

    @Parameters(arity = "0..1", paramLabel = "SUITE|FILE", description = "a suite's name or file (default: quick)")
    private String suiteName;

    @Option(
            names = "--scale",
            paramLabel = "F",
            description = "all numbers of entries times F: 0.01 for a first look, 10 to go past the memory")
    private Double scale;

    @Option(names = "--dir", paramLabel = "PATH", description = "where stores are (default: ${DEFAULT-VALUE})")
    private Path directory = ForkPlan.DIRECTORY;

    @Option(names = "--results", paramLabel = "DIR", description = "the run's folder (default: results/TIME-SUITE)")
    private Path results;

    @Option(
            names = "--resume",
            paramLabel = "RUN",
            description = "continue the interrupted run in this folder, with the options that it was started with")
    private Path resume;

    @Option(names = "--memory-advisory", description = "go on where --memory cannot be enforced; the report says so")
    private boolean memoryAdvisory;

    @Option(names = "--dry-run", description = "show cells, time and disk needed, and measure nothing")
    private boolean dryRun;

    @Option(names = "--page-only", description = PAGE_ONLY)
    private boolean pageOnly;

    @Mixin
    private TargetOptions targets = new TargetOptions();

    @Option(names = "--erase-device", paramLabel = "SIZE|SERIAL", description = ERASE)
    private String eraseDevice;

    private Settings settings;

    /** Those of a run as a whole: of the new one, or of the one that is resumed. */
    private Values options;

    @Override
    public Integer call() throws Exception {
        Engines engines = Engines.load();
        return resume == null ? start(engines) : resume(engines);
    }

    private int start(Engines engines) throws Exception {
        settings = ParameterOptions.given(spec);
        EngineNames.resolve(settings, engines);
        options = settings.valuesOfRun();
        Suite suite = Suites.read(suiteName == null ? "quick" : suiteName);
        Published.check(suite);
        for (Settings group : suite.groups()) {
            EngineNames.resolve(group, engines);
        }
        Suite merged = scaled(suite).with(settings);
        Suite asked = merged.withGroups(targets.place(targets.possible(merged.groups())));
        EngineVersions versions = versions(asked, engines);
        Workspace workspace =
                new Workspace(directory, targets.device(), engines::of, versions, options.get(Parameter.IN_PLACE));
        List<Cell> cells = workspace.order(workspace.divide(asked.cells()), options);
        if (dryRun) {
            System.out.print(Printable.of(Cost.table(cells, workspace, options, null)));
            return 0;
        }
        try (JmhLock lock = JmhLock.take()) {
            List<String> warnings = preflight(cells, workspace);
            BlockDevice device = takeDevice(cells, workspace, null);
            String advice = MemoryLimit.advice(cells, memoryAdvisory);
            List<RunFile.EngineEntry> entries = RunDescription.engines(cells, engines, versions, workspace);
            RunFolder folder = create(asked, cells, entries, advice, device);
            folder.warn(warnings);
            return measure(cells, workspace, folder, advice != null);
        }
    }

    private static EngineVersions versions(Suite suite, Engines engines) throws IOException, InterruptedException {
        return EngineVersions.ask(suite.cells().stream()
                .map(Cell::engine)
                .map(engines::of)
                .collect(Collectors.toCollection(LinkedHashSet::new)));
    }

    private Suite scaled(Suite suite) {
        if (scale == null) {
            return suite;
        }
        if (!(scale > 0 && scale <= 1e6) || settings.get(Parameter.ENTRIES) != null) {
            throw new Failure(
                    Failure.USAGE,
                    "--scale " + scale + ": must be above 0 and at most 1000000, and not together with --entries");
        }
        return suite.scaled(scale);
    }

    private RunFolder create(
            Suite asked, List<Cell> cells, List<RunFile.EngineEntry> engines, String advice, BlockDevice device)
            throws IOException {
        Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        Path path = results == null ? Path.of("results", FOLDER_TIME.format(now) + "-" + asked.name()) : results;
        Map<String, String> inForce = RunDescription.options(cells, options);
        MemoryLimit.record(inForce, advice);
        RunFile file = new RunFile(
                asked.name(),
                asked.reproduces(),
                now.toString(),
                Version.withBuild(),
                inForce,
                engines,
                cells.stream().map(Cell::entry).toList());
        List<Map<String, String>> groups =
                asked.groups().stream().map(Settings::toMap).toList();
        Map<String, Map<String, Object>> machine = Machine.describe(directory, ForkFlags.published());
        if (device != null) {
            machine.put("device", Machine.describe(device));
        }
        Map<String, String> kept = options.describe();
        kept.put(DataDirectory.OPTION, DataDirectory.mark(directory));
        return RunFolder.create(path, file, machine, new RunPlan(asked.name(), groups, kept));
    }

    private void refuseBesideResume() {
        ParseResult given = spec.commandLine().getParseResult();
        List<String> refused = new ArrayList<>();
        given.matchedPositionals().forEach(suite -> refused.add("a suite"));
        given.matchedOptions().stream()
                .map(OptionSpec::longestName)
                .filter(name -> !name.equals("--resume") && !BESIDE_RESUME.contains(name))
                .forEach(refused::add);
        if (!refused.isEmpty()) {
            throw new Failure(
                    Failure.USAGE,
                    String.join(", ", refused) + " cannot be given with --resume: a run keeps what it was started with;"
                            + " only " + String.join(", ", BESIDE_RESUME) + " can");
        }
    }

    private int resume(Engines engines) throws Exception {
        refuseBesideResume();
        RunFolder folder = RunFolder.open(resume);
        RunPlan plan = folder.plan();
        Suite suite = new Suite(
                plan.suite(), "", plan.groups().stream().map(Settings::ofMap).toList());
        DataDirectory.refuseOther(plan, directory, resume);
        options = Settings.ofMap(DataDirectory.without(plan.options())).valuesOfRun();
        EngineVersions versions = versions(suite, engines);
        Workspace workspace =
                new Workspace(directory, targets.device(), engines::of, versions, options.get(Parameter.IN_PLACE));
        List<Cell> cells = workspace.order(workspace.divide(suite.cells()), options);
        if (targets.device() != null
                && cells.stream().noneMatch(cell -> cell.engine().onDevice())) {
            throw new Failure(Failure.USAGE, "--device, but " + resume + " has no series on a device");
        }
        ResumeCheck.refuseOtherVersions(folder, cells, engines, versions, workspace);
        ResumeCheck.refuseOtherMachine(folder, directory);
        if (dryRun) {
            System.out.print(Printable.of(Cost.table(left(cells, folder), workspace, options, resume)));
            return 0;
        }
        try (JmhLock lock = JmhLock.take()) {
            List<String> warnings = preflight(left(cells, folder), workspace);
            takeDevice(left(cells, folder), workspace, folder);
            boolean advisory = MemoryLimit.wasAdvisory(folder, left(cells, folder));
            folder.warn(warnings);
            return measure(cells, workspace, folder, advisory);
        }
    }

    private static List<Cell> left(List<Cell> cells, RunFolder folder) {
        return cells.stream()
                .filter(cell -> folder.state(cell.id()) != RunFile.State.DONE)
                .toList();
    }

    private List<String> preflight(List<Cell> cells, Workspace workspace) throws IOException {
        workspace.sweep(); // what a killed run has left takes space that is there
        for (Path path : workspace.foreignFolders()) {
            Console.standard()
                    .line("note: " + path
                            + " is not known to be made by Storemark, so it is left alone: delete it yourself if"
                            + " it is of no use");
        }
        int threads = cells.stream().mapToInt(Cell::threads).max().orElse(1);
        Path device = cells.stream().anyMatch(workspace::usesDevice) ? targets.device() : null;
        long bytes = DiskNeeds.peak(cells, workspace, options, resume);
        return Findings.act(new Preflight.Plan(directory, bytes, threads, MemoryLimit.largest(cells), device));
    }

    /**
     * Takes the device for what is to be measured on it.
     *
     * @param before the run that goes on, or null for a new one
     * @return what is found about the device, for the run's record; null where nothing is put on one
     */
    private BlockDevice takeDevice(List<Cell> cells, Workspace workspace, RunFolder before) throws IOException {
        if (eraseDevice != null
                && cells.stream().noneMatch(cell -> cell.engine().onDevice())) {
            throw new Failure(Failure.USAGE, "--erase-device, but no series is on a device: name it by --device");
        }
        if (cells.stream().noneMatch(workspace::usesDevice)) {
            return null;
        }
        if (before != null) {
            ResumeCheck.refuseOtherDevice(before, new Device(targets.device()).check(eraseDevice, directory));
        }
        return targets.take(directory, eraseDevice, DiskNeeds.onDevice(cells, workspace));
    }

    private int measure(List<Cell> cells, Workspace workspace, RunFolder folder, boolean advisory)
            throws IOException, InterruptedException {
        System.out.printf(
                "%d of %d cells to measure, about %s; results: %s%n",
                left(cells, folder).size(),
                cells.size(),
                Console.time(Cost.seconds(left(cells, folder), workspace)),
                folder.path());
        SuiteRun run = new SuiteRun(cells, workspace, folder, Console.standard(), options, advisory);
        boolean sound = run.run();
        System.out.println("heap in use by this process: " + Amount.ofBytes(HeapUse.afterCollection()));
        // Read again: the report is drawn from what is kept, so that it can be drawn the same at any time.
        ReportCommand.write(List.of(folder.path()), folder.path(), !pageOnly);
        if (run.ranOutOfSpace()) {
            throw new Failure(
                    Failure.REFUSED,
                    "no space is left below " + directory + " for the cells to come: free space, then go on with: run"
                            + " --resume " + folder.path() + " --dir " + directory);
        }
        return sound ? 0 : Failure.SOME_FAILED;
    }
}
