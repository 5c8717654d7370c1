package storemark.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import storemark.parameter.Parameters;
import storemark.results.Measurement;
import storemark.results.Results;
import storemark.results.RunFile.CellEntry;
import storemark.statistics.Ratio;
import storemark.text.ParameterText;
import storemark.workload.Workload;

/**
 * The cells of one run beside those of another. Cells are matched by what they are: engine specification, workload, threads and
 * parameters; the repetitions of each are together. Immutable.
 */
public final class Comparison {
    private static final List<String> HEAD =
            List.of("cell", "old", "new", "new/old", "95% interval", "p", "doubt", "verdict");
    private static final int MOST_NAMED = 8;

    /** What a cell is, in any run. */
    private record Key(String engine, Workload workload, int threads, Map<String, String> parameters) {
        static Key of(CellEntry entry, List<Measurement> forks) {
            Map<String, String> parameters = new TreeMap<>(
                    forks.isEmpty() ? entry.parameters() : forks.get(0).parameters());
            parameters.remove("engine");
            return new Key(entry.engine(), entry.workload(), entry.threads(), parameters);
        }

        List<Object> series() {
            return List.of(engine, workload, threads);
        }

        String name(Set<String> telling) {
            String told = Parameters.caption(Group.only(parameters, telling));
            return Words.joined(" ", engine, workload.label(), told, "x" + threads);
        }
    }

    /**
     * All that a run has of one cell.
     *
     * @param entries one for each repetition, at least one
     * @param repetitions those that were measured
     */
    private record Cell(List<CellEntry> entries, List<Measurement> repetitions) {
        Cell() {
            this(new ArrayList<>(), new ArrayList<>());
        }
    }

    private final Results base;
    private final Results other;
    private final Map<Key, Cell> before;
    private final Map<Key, Cell> after;
    private final List<CellComparison> cells = new ArrayList<>();
    private final List<String> unmatched = new ArrayList<>();

    /**
     * Compares two runs.
     *
     * @throws IllegalArgumentException in one line, when no cell was measured in both
     */
    public Comparison(Results base, Results other) {
        this.base = base;
        this.other = other;
        before = cells(base);
        after = cells(other);
        Set<Key> all = new LinkedHashSet<>(before.keySet());
        all.addAll(after.keySet());
        Group.by(all.stream(), Key::workload).values().forEach(this::compare);
        if (cells.isEmpty()) {
            throw new IllegalArgumentException(
                    base.name() + " and " + other.name() + " have no measured cell in common: " + hint());
        }
    }

    private static Map<Key, Cell> cells(Results run) {
        Map<String, List<Measurement>> forks =
                run.measurements().stream().collect(Collectors.groupingBy(Measurement::cell));
        Map<Key, Cell> cells = new LinkedHashMap<>();
        for (CellEntry entry : run.run().cells()) {
            List<Measurement> measured = forks.getOrDefault(entry.id(), List.of());
            Cell cell = cells.computeIfAbsent(Key.of(entry, measured), key -> new Cell());
            cell.entries().add(entry);
            cell.repetitions().addAll(measured);
        }
        return cells;
    }

    /** @param keys those of one workload */
    private void compare(List<Key> keys) {
        Set<String> telling = ParameterText.telling(keys, Key::series, Key::parameters);
        keys.forEach(key -> compare(key, key.name(telling) + standing(key)));
    }

    /** Of a cell that writes: the level of durability that its engine did not keep, in the version of either run. */
    private String standing(Key key) {
        String level = key.parameters().getOrDefault("durability", "");
        boolean before = Promises.isBroken(base, key.engine(), level);
        boolean after = Promises.isBroken(other, key.engine(), level);
        if (!key.workload().writes() || (!before && !after)) {
            return "";
        }
        return " (" + level + " not kept" + (before && after ? "" : before ? " by the old" : " by the new") + ")";
    }

    private void compare(Key key, String name) {
        Cell old = before.getOrDefault(key, new Cell());
        Cell now = after.getOrDefault(key, new Cell());
        boolean measured = !old.repetitions().isEmpty() && !now.repetitions().isEmpty();
        if (measured && key.parameters().containsKey(Parameters.RATE.jmhName())) {
            unmatched.add(name + " (at planned times, where the rate is the plan's)");
        } else if (measured) {
            CellComparison.of(name, old.repetitions(), now.repetitions())
                    .ifPresentOrElse(cells::add, () -> unmatched.add(name + " (an increment without a rate)"));
        } else if (!old.repetitions().isEmpty()) {
            unmatched.add(name + " (" + state(now) + " in the new run)");
        } else if (!now.repetitions().isEmpty()) {
            unmatched.add(name + " (" + state(old) + " in the old run)");
        }
    }

