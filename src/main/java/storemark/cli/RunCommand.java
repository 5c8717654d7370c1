package storemark.cli;

import static storemark.parameter.Parameters.ENTRIES;
import static storemark.parameter.Parameters.UNTIL;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import storemark.dataset.Device;
import storemark.engines.Engines;
import storemark.machine.BlockDevice;
import storemark.machine.Machine;
import storemark.machine.Preflight;
import storemark.machine.ProcessUsage;
import storemark.results.RunFolder;
import storemark.results.RunLock;
import storemark.results.RunPlan;
import storemark.results.Shard;
import storemark.run.Console;
import storemark.run.Cost;
import storemark.run.DiskNeeds;
import storemark.run.ForkFlags;
import storemark.run.JmhLock;
import storemark.run.SuiteRun;
import storemark.run.TemporaryFolder;
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
            "allow erasing a device that has held no store of this --dir: type its size (4g) or its serial number";

    static final String PAGE_ONLY =
            "write report.html and results.csv only; 'report RUN' draws the SVG and PNG charts later";

    @Spec
    private CommandSpec spec;

    @Parameters(arity = "0..1", paramLabel = "SUITE|FILE", description = "a suite's name or file (default: quick)")
    private String suiteName = "quick";

    @Option(
            names = "--scale",
            paramLabel = "F",
            description = "multiply the entries of every group by F: 0.01 for a first look, 10 for more data")
    private Double scale;

    @Option(names = "--results", paramLabel = "DIR", description = "the run's folder (default: results/TIME-SUITE)")
    private Path results;

    @Option(
            names = "--resume",
            paramLabel = "RUN",
            description = "continue the interrupted run in this folder, with the options that it was started with")
    private Path resume;

    @Option(names = "--memory-advisory", description = "run also where --memory cannot be enforced; the report says so")
    private boolean memoryAdvisory;

    @Option(
            names = "--dry-run",
            description = "check all values, show the time and disk needed, and measure nothing; --verbose: each cell")
    private boolean dryRun;

    @Option(names = "--page-only", description = PAGE_ONLY)
    private boolean pageOnly;

    @Mixin
    private TargetOptions targets = new TargetOptions();

    @Mixin
    private ShardOptions sharding = new ShardOptions();

    @Option(names = "--erase-device", paramLabel = "SIZE|SERIAL", description = ERASE)
    private String eraseDevice;

    private Engines engines;
    private PlannedRun planned;

    @Override
    public Integer call() throws Exception {
        engines = Engines.load();
        return resume == null ? start() : resume();
    }

    private int start() throws Exception {
        Settings said = ParameterOptions.given(spec, engines);
        Suite suite = Suites.read(suiteName);
        Published.check(suite);
        suite.groups().forEach(group -> EngineNames.resolve(group, engines));
        Suite merged = scaled(suite, said).with(said);
        Suite asked = merged.withGroups(targets.place(targets.possible(merged.groups())));
        ShardOptions.Part part = sharding.part();
        Suite whole = Until.withRepetitions(asked, said, said.valuesOfRun());
        ParameterOptions.refuseUnused(said, whole.cells()); // before a process is asked for versions
        planned = PlannedRun.of(whole, said, part, engines, targets);
        if (part != null && planned.options().get(UNTIL) > 0) {
            throw Failure.usage("--until and --shard: repetitions are added to whole runs; leave one of them out");
        }
        if (sharding.isPlanOnly()) {
            System.out.print(planned.shards().table());
            return 0;
        }
        Until.check(planned.cells(), planned.workspace(), planned.options());
        Until.note(planned.cells(), planned.workspace(), planned.options());
        if (dryRun) {
            return dryRun(planned.cells());
        }
        try (JmhLock lock = JmhLock.take()) {
            List<String> warnings = Findings.act(sweepAndPlan(planned.cells()));
            BlockDevice device = takeDevice(planned.cells(), null);
            String advice = MemoryLimit.advice(planned.cells(), memoryAdvisory);
            String name = planned.folderName(suite.name(), scale != null);
            RunFolder folder = create(asked, results == null ? Path.of("results", name) : results, advice, device);
            try (RunLock own = RunLock.take(folder.path())) {
                folder.warn(warnings);
                return measure(folder, advice != null);
            }
        }
    }

    private Suite scaled(Suite suite, Settings said) {
        if (scale == null) {
            return suite;
        }
        if (!(scale > 0 && scale <= 1e6) || said.get(ENTRIES) != null) {
            throw Failure.usage(
                    "--scale " + scale + ": must be above 0 and at most 1000000, and not together with --entries");
        }
        return suite.scaled(scale);
    }

    private RunFolder create(Suite asked, Path path, String advice, BlockDevice device) throws IOException {
        Map<String, Map<String, Object>> machine = Machine.describe(targets.directory(), ForkFlags.published());
        if (device != null) {
            machine.put("device", Machine.describe(device));
        }
        Shard shard = planned.part() == null
                ? null
                : planned.part().describe(planned.plan(), planned.shards(), spec, suiteName);
        return RunFolder.create(path, planned.file(asked, advice), machine, planned.kept(asked, targets, shard));
    }

    private int resume() throws Exception {
        ResumeCheck.refuseBeside(spec);
        RunFolder folder = RunFolder.open(resume);
        ResumeCheck.refuseMerged(folder);
        RunPlan kept = folder.plan();
        DataDirectory.refuseOther(kept, targets.directory(), resume);
        List<Settings> groups = kept.groups().stream().map(Settings::ofMap).toList();
        Shard shard = kept.shard();
        planned = PlannedRun.of(
                        new Suite(kept.suite(), "", groups),
                        Settings.ofMap(DataDirectory.without(kept.options())),
                        shard == null ? null : new ShardOptions.Part(shard.number(), shard.of()),
                        engines,
                        targets)
                .inOrderOf(folder);
        if (targets.device() != null && noneOnDevice(planned.cells())) {
            throw Failure.usage("--device: " + resume + " has no engine specification on a device: leave out --device");
        }
        ResumeCheck.refuseOtherVersions(folder, planned.describeEngines());
        ResumeCheck.refuseOtherMachine(folder, targets.directory());
        if (dryRun) {
            return dryRun(planned.left(folder));
        }
        try (JmhLock lock = JmhLock.take();
                RunLock own = RunLock.take(resume)) {
            folder = RunFolder.open(resume); // as the last one to hold the lock has left it
            List<String> warnings = Findings.act(sweepAndPlan(planned.left(folder)));
            takeDevice(planned.left(folder), folder);
            boolean advisory = MemoryLimit.wasAdvisory(folder, planned.left(folder));
            folder.warn(warnings);
            return measure(folder, advisory);
        }
    }

    private static boolean noneOnDevice(List<Cell> some) {
        return some.stream().noneMatch(cell -> cell.engine().onDevice());
    }

    /** Shows what {@code toMeasure} will take, and refuses it for settings, disk space, the folder of results and the device, as a run does. */
    private int dryRun(List<Cell> toMeasure) throws IOException {
        boolean each = spec.commandLine().getParseResult().hasMatchedOption("--verbose");
        System.out.print(Printable.of(Cost.table(toMeasure, planned.workspace(), planned.options(), resume, each)));
        TemporaryFolder.refuseLong();
        Findings.refuse(plan(toMeasure));
        if (resume == null && results != null) {
            RunFolder.refuseUsed(results);
        }
        if (toMeasure.stream().anyMatch(planned.workspace()::usesDevice)) {
            targets.check(eraseDevice, DiskNeeds.onDevice(toMeasure, planned.workspace()));
        }
        return 0;
    }

    private Preflight.Plan plan(List<Cell> toMeasure) throws IOException {
        int threads = mostThreads(toMeasure.stream()).orElse(1);
        int senders = mostThreads(toMeasure.stream().filter(cell -> cell.rate().isPlanned()))
                .orElse(0);
        Path device = toMeasure.stream().anyMatch(planned.workspace()::usesDevice) ? targets.device() : null;
        long bytes = DiskNeeds.peak(toMeasure, planned.workspace(), planned.options(), resume);
        long memory = MemoryLimit.largest(toMeasure);
        return new Preflight.Plan(targets.directory(), bytes, threads, senders, memory, device);
    }

    private static OptionalInt mostThreads(Stream<Cell> cells) {
        return cells.mapToInt(Cell::allThreads).max();
    }

    private Preflight.Plan sweepAndPlan(List<Cell> toMeasure) throws IOException {
        TemporaryFolder.refuseLong();
        planned.workspace().datasets().sweep(); // what a killed run has left takes space that is there
        for (Path path : planned.workspace().datasets().foreignFolders()) {
            Console.standard()
                    .line("note: " + path
                            + " is not known to be made by Storemark and is left alone: delete it yourself"
                            + " if it is not needed");
        }
        return plan(toMeasure);
    }

    /**
     * Takes the device for what is to be measured on it.
     *
     * @param before the run that is resumed, or null for a new one
     * @return what is found about the device, for the run's record; null where nothing is put on one
     */
    private BlockDevice takeDevice(List<Cell> toMeasure, RunFolder before) throws IOException {
        if (eraseDevice != null && noneOnDevice(toMeasure)) {
            throw Failure.usage("--erase-device: no engine specification is on a device: add --device PATH");
        }
        if (toMeasure.stream().noneMatch(planned.workspace()::usesDevice)) {
            return null;
        }
        if (before != null) {
            Device device = new Device(targets.device());
            ResumeCheck.refuseOtherDevice(before, device.check(eraseDevice, targets.directory()));
        }
        return targets.take(eraseDevice, DiskNeeds.onDevice(toMeasure, planned.workspace()));
    }

    private int measure(RunFolder folder, boolean advisory) throws IOException, InterruptedException {
        System.out.printf(
                "%d of %d cells to measure, about %s; results: %s%n",
                planned.left(folder).size(),
                planned.cells().size(),
                Console.time(Cost.seconds(planned.left(folder), planned.workspace())
                        + Cost.profilingSeconds(planned.cells(), planned.workspace(), planned.options())),
                folder.path());
        SuiteRun run = new SuiteRun(
                planned.cells(),
                planned.workspace(),
                folder,
                Console.standard(),
                planned.options(),
                advisory,
                new Until(folder, planned.cells(), planned.workspace(), planned.options()));
        boolean sound = run.run();
        System.out.println("heap in use by this process: " + Amount.ofBytes(ProcessUsage.heapAfterCollection()));
        // Read again: the report is drawn from what is kept, so that it can be drawn the same at any time.
        ReportCommand.write(List.of(folder.path()), folder.path(), !pageOnly);
        if (run.ranOutOfSpace()) {
            throw Failure.refused(
                    "no space is left below " + targets.directory() + " for the remaining cells: free space, then"
                            + " use run --resume " + folder.path() + " --dir " + targets.directory() + " to continue");
        }
        return sound && !planned.lacksNamed() ? 0 : Failure.SOME_FAILED;
    }
}
