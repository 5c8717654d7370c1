package storemark.results;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import storemark.results.RunFile.CellEntry;
import storemark.results.RunFile.State;

/**
 * Joins the shards of one plan to one run, or, where unlike machines are allowed, to one run for each kind of machine. What a shard
 * measures beside the plan, its reference, is not among the cells of the whole. Used by one thread.
 */
public final class Merge {
    private final List<MergedShard> shards;
    private final List<Shard.Part> plan;
    private final List<String> notes = new ArrayList<>();
    private final List<String> missing = new ArrayList<>();
    /** The shards on machines with the same fingerprint, by a short name of that. */
    private final Map<String, List<MergedShard>> kinds = new LinkedHashMap<>();

    /**
     * Reads and checks the shards.
     *
     * @param runs at least one
     * @param mixed whether machines may be unlike
     * @throws IOException with one line, when a folder is no shard, or shards do not belong together
     */
    public Merge(List<Path> runs, boolean mixed) throws IOException {
        Map<Integer, MergedShard> byNumber = new TreeMap<>();
        MergedShard first = MergedShard.read(runs.get(0));
        plan = first.shard().plan();
        for (Path path : runs) {
            MergedShard one = MergedShard.read(path);
            one.refuseOther(first, mixed);
            MergedShard other = byNumber.get(one.shard().number());
            boolean better = other == null || one.done() > other.done();
            if (other != null) {
                notes.add(String.format(
                        "shard %d was measured twice: %s is used, %s is ignored",
                        one.shard().number(),
                        (better ? one : other).folder().path(),
                        (better ? other : one).folder().path()));
            }
            if (better) {
                byNumber.put(one.shard().number(), one);
            }
        }
        shards = List.copyOf(byNumber.values());
        for (MergedShard one : shards) {
            kinds.computeIfAbsent(one.kind(), kind -> new ArrayList<>()).add(one);
        }
        for (int number = 1; number <= first.shard().of(); number++) {
            findMissing(number, byNumber.get(number));
        }
    }

    private void findMissing(int number, MergedShard measured) {
        List<String> cells = plan.stream()
                .filter(part -> part.shard() == number)
                .map(part -> part.cell().id())
                .filter(id -> measured == null || measured.isMissing(id))
                .toList();
        if (!cells.isEmpty()) {
            String command = measured == null
                    ? shards.get(0).shard().command(number)
                    : "run --resume " + measured.folder().path() + " with the --dir that it was started with";
            missing.add("shard " + number + " lacks " + cells.size() + " cells: " + String.join(", ", cells)
                    + "\n  to measure: " + command);
        }
    }

    /** Which folders were left aside, and which kinds of machines there are; one line each. */
    public List<String> notes() {
        return notes;
    }

    /** The cells without a result, with the command that measures them: an entry for each shard that has some. */
    public List<String> missing() {
        return missing;
    }

    /**
     * Writes the run, or below {@code out} one for each kind of machine.
     *
     * @return the folders written
     * @throws IOException when a folder is there already, or cannot be written
     */
    public List<Path> write(Path out) throws IOException {
        if (kinds.size() == 1) {
            return List.of(write(out, shards, plan));
        }
        List<Path> written = new ArrayList<>();
        for (Map.Entry<String, List<MergedShard>> kind : kinds.entrySet()) {
            Set<Integer> numbers =
                    kind.getValue().stream().map(one -> one.shard().number()).collect(Collectors.toSet());
            List<Shard.Part> own =
                    plan.stream().filter(part -> numbers.contains(part.shard())).toList();
            notes.add("machine " + kind.getKey() + ": shards " + numbers + ", "
                    + MergedShard.describe(kind.getValue().get(0)));
            written.add(write(out.resolve("machine-" + kind.getKey()), kind.getValue(), own));
        }
        notes.add("machines differ: each has a run of its own below " + out + ", and nothing is compared between them");
        return written;
    }

    private Path write(Path out, List<MergedShard> some, List<Shard.Part> parts) throws IOException {
        RunFile one = some.get(0).folder().run();
        Set<String> specs = parts.stream().map(part -> part.cell().engine()).collect(Collectors.toSet());
        List<CellEntry> cells = parts.stream().map(Shard.Part::cell).toList();
        String started = some.stream()
                .map(shard -> shard.folder().run().started())
                .min(String::compareTo)
                .orElseThrow();
        RunFile file = new RunFile(
                one.suite(),
                one.reproduces(),
                started,
                one.harness(),
                one.options(),
                one.engines().stream()
                        .filter(engine -> specs.contains(engine.spec()))
                        .toList(),
                cells);
        RunPlan whole = some.get(0).plan();
        RunFolder merged =
                RunFolder.create(out, file, machine(some), new RunPlan(whole.suite(), whole.groups(), whole.options()));
        Map<Integer, RunFolder> folders =
                some.stream().collect(Collectors.toMap(shard -> shard.shard().number(), MergedShard::folder));
        for (Shard.Part part : parts) {
            if (folders.containsKey(part.shard())) {
                copy(part.cell().id(), folders.get(part.shard()), merged);
            }
        }
        merged.warn(warnings(some));
        merged.complete();
        return out;
    }

    private static void copy(String cell, RunFolder from, RunFolder to) throws IOException {
        CellEntry entry = from.entry(cell);
        if (entry.state() == State.DONE) {
            JsonNode result = RunFolder.readCell(from.path(), cell);
            to.finish(cell, Json.MAPPER.createArrayNode().add(result));
        } else if (entry.state() != State.PENDING) {
            to.mark(cell, entry.state(), entry.reason());
        }
        try (Stream<Path> files = Files.list(from.path().resolve("cells"))) {
            for (Path file : files.sorted().toList()) {
                String name = file.getFileName().toString();
                boolean beside = name.startsWith(cell + ".") && !name.endsWith(".tmp") && !name.equals(cell + ".json");
                if (beside && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                    Files.copy(file, to.path().resolve("cells").resolve(name));
                }
            }
        }
    }

    private static JsonNode machine(List<MergedShard> some) throws IOException {
        ObjectNode machine = some.get(0).machine().deepCopy();
        List<Map<String, Object>> speeds = new ArrayList<>();
        for (MergedShard shard : some) {
            speeds.add(shard.speeds());
        }
        machine.set(Results.SHARDS, Json.MAPPER.valueToTree(speeds));
        return machine;
    }

    private List<String> warnings(List<MergedShard> some) {
        Set<String> all = new LinkedHashSet<>();
        some.forEach(shard -> shard.machine().path(RunFolder.WARNINGS).forEach(warning -> all.add(warning.asText())));
        if (kinds.size() > 1) {
            all.add("other shards were measured on other machines: nothing is compared between machines");
        }
        return List.copyOf(all);
    }
}