    private static String state(Cell cell) {
        return cell.entries().isEmpty()
                ? "not"
                : Words.state(cell.entries().get(0).state());
    }

    /** What the cells that come nearest differ in. */
    private String hint() {
        for (Key key : before.keySet()) {
            for (Key near : after.keySet()) {
                if (key.series().equals(near.series()) && !after.containsKey(key) && !before.containsKey(near)) {
                    return key.engine() + " " + key.workload() + " has " + difference(key, near);
                }
            }
        }
        return unmatched.isEmpty() ? "neither has any" : shortened(unmatched);
    }

    private static String difference(Key key, Key near) {
        return Stream.concat(key.parameters().keySet().stream(), near.parameters().keySet().stream())
                .distinct()
                .filter(name -> !String.valueOf(key.parameters().get(name))
                        .equals(String.valueOf(near.parameters().get(name))))
                .map(name -> name + " " + key.parameters().getOrDefault(name, "not set") + " and "
                        + near.parameters().getOrDefault(name, "not set"))
                .collect(Collectors.joining(", "));
    }

    /** Whether any cell has repetitions enough for a verdict. */
    public boolean decided() {
        return cells.stream().anyMatch(CellComparison::decided);
    }

    /**
     * Names the cells of which the other run is slower by more than {@code share} beyond doubt.
     *
     * @return the other run, and the cells with their ratios; empty when there are none
     */
    public String slowerBy(double share) {
        List<String> slower = cells.stream()
                .filter(cell -> cell.slowerBy(share))
                .map(CellComparison::words)
                .toList();
        return slower.isEmpty() ? "" : other.name() + ": " + shortened(slower);
    }

    /** For a terminal: what differs beside the cells, then a table of them, then what could not be compared. */
    public String text() {
        Table table = Table.of(HEAD, cells.stream().map(CellComparison::fields).toList());
        return title() + "\n\n" + bullets(before()) + "\n" + table.text() + "\n" + bullets(after());
    }

    /** The same for an issue or a README. */
    public String markdown() {
        String rows = cells.stream()
                .map(cell -> row(cell.fields().stream().map(field -> field.replace("|", "\\|"))))
                .collect(Collectors.joining());
        String head = row(HEAD.stream()) + row(HEAD.stream().map(name -> name.equals("cell") ? "---" : "---:"));
        return title() + "\n\n" + bullets(before()) + "\n" + head + rows + "\n" + bullets(after());
    }

    private static String row(Stream<String> fields) {
        return fields.collect(Collectors.joining(" | ", "| ", " |\n"));
    }

    private static String bullets(List<String> lines) {
        return lines.stream().map(line -> "- " + line + "\n").collect(Collectors.joining());
    }

    private String title() {
        return other.name() + " (new) against " + base.name() + " (old)";
    }

    private List<String> before() {
        List<String> lines = new ArrayList<>(RunDifferences.of(base, other));
        if (lines.isEmpty()) {
            lines.add("same machine, versions, settings and Java");
        }
        lines.add(Canaries.differences(base.measurements(), other.measurements()));
        return lines;
    }

    private List<String> after() {
        List<String> lines = new ArrayList<>();
        lines.add("old and new: median ops/s of the repetitions; new/old: geometric mean over their increments; its"
                + " interval is widened by the doubt: how much the machines of the two runs may differ in speed");
        if (cells.stream().anyMatch(cell -> !cell.decided())) {
            lines.add("undecided: fewer than " + Ratio.FEWEST + " repetitions in one of the runs");
        }
        if (!unmatched.isEmpty()) {
            lines.add("not compared: " + shortened(unmatched));
        }
        return lines;
    }

    private static String shortened(List<String> names) {
        int more = names.size() - MOST_NAMED;
        return String.join(", ", names.subList(0, Math.min(MOST_NAMED, names.size())))
                + (more > 0 ? " and " + more + " more" : "");
    }
}
