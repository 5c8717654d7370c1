package storemark.results;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.math3.stat.StatUtils;
import storemark.results.RunFile.EngineEntry;
import storemark.results.RunFile.State;

/** A run of one part of a plan, as {@link Merge} reads it. */
record MergedShard(RunFolder folder, RunPlan plan, ObjectNode machine) {
    private static final String AS_ASKED = "as asked for";

    /** @throws IOException when {@code path} is not the folder of a run with {@code --shard} */
    static MergedShard read(Path path) throws IOException {
        RunFolder folder = RunFolder.open(path);
        RunPlan plan = folder.plan();
        if (plan.shard() == null) {
            throw new IOException(path + " is no shard: it was run without --shard");
        }
        MergedShard shard = new MergedShard(folder, plan, folder.machine());
        if (shard.own().anyMatch(cell -> folder.entry(cell) == null)) {
            throw new IOException(path + " is damaged: its run.json lacks cells of its plan.json");
        }
        return shard;
    }

    Shard shard() {
        return plan.shard();
    }

    private Stream<String> own() {
        return shard().plan().stream()
                .filter(part -> part.shard() == shard().number())
                .map(part -> part.cell().id());
    }

    /** How many of its cells need not be measured again. */
    long done() {
        return own().filter(cell -> !isMissing(cell)).count();
    }

    /** Whether the cell of its own has not been measured yet, or failed. */
    boolean isMissing(String cell) {
        return Set.of(State.PENDING, State.FAILED).contains(folder.state(cell));
    }

    /** Refuses what cannot be one run with {@code first}. */
    void refuseOther(MergedShard first, boolean mixed) throws IOException {
        if (!asked().equals(first.asked())) {
            throw new IOException(folder.path() + " is a shard of another plan than " + first.folder.path()
                    + ": merge the shards of one plan");
        }
        List<String> differences = differences(first.versions(), versions());
        if (!differences.isEmpty()) {
            throw new IOException(folder.path() + " was measured with other versions than " + first.folder.path() + " ("
                    + String.join("; ", differences) + "): measure it again with the same ones");
        }
        List<String> unlike = differences(first.fingerprint(), fingerprint());
        if (!mixed && !unlike.isEmpty()) {
            throw new IOException(
                    folder.path() + " was measured on another kind of machine than " + first.folder.path()
                            + " (" + String.join("; ", unlike)
                            + "): measure it again on the same kind of machine, or use --mixed-machines to compare within machines only");
        }
    }

    /** Equal for all shards of a plan. */
    private List<Object> asked() {
        Map<String, String> options = new TreeMap<>(plan.options());
        options.remove("dir"); // where stores are may differ from machine to machine
        return List.of(plan.suite(), plan.groups(), options, shard().of(), shard().plan());
    }

    private Map<String, String> versions() {
        Map<String, String> versions = new LinkedHashMap<>();
        versions.put("storemark", folder.run().harness());
        versions.put("Java", text("/jvm/vendor") + " " + text("/jvm/version"));
        versions.put("flags", text("/jvm/forkFlags"));
        for (EngineEntry engine : folder.run().engines()) {
            // Plain files are of a version of the kernel, which is the machine's.
            versions.put(engine.spec(), String.valueOf(engine.version()).replace(text("/kernel/release"), ""));
        }
        return versions;
    }

    private Map<String, String> fingerprint() {
        Map<String, String> traits = MachineKind.of(machine);
        traits.put("device", text("/device/sizeBytes"));
        if (folder.run().options().containsKey("memory-advisory")) {
            traits.put("memory limit", "advisory");
        }
        return traits;
    }

    private String text(String place) {
        return MachineKind.text(machine, place);
    }

    private static List<String> differences(Map<String, String> one, Map<String, String> other) {
        List<String> differences = new ArrayList<>();
        Set<String> names = new LinkedHashSet<>(one.keySet());
        names.addAll(other.keySet());
        for (String name : names) {
            String value = one.getOrDefault(name, AS_ASKED);
            if (!value.equals(other.getOrDefault(name, AS_ASKED))) {
                differences.add(name + " " + other.getOrDefault(name, AS_ASKED) + ", not " + value);
            }
        }
        return differences;
    }

    /** A short name that machines of one kind have in common, on any day. */
    String kind() {
        return String.format(Locale.ROOT, "%08x", fingerprint().hashCode());
    }

    static String describe(MergedShard shard) {
        return shard.fingerprint().entrySet().stream()
                .filter(trait -> !trait.getValue().equals("unknown"))
                .map(trait -> trait.getKey() + " " + trait.getValue())
                .collect(Collectors.joining(", "));
    }

    /** How fast the machine was, with the shard's number: rates of the reference, and loops per second of the canaries. */
    Map<String, Object> speeds() throws IOException {
        Set<String> planned =
                shard().plan().stream().map(part -> part.cell().id()).collect(Collectors.toSet());
        List<Measurement> all = Results.read(folder.path()).measurements();
        Map<String, Object> speeds = new LinkedHashMap<>();
        speeds.put("shard", shard().number());
        all.stream()
                .filter(one -> !planned.contains(one.cell()))
                .forEach(one -> speeds.put("reads of " + one.engine(), one.meanRate(one.steps())));
        for (Metric canary : List.of(Metric.canaryCompute, Metric.canaryMemory, Metric.canaryDisk)) {
            double[] nanos = all.stream()
                    .flatMap(one -> one.steps().stream())
                    .mapToDouble(step -> step.metric(canary))
                    .filter(value -> value > 0)
                    .toArray();
            if (nanos.length > 0) {
                String name = canary.name().replace("canary", "").toLowerCase(Locale.ROOT) + " canary";
                speeds.put(name, 1e9 / StatUtils.percentile(nanos, 50));
            }
        }
        return speeds;
    }
}
