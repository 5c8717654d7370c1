package storemark.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import storemark.results.Json;
import storemark.results.Results;
import storemark.results.RunFile;
import storemark.results.RunFile.CellEntry;
import storemark.results.RunFile.EngineEntry;
import storemark.results.RunFile.State;
import storemark.results.RunFolder;
import storemark.results.RunPlan;
import storemark.results.Shard;
import storemark.workload.Workload;

/** A synthetic run, and the same results as if shards of it had been measured on several machines. */
final class ShardedRun {
    private static final CellEntry REFERENCE =
            new CellEntry("null-reference", "null", Workload.READ, 1, 1, Map.of("engine", "null"), State.PENDING, null);

    private final Path parent;
    private final Results whole;
    /** The shard of each cell, from 1. */
    ToIntFunction<CellEntry> division = cell -> 1 + (cell.repetition() - 1) % 3;

    int of = 3;
    /** How fast the machine of the shard that is written next is. */
    double speed = 1;

    Map<String, Object> machine = new TreeMap<>(Map.of(
            "cpu", Map.of("model", "Example 9000", "usableCores", 2),
            "memory", Map.of("totalBytes", 25_769_803_776L),
            "kernel", Map.of("release", "6.1"),
            "jvm", Map.of("vendor", "Example", "version", "17.0.1", "forkFlags", "-Xmx1g")));
    String harness = "0.1.0";
    String engineVersion = "1.2";
    Map<String, String> options = Map.of("dir", "abc", "retry", "1");
    /** What the run did, unlike what was asked for. */
    Map<String, String> done = Map.of();

    List<String> lacking = List.of();

    ShardedRun(Path parent, Results whole) {
        this.parent = parent;
        this.whole = whole;
    }

    /** Writes one shard with the settings of now. */
    Path write(String name, int number) throws IOException {
        List<Shard.Part> plan = new ArrayList<>();
        List<CellEntry> own = new ArrayList<>(List.of(REFERENCE));
        for (CellEntry cell : whole.run().cells()) {
            CellEntry pending = cell.with(State.PENDING, null);
            plan.add(new Shard.Part(division.applyAsInt(cell), pending));
            if (division.applyAsInt(cell) == number) {
                own.add(pending);
            }
        }
        List<EngineEntry> engines = whole.run().engines().stream()
                .map(one -> new EngineEntry(one.spec(), engineVersion, "Apache-2.0", "log", Map.of(), Map.of()))
                .toList();
        RunFile file = new RunFile("quick", null, "2026-11-21T08:00:0" + number + "Z", harness, done, engines, own);
        Map<String, Object> found = new HashMap<>(machine);
        found.put(RunFolder.WARNINGS, List.of("swap is in use"));
        RunPlan kept =
                new RunPlan("quick", List.of(), options, new Shard(number, of, "run quick --repetitions 5", plan));
        RunFolder folder = RunFolder.create(parent.resolve(name), file, found, kept);
        for (CellEntry cell : own) {
            State was = stateOf(cell);
            if (lacking.contains(cell.id())) {
                continue;
            }
            if (was == State.DONE) {
                folder.finish(cell.id(), result(cell));
            } else {
                folder.mark(cell.id(), was, "the store said no");
            }
        }
        folder.complete();
        return folder.path();
    }

    private State stateOf(CellEntry cell) {
        return whole.run().cells().stream()
                .filter(one -> one.id().equals(cell.id()))
                .map(CellEntry::state)
                .findFirst()
                .orElse(State.DONE);
    }

    /** The cell's result at the speed of this machine; that of the reference is the first of the control's reads. */
    private JsonNode result(CellEntry cell) throws IOException {
        String id = cell.equals(REFERENCE) ? "null-read-t1-p1-r1" : cell.id();
        ArrayNode result = (ArrayNode)
                Json.read(parent.resolve(whole.name()).resolve("cells").resolve(id + ".json"), JsonNode.class);
        ArrayNode rates = (ArrayNode) result.at("/0/primaryMetric/rawData/0");
        for (int at = 0; at < rates.size(); at++) {
            rates.set(at, rates.get(at).asDouble() * speed);
        }
        ObjectNode metrics = (ObjectNode) result.at("/0/secondaryMetrics");
        for (String canary : List.of("canaryCompute", "canaryMemory")) {
            ArrayNode row = (ArrayNode) metrics.at("/" + canary + "/rawData/0");
            for (int at = 0; at < row.size(); at++) {
                row.set(at, 5 / speed);
            }
        }
        return result;
    }
}
