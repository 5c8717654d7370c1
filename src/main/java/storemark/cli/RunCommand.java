package storemark.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import storemark.engines.Engines;
import storemark.machine.Machine;
import storemark.machine.Preflight;
import storemark.results.RunFile;
import storemark.results.RunFolder;
import storemark.results.RunPlan;
import storemark.run.Console;
import storemark.run.Cost;
import storemark.run.EngineVersions;
import storemark.run.ForkFlags;
import storemark.run.JmhLock;
import storemark.run.SuiteRun;
import storemark.run.Workspace;
import storemark.suite.Cell;
import storemark.suite.Settings;
import storemark.suite.Suite;
import storemark.suite.Suites;

/** {@code run}: measures a suite, or goes on with a run that was stopped. */
@Command(name = "run", description = "Measures a suite and ends with a report; what was stopped goes on with --resume.")
final class RunCommand implements Callable<Integer> {
    private static final DateTimeFormatter FOLDER_TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

    @Parameters(arity = "0..1", paramLabel = "SUITE|FILE", description = "a suite's name or file (default: quick)")
    private String suiteName;

    @Mixin
    private Settings settings = new Settings();

    @Option(names = "--dir", paramLabel = "PATH", description = "where stores are (default: ${DEFAULT-VALUE})")
    private Path directory = Path.of("storemark-data");

    @Option(names = "--results", paramLabel = "DIR", description = "the run's folder (default: results/TIME-SUITE)")
    private Path results;

    @Option(names = "--resume", paramLabel = "RUN", description = "the folder of a run to go on with")
    private Path resume;

    @Option(names = "--dry-run", description = "show cells, time and disk needed, and measure nothing")
    private boolean dryRun;

    @Override
    public Integer call() throws Exception {
        Engines engines = Engines.load();
        EngineNames.resolve(settings, engines);
        return resume == null ? start(engines) : goOn(engines);
    }

    private int start(Engines engines) throws Exception {
        Suite suite = Suites.read(suiteName == null ? "quick" : suiteName);
        for (Settings group : suite.groups()) {
            EngineNames.resolve(group, engines);
        }
        Suite asked = suite.with(settings);
        List<Cell> cells = asked.cells();
        EngineVersions versions = EngineVersions.ask();
        Workspace workspace = new Workspace(directory, engines::of, versions);
        if (dryRun) {
            System.out.print(Cost.table(cells, workspace));
            return 0;
        }
        try (JmhLock lock = JmhLock.take()) {
            preflight(cells, workspace);
            return measure(cells, workspace, create(asked, cells, RunDescription.engines(cells, engines, versions)));
        }
    }

    private RunFolder create(Suite asked, List<Cell> cells, List<RunFile.EngineEntry> engines) throws IOException {
        Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        Path path = results == null ? Path.of("results", FOLDER_TIME.format(now) + "-" + asked.name()) : results;
        RunFile file = new RunFile(
                asked.name(),
                now.toString(),
                Version.text(),
                RunDescription.options(cells),
                engines,
                cells.stream().map(Cell::entry).toList());
        List<Map<String, String>> groups =
                asked.groups().stream().map(Settings::toMap).toList();
        Map<String, Map<String, Object>> machine = Machine.describe(directory);
        machine.get("jvm").put("forkFlags", ForkFlags.published());
        return RunFolder.create(path, file, machine, new RunPlan(asked.name(), groups));
    }

    private int goOn(Engines engines) throws Exception {
        RunFolder folder = RunFolder.open(resume);
        RunPlan plan = folder.plan();
        Suite suite = new Suite(
                plan.suite(), "", plan.groups().stream().map(Settings::ofMap).toList());
        List<Cell> cells = suite.cells();
        RunDescription.refuseOtherOptions(plan, suiteName, settings, results, resume);
        EngineVersions versions = EngineVersions.ask();
        RunDescription.refuseOtherVersions(folder, cells, engines, versions);
        RunDescription.refuseOtherMachine(folder, directory);
        Workspace workspace = new Workspace(directory, engines::of, versions);
        if (dryRun) {
            System.out.print(Cost.table(left(cells, folder), workspace));
            return 0;
        }
        try (JmhLock lock = JmhLock.take()) {
            preflight(left(cells, folder), workspace);
            return measure(cells, workspace, folder);
        }
    }

    private static List<Cell> left(List<Cell> cells, RunFolder folder) {
        Set<String> done = folder.run().cells().stream()
                .filter(cell -> cell.state() == RunFile.State.DONE)
                .map(RunFile.CellEntry::id)
                .collect(Collectors.toSet());
        return cells.stream().filter(cell -> !done.contains(cell.id())).toList();
    }

    private void preflight(List<Cell> cells, Workspace workspace) {
        int threads = cells.stream().mapToInt(Cell::threads).max().orElse(1);
        Findings.act(new Preflight.Plan(directory, Cost.diskBytes(cells, workspace), threads, -1));
    }

    private static int measure(List<Cell> cells, Workspace workspace, RunFolder folder)
            throws IOException, InterruptedException {
        System.out.printf(
                "%d of %d cells to measure, about %s; results: %s%n",
                left(cells, folder).size(),
                cells.size(),
                Console.time(Cost.seconds(cells, workspace, folder.run())),
                folder.path());
        boolean sound = new SuiteRun(cells, workspace, folder, Console.standard()).run();
        // Read again: the report is drawn from what is kept, so that it can be drawn the same at any time.
        ReportCommand.write(List.of(RunFolder.open(folder.path())), folder.path());
        return sound ? 0 : Failure.SOME_FAILED;
    }
}
