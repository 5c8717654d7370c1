package storemark.results;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import storemark.results.Outcome.Count;
import storemark.results.Outcome.DeviceWork;
import storemark.results.Outcome.State;

/**
 * What {@code durability.json} holds: the outcomes of one command, with what is needed to make its cuts again.
 *
 * @param seed of all cuts
 * @param kernel that the stores were on
 * @param java that the writers ran in
 * @param outcomes one for each engine, level and file system
 */
public record DurabilityFile(long seed, String kernel, String java, List<Outcome> outcomes) {
    /** Its name in a folder of results. */
    public static final String NAME = "durability.json";

    private static final double KIB = 1024;

    /** One without outcomes, of this machine. */
    public static DurabilityFile empty(long seed) {
        return new DurabilityFile(
                seed,
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                System.getProperty("java.vm.version"),
                List.of());
    }

    public static DurabilityFile read(Path file) throws IOException {
        return Json.read(file, DurabilityFile.class);
    }

    public void write(Path file) throws IOException {
        Json.write(file, this);
    }

    /** Refuses cuts that were made with another seed. */
    public void refuseOther(long otherSeed) throws IOException {
        if (seed != otherSeed) {
            throw new IOException(
                    NAME + " holds cuts with --seed " + seed + ": use that seed, or another --results folder");
        }
    }

    /**
     * These outcomes with one more: of an engine, version, level and file system that are there already, the cuts of both.
     *
     * @throws IOException when {@code outcome} was made with another seed, so that numbers of cuts would mean two things
     */
    public DurabilityFile with(long otherSeed, Outcome outcome) throws IOException {
        refuseOther(otherSeed);
        List<Outcome> all = new ArrayList<>(outcomes);
        all.replaceAll(one -> one.isOf(outcome) ? one.plus(outcome) : one);
        if (outcomes.stream().noneMatch(one -> one.isOf(outcome))) {
            all.add(outcome);
        }
        return new DurabilityFile(seed, kernel, java, all);
    }

    /**
     * What is known of {@code spec} in these versions: its own outcomes, and levels that the engine did not keep with the same
     * profiles, whatever the settings or the place.
     */
    public List<Outcome> of(String spec, Collection<String> versions) {
        return outcomes.stream()
                .filter(one -> one.cuts() > 0
                        && one.state() != State.NOT_TESTED
                        && versions.contains(one.version())
                        && (one.notKept() ? one.hasProfilesOf(spec) : one.isOf(spec)))
                .toList();
    }

    /** Those whose device work was counted. */
    public List<Outcome> withWork() {
        return outcomes.stream().filter(one -> !one.work().isEmpty()).toList();
    }

    /** The table of promises, a head and a row for each outcome. */
    public List<List<String>> promises() {
        List<List<String>> promises = new ArrayList<>();
        promises.add(List.of("engine", "version", "level", "promise", "kept in", "commits", "what was found"));
        for (Outcome outcome : outcomes) {
            boolean cut = outcome.cuts() > 0;
            promises.add(List.of(
                    outcome.engine(),
                    String.valueOf(outcome.version()),
                    outcome.where(),
                    outcome.state().toString(),
                    cut ? number(outcome.kept()) + " of " + number(outcome.cuts()) : "",
                    cut ? number(outcome.commits()) : "",
                    found(outcome)));
        }
        return promises;
    }

    /** The table of promises, and that of device work where it was counted, in Markdown. */
    public String markdown() {
        List<List<String>> costs = new ArrayList<>();
        costs.add(List.of("engine", "1 record", "100 records", "10,000 records"));
        for (Outcome outcome : withWork()) {
            List<String> row = new ArrayList<>(List.of(outcome.engine()));
            outcome.work().forEach(work -> row.add(cost(work)));
            costs.add(row);
        }
        String text = table(promises());
        return costs.size() == 1
                ? text
                : text + "\nFlushes, writes and KiB written for each commit, at power:\n\n" + table(costs);
    }

    private static String table(List<List<String>> rows) {
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            text.append("| ").append(String.join(" | ", row)).append(" |\n");
            if (text.indexOf("---") < 0) {
                text.append("|---".repeat(row.size())).append("|\n");
            }
        }
        return text.toString();
    }

    /** {@code lost in 3 cuts (17 records), would not open in 1 cut; no /dev/fuse}. */
    public static String found(Outcome outcome) {
        String found =
                outcome.findings().entrySet().stream().map(each -> words(each)).collect(Collectors.joining(", "));
        if (outcome.reason() != null) {
            return found.isEmpty() ? outcome.reason() : found + "; then: " + outcome.reason();
        }
        return found.isEmpty() && outcome.state() == State.KEPT ? "nothing" : found;
    }

    private static String words(Map.Entry<Finding, Count> each) {
        Count count = each.getValue();
        String text = each.getKey().words() + " in " + number(count.cuts()) + (count.cuts() == 1 ? " cut" : " cuts");
        return count.records() > count.cuts() ? text + " (" + number(count.records()) + " records)" : text;
    }

    private static String cost(DeviceWork work) {
        return String.format(Locale.ROOT, "%.2f, %.1f, %,.1f", work.flushes(), work.writes(), work.bytes() / KIB);
    }

    private static String number(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }
}
