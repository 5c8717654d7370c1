package storemark.cli;

import static storemark.parameter.Parameters.ENGINES;
import static storemark.parameter.Parameters.IN_PLACE;

import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import storemark.engines.Engines;
import storemark.parameter.Values;
import storemark.results.RunFile;
import storemark.results.RunFile.EngineEntry;
import storemark.results.RunFolder;
import storemark.results.RunPlan;
import storemark.results.Shard;
import storemark.run.EngineVersions;
import storemark.run.Shards;
import storemark.run.Workspace;
import storemark.suite.Cell;
import storemark.suite.Settings;
import storemark.suite.Suite;

/**
 * What a run measures, new or resumed. Immutable.
 *
 * @param given what the command line gave; of a run that is resumed, that of its start as far as it is about the run as a whole
 * @param options those of a run as a whole
 * @param part null where the run measures all of its plan
 * @param shards the whole plan divided, in one where there is no part
 * @param plan all of the plan
 * @param cells all of the run, in the order in which they are measured
 */
record PlannedRun(
        Settings given,
        Values options,
        Engines engines,
        EngineVersions versions,
        Workspace workspace,
        ShardOptions.Part part,
        Shards shards,
        List<Cell> plan,
        List<Cell> cells) {
    static PlannedRun of(Suite suite, Settings given, ShardOptions.Part part, Engines engines, TargetOptions targets)
            throws IOException, InterruptedException {
        Values options = given.valuesOfRun();
        List<Cell> asked = suite.cells();
        List<Cell> reference = part == null ? List.of() : Shards.reference();
        EngineVersions versions = EngineVersions.ask(Stream.of(asked, reference)
                .flatMap(List::stream)
                .map(Cell::engine)
                .map(engines::of)
                .collect(Collectors.toCollection(LinkedHashSet::new)));
        Workspace workspace =
                new Workspace(targets.directory(), targets.device(), engines::of, versions, options.get(IN_PLACE));
        List<Cell> all = workspace.divide(asked);
        Shards shards = new Shards(all, part == null ? 1 : part.of(), workspace);
        List<Cell> cells = workspace.order(part == null ? all : part.cells(all, shards), options);
        return new PlannedRun(
                given, options, engines, versions, workspace, part, shards, part == null ? cells : all, cells);
    }

    /** It in the order that {@code folder} recorded. */
    PlannedRun inOrderOf(RunFolder folder) throws IOException {
        return new PlannedRun(
                given, options, engines, versions, workspace, part, shards, plan, ResumeCheck.inOrder(folder, cells));
    }

    /** The same for all shards: of the plan, and after it of what each measures besides. */
    List<EngineEntry> describeEngines() {
        Stream<Cell> besides = cells.stream()
                .filter(cell -> plan.stream().noneMatch(one -> one.engine().equals(cell.engine())));
        List<Cell> described = Stream.concat(plan.stream(), besides).toList();
        return RunDescription.engines(described, engines, versions, workspace);
    }

    /** Its folder's name, from what was asked. */
    String folderName(String suite, boolean scaled) {
        return RunDescription.folderName(suite, given, scaled)
                + (part == null ? "" : "-shard" + part.number() + "of" + part.of());
    }

    /** A new run's {@code run.json}, of before anything is measured. */
    RunFile file(Suite asked, String memoryAdvice) throws IOException {
        Map<String, String> inForce = RunDescription.options(plan, options);
        MemoryLimit.record(inForce, memoryAdvice);
        return new RunFile(
                asked.name(),
                asked.reproduces(),
                Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
                Version.withBuild(),
                inForce,
                describeEngines(),
                cells.stream().map(Cell::entry).toList());
    }

    /** What a new run keeps to be resumed by. */
    RunPlan kept(Suite asked, TargetOptions targets, Shard shard) throws IOException {
        Map<String, String> kept = options.describe();
        String named = given.toMap().get(ENGINES.toString());
        if (named != null) {
            kept.put(ENGINES.toString(), named);
        }
        kept.put(DataDirectory.OPTION, DataDirectory.mark(targets.directory()));
        return new RunPlan(
                asked.name(), asked.groups().stream().map(Settings::toMap).toList(), kept, shard);
    }

    List<Cell> left(RunFolder folder) {
        return cells.stream()
                .filter(cell -> folder.state(cell.id()) != RunFile.State.DONE)
                .toList();
    }

    /** Whether an engine that was asked for by name is not available; a suite of ours names those that may be elsewhere. */
    boolean lacksNamed() {
        return given.get(ENGINES) != null && cells.stream().anyMatch(workspace::isMissing);
    }
}
