package storemark.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import storemark.engine.Engine;
import storemark.engine.EngineSpec;
import storemark.engine.Traits;
import storemark.engine.Unavailable;
import storemark.engines.Engines;
import storemark.machine.Machine;
import storemark.results.Json;
import storemark.results.RunFile;
import storemark.results.RunFile.EngineEntry;
import storemark.results.RunFolder;
import storemark.results.RunPlan;
import storemark.run.EngineVersions;
import storemark.suite.Cell;
import storemark.suite.Settings;

/** What a run's file says of its options and engines, and whether a run that goes on is still the same. */
final class RunDescription {
    private RunDescription() {}

    /** Every option in force by name; where groups differ, all values. */
    static Map<String, String> options(List<Cell> cells) {
        Map<String, Set<String>> values = new LinkedHashMap<>();
        for (Cell cell : cells) {
            cell.shape()
                    .describe()
                    .forEach((name, value) -> values.computeIfAbsent(name, key -> new LinkedHashSet<>())
                            .add(value));
        }
        Map<String, String> options = new LinkedHashMap<>();
        values.forEach((name, set) -> options.put(name, String.join(" | ", set)));
        return options;
    }

    /** One entry for each series, with the library's own word on its version. */
    static List<EngineEntry> engines(List<Cell> cells, Engines engines, EngineVersions versions) {
        Map<EngineSpec, EngineEntry> entries = new LinkedHashMap<>();
        for (Cell cell : cells) {
            entries.computeIfAbsent(cell.engine(), spec -> entry(spec, engines.of(spec), cell, versions));
        }
        return new ArrayList<>(entries.values());
    }

    private static EngineEntry entry(EngineSpec spec, Engine engine, Cell cell, EngineVersions versions) {
        Traits traits = engine.traits();
        Map<String, String> settings = new TreeMap<>(spec.settings(traits));
        for (String profile : spec.profiles(traits)) {
            settings.put(profile, traits.profiles().get(profile).about());
        }
        String version;
        try {
            version = versions.of(engine);
        } catch (Unavailable missing) {
            version = null;
        }
        String durability = traits.durability(cell.shape().durability()).how();
        return new EngineEntry(spec.toString(), version, traits.license(), durability, settings);
    }

    /** A run goes on as it was started: what is said again must be what was said then. */
    static void refuseOtherOptions(RunPlan plan, String suite, Settings said, Path results, Path run) {
        if (suite != null && !suite.equals(plan.suite())) {
            throw new Failure(Failure.USAGE, run + " is a run of suite " + plan.suite() + ", not " + suite);
        }
        if (results != null) {
            throw new Failure(Failure.USAGE, "--results and --resume exclude each other: a run stays in its folder");
        }
        for (Map<String, String> group : plan.groups()) {
            for (Map.Entry<String, String> option : said.toMap().entrySet()) {
                String then = group.get(option.getKey());
                if (!option.getValue().equals(then)) {
                    throw new Failure(
                            Failure.USAGE,
                            run + " was started with --" + option.getKey() + " "
                                    + (then == null ? "as it is by default" : then) + ", not " + option.getValue()
                                    + ": leave it out, or start a new run");
                }
            }
        }
    }

    /** Cells of one run are compared with each other, so none of them may come from another version. */
    static void refuseOtherVersions(RunFolder folder, List<Cell> cells, Engines engines, EngineVersions versions)
            throws IOException {
        RunFile run = folder.run();
        List<String> ids = cells.stream().map(Cell::id).toList();
        if (!ids.equals(run.cells().stream().map(RunFile.CellEntry::id).toList())) {
            throw new Failure(
                    Failure.REFUSED,
                    folder.path()
                            + " has other cells than its plan makes here (another number of cores, or another version"
                            + " of this harness): start a new run");
        }
        List<String> differences = new ArrayList<>();
        compare("storemark", run.harness(), Version.text(), differences);
        compare(
                "Java",
                folder.machine().at("/jvm/version").asText(),
                System.getProperty("java.vm.version"),
                differences);
        List<EngineEntry> now = engines(cells, engines, versions);
        for (int at = 0; at < now.size(); at++) {
            compare(
                    now.get(at).spec(),
                    String.valueOf(run.engines().get(at).version()),
                    String.valueOf(now.get(at).version()),
                    differences);
        }
        if (!differences.isEmpty()) {
            throw new Failure(
                    Failure.REFUSED,
                    folder.path() + " was started with other versions (" + String.join("; ", differences)
                            + "): start a new run");
        }
    }

    /** Nor from another processor or disk: the folder of the stores is not kept in the run, so it may be another one. */
    static void refuseOtherMachine(RunFolder folder, Path directory) throws IOException {
        JsonNode then = folder.machine();
        JsonNode now = Json.MAPPER.valueToTree(Machine.describe(directory));
        List<String> differences = new ArrayList<>();
        compare("CPU", then.at("/cpu/model").asText(), now.at("/cpu/model").asText(), differences);
        compare("file system", storage(then), storage(now), differences);
        if (!differences.isEmpty()) {
            throw new Failure(
                    Failure.REFUSED,
                    folder.path() + " was started elsewhere (" + String.join("; ", differences)
                            + "): give the same --dir as then, or start a new run");
        }
    }

    private static String storage(JsonNode machine) {
        return machine.at("/storage/fileSystem").asText() + " on "
                + machine.at("/storage/device").asText("no device");
    }

    private static void compare(String what, String then, String now, List<String> differences) {
        if (!then.equals(now)) {
            differences.add(what + " " + then + " then, " + now + " now");
        }
    }
}
