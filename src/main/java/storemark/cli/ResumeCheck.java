package storemark.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;
import storemark.machine.BlockDevice;
import storemark.machine.Machine;
import storemark.results.Json;
import storemark.results.MachineKind;
import storemark.results.Results;
import storemark.results.RunFile;
import storemark.results.RunFile.EngineEntry;
import storemark.results.RunFolder;
import storemark.run.ForkFlags;
import storemark.suite.Cell;

/** Whether a resumed run is still the same: its cells are compared with each other, so nothing may have changed. */
final class ResumeCheck {
    /** What is not in the plan of a run, and so may be given with {@code --resume}. */
    private static final List<String> BESIDE_RESUME =
            List.of("--dir", "--device", "--erase-device", "--dry-run", "--page-only", "--stacktrace", "--verbose");

    private ResumeCheck() {}

    /** Refuses what a run keeps from its start. */
    static void refuseBeside(CommandSpec run) {
        ParseResult given = run.commandLine().getParseResult();
        List<String> refused = new ArrayList<>();
        given.matchedPositionals().forEach(suite -> refused.add("a suite"));
        run.options().stream()
                .map(OptionSpec::longestName)
                .filter(name ->
                        given.hasMatchedOption(name) && !name.equals("--resume") && !BESIDE_RESUME.contains(name))
                .forEach(refused::add);
        if (!refused.isEmpty()) {
            throw Failure.usage(
                    String.join(", ", refused) + " cannot be given with --resume: a run keeps what it was started"
                            + " with; only " + String.join(", ", BESIDE_RESUME) + " can");
        }
    }

    /** The cells of a merged run were measured elsewhere, each shard with the others of its own. */
    static void refuseMerged(RunFolder folder) throws IOException {
        if (folder.machine().has(Results.SHARDS)) {
            throw Failure.refused(folder.path() + " was merged: resume the shards that lack cells, and merge again");
        }
    }

    /**
     * The cells that a plan makes here in the order of the run, which depends on the disk that was free when it began, and the
     * repetitions that were added to them.
     */
    static List<Cell> inOrder(RunFolder folder, List<Cell> cells) {
        Map<String, Cell> planned = cells.stream().collect(Collectors.toMap(Cell::id, cell -> cell));
        Map<String, Cell> known = new HashMap<>(planned);
        List<RunFile.CellEntry> entries = folder.run().cells();
        entries.stream()
                .filter(entry -> !planned.containsKey(entry.id()))
                .map(RunFile.CellEntry::repetition)
                .distinct()
                .flatMap(added -> cells.stream().map(cell -> cell.withRepetition(added)))
                .forEach(cell -> known.putIfAbsent(cell.id(), cell));
        List<String> ids = entries.stream().map(RunFile.CellEntry::id).toList();
        if (!ids.containsAll(planned.keySet()) || !known.keySet().containsAll(ids)) {
            throw Failure.refused(
                    folder.path() + " has other cells than its plan makes here (another number of cores, or"
                            + " another version of this harness): start a new run");
        }
        return ids.stream().map(known::get).toList();
    }

    /** Cells of one run are compared with each other, so none of them may come from another version. */
    static void refuseOtherVersions(RunFolder folder, List<EngineEntry> now) throws IOException {
        RunFile run = folder.run();
        List<String> differences = new ArrayList<>();
        compare("storemark", run.harness(), Version.withBuild(), differences);
        JsonNode machine = folder.machine();
        compare("Java", machine.at("/jvm/version").asText(), System.getProperty("java.vm.version"), differences);
        if (!machine.at("/jvm/forkFlags").asText().equals(ForkFlags.published())) {
            differences.add("its JVM flags were different: see jvm.forkFlags in machine.json");
        }
        for (int at = 0; at < now.size(); at++) {
            EngineEntry then = run.engines().get(at);
            compare(
                    then.spec(),
                    String.valueOf(then.version()),
                    String.valueOf(now.get(at).version()),
                    differences);
        }
        refuse(folder, "with other versions or flags", differences, "");
    }

    /**
     * Nor from a machine that differs: what has the path of the stores may be another file system now, and a restart may have changed the
     * kernel or the read-ahead of the disk.
     */
    static void refuseOtherMachine(RunFolder folder, Path directory) throws IOException {
        JsonNode then = folder.machine();
        JsonNode now = Json.MAPPER.valueToTree(Machine.describe(directory, ForkFlags.published()));
        List<String> differences = new ArrayList<>();
        Map<String, String> traits = MachineKind.of(now);
        MachineKind.of(then).forEach((name, trait) -> compare(name, trait, traits.get(name), differences));
        if (!kind(device(then)).equals(kind(device(now)))) {
            compare("device", device(then), device(now), differences);
        }
        refuse(
                folder,
                "on another machine, or one that was set up otherwise",
                differences,
                "give the same --dir and set the machine up as then, or ");
    }

    /** Refuses another device. Its name proves nothing: after a restart of the machine it may belong to another device. */
    static void refuseOtherDevice(RunFolder folder, BlockDevice device) throws IOException {
        List<String> differences = new ArrayList<>();
        JsonNode now = Json.MAPPER.valueToTree(Machine.describe(device));
        for (String trait : List.of("sizeBytes", "logicalBlockBytes")) {
            String then = folder.machine().at("/device/" + trait).asText();
            compare(trait, then, now.path(trait).asText(), differences);
        }
        refuse(folder, "on another device", differences, "give the same --device as then, or ");
    }

    private static void refuse(RunFolder folder, String how, List<String> differences, String remedy) {
        if (!differences.isEmpty()) {
            throw Failure.refused(folder.path() + " was started " + how + " (" + String.join("; ", differences) + "): "
                    + remedy + "start a new run");
        }
    }

    private static String device(JsonNode machine) {
        return machine.at("/storage/device").asText("none");
    }

    /** The kernel names devices in the order in which it finds them, which a restart may change. */
    static String kind(String device) {
        return device.replaceFirst("^(sd|vd|xvd)[a-z]+", "$1").replaceAll("[0-9]+", "");
    }

    private static void compare(String what, String then, String now, List<String> differences) {
        if (!then.equals(now)) {
            differences.add(what + " " + then + " then, " + now + " now");
        }
    }
}
