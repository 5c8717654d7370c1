package storemark.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import storemark.engines.Engines;
import storemark.machine.BlockDevice;
import storemark.machine.Machine;
import storemark.results.Json;
import storemark.results.RunFile;
import storemark.results.RunFile.EngineEntry;
import storemark.results.RunFolder;
import storemark.results.RunPlan;
import storemark.run.EngineVersions;
import storemark.run.ForkFlags;
import storemark.run.Workspace;
import storemark.suite.Cell;
import storemark.suite.Settings;
import storemark.suite.Shape;
import storemark.suite.Suites;

/** Whether a run that goes on is still the same: its cells are compared with each other, so nothing may have changed. */
final class ResumeCheck {
    private static final String ENGINES = "engines";

    private ResumeCheck() {}

    /**
     * What is said again must be what was said then, or what was in force without being said; by its value, not by its words.
     *
     * @param suite a suite's name or file, or null
     * @param said the settings that are said now
     * @param targets where stores are put, as said now
     * @param run the run's folder
     */
    static void refuseOtherOptions(RunPlan plan, String suite, Settings said, TargetOptions targets, Path run) {
        if (suite != null && !Suites.nameOf(suite).equals(plan.suite())) {
            throw new Failure(Failure.USAGE, run + " is a run of suite " + plan.suite() + ", not " + suite);
        }
        List<Settings> groups = plan.groups().stream().map(Settings::ofMap).toList();
        for (Settings group : groups) {
            Map<String, String> then = inForce(group);
            said.toMap().forEach((name, value) -> {
                if (!name.equals(ENGINES) && !value(name, value, group).equals(then.get(name))) {
                    String before = group.toMap().getOrDefault(name, then.get(name));
                    throw other(run, "--" + name, name + " " + before, value);
                }
            });
        }
        refuseOtherEngines(groups, said, targets, run);
    }

    /** The words that {@code --device} and {@code --direct-io} stand for are in the plan's specifications already. */
    private static void refuseOtherEngines(List<Settings> groups, Settings said, TargetOptions targets, Path run) {
        List<Settings> placed = targets.place(
                groups.stream().map(group -> engines(said).over(group)).toList());
        for (int at = 0; at < groups.size(); at++) {
            String then = inForce(groups.get(at)).get(ENGINES);
            String now = inForce(placed.get(at)).get(ENGINES);
            if (!now.equals(then)) {
                String option = said.engines != null ? "--" + ENGINES : targets.directIo() ? "--direct-io" : "--device";
                throw other(run, option, ENGINES + " " + then, now);
            }
        }
    }

    private static Settings engines(Settings said) {
        Settings engines = new Settings();
        engines.engines = said.engines;
        return engines;
    }

    private static Failure other(Path run, String option, String then, String now) {
        return new Failure(
                Failure.USAGE,
                run + " was started with --" + then + ", not " + now + ": leave " + option
                        + " out, or start a new run");
    }

    /** What {@code said} comes to in {@code group}, in the form of {@link #inForce}; itself where it cannot be. */
    private static String value(String name, String said, Settings group) {
        try {
            return inForce(Settings.ofMap(Map.of(name, said)).over(group)).get(name);
        } catch (IllegalArgumentException impossible) {
            return said;
        }
    }

    /** Every setting of {@code group} by its name, defaults too, in one form for each value. */
    static Map<String, String> inForce(Settings group) {
        Shape shape = Shape.of(group);
        Map<String, String> all = new LinkedHashMap<>();
        all.put(ENGINES, words(shape.engines()));
        all.put("workloads", words(shape.workloads()));
        all.put("threads", words(shape.threads()));
        all.put("memory", "none");
        all.put("cold", "false");
        all.put("max-bytes", String.valueOf(shape.maxBytes()));
        all.putAll(shape.describe());
        if (shape.cacheBytes() == Shape.SHARE) {
            all.put("cache", "the share of the memory");
        }
        return all;
    }

    private static String words(List<?> values) {
        return String.join(" ", values.stream().map(String::valueOf).toList());
    }

    /** Cells of one run are compared with each other, so none of them may come from another version. */
    static void refuseOtherVersions(
            RunFolder folder, List<Cell> cells, Engines engines, EngineVersions versions, Workspace workspace)
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
        compare("storemark", run.harness(), Version.withBuild(), differences);
        compare(
                "Java",
                folder.machine().at("/jvm/version").asText(),
                System.getProperty("java.vm.version"),
                differences);
        if (!folder.machine().at("/jvm/forkFlags").asText().equals(ForkFlags.published())) {
            differences.add("its processes had the flags that machine.json tells");
        }
        List<EngineEntry> now = RunDescription.engines(cells, engines, versions, workspace);
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
                    folder.path() + " was started with other versions or flags (" + String.join("; ", differences)
                            + "): start a new run");
        }
    }

    /** Nor from another processor or disk: what has the path of the stores may be another file system now. */
    static void refuseOtherMachine(RunFolder folder, Path directory) throws IOException {
        JsonNode then = folder.machine();
        JsonNode now = Json.MAPPER.valueToTree(Machine.describe(directory, ForkFlags.published()));
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

    /** Nor from another device; its name is no sign, because it may be another one after the next start. */
    static void refuseOtherDevice(RunFolder folder, BlockDevice device) throws IOException {
        List<String> differences = new ArrayList<>();
        JsonNode now = Json.MAPPER.valueToTree(Machine.describe(device));
        for (String trait : List.of("sizeBytes", "logicalBlockBytes")) {
            compare(
                    trait,
                    folder.machine().at("/device/" + trait).asText(),
                    now.path(trait).asText(),
                    differences);
        }
        if (!differences.isEmpty()) {
            throw new Failure(
                    Failure.REFUSED,
                    folder.path() + " was started on another device (" + String.join("; ", differences)
                            + "): give the same --device as then, or start a new run");
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
