package storemark.suite;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import storemark.engine.EngineSpec;
import storemark.text.Amount;
import storemark.workload.Workload;

/**
 * A named list of cells, as settings for all of it and groups that override them.
 *
 * @param name what the run's folder is named after
 * @param about one line for {@code suites}
 * @param reproduces the published comparison that its runs are compared with; null for none
 * @param groups at least one; each complete
 */
public record Suite(String name, String about, String reproduces, List<Settings> groups) {
    /** No part is scaled below this many entries: fewer say nothing. */
    private static final long FEWEST = 100;

    /** A suite that reproduces no published comparison. */
    public Suite(String name, String about, List<Settings> groups) {
        this(name, about, null, groups);
    }

    /** This suite with other groups. */
    public Suite withGroups(List<Settings> others) {
        return new Suite(name, about, reproduces, others);
    }

    /**
     * This suite with {@code said} in place of what each group says. A group's step belongs to its number of entries: where
     * another number is said and no step, a step that is a count is left out, and one that is a share stays.
     */
    public Suite with(Settings said) {
        return withGroups(groups.stream().map(group -> merge(said, group)).toList());
    }

    private static Settings merge(Settings said, Settings group) {
        Settings merged = said.over(group);
        if (said.entries != null && said.step == null && !isShare(group.step)) {
            merged.step = null;
        }
        return merged;
    }

    private static boolean isShare(String step) {
        return step != null && step.endsWith("%");
    }

    /**
     * This suite with the entries of every group, and steps that are counts, times {@code factor}; but no group with fewer
     * than 100 entries, unless it has fewer as it is.
     *
     * @param factor more than 0
     */
    public Suite scaled(double factor) {
        return withGroups(groups.stream().map(group -> scaled(group, factor)).toList());
    }

    private static Settings scaled(Settings group, double factor) {
        Settings changed = new Settings();
        long entries = Shape.of(group).entries();
        long fewer = Math.max(Math.min(entries, FEWEST), Math.round(entries * factor));
        changed.entries = String.valueOf(fewer);
        if (group.step != null && !isShare(group.step)) {
            changed.step = String.valueOf(Math.max(1, Amount.count(group.step) * fewer / entries));
        }
        return changed.over(group);
    }

    /**
     * All cells in the order of execution: rounds outermost, so that each is spread over the whole run; then thread counts;
     * then workloads in the order insert, read, scan, forward, reverse, update, mix, remove; engines innermost, so that what
     * is compared is measured close together in time. Engines on a device come after those, one with all its workloads after the
     * other: the device holds one store at a time.
     *
     * @throws IllegalArgumentException with one line, for a setting that cannot be, or when there is no cell
     */
    public List<Cell> cells() {
        Map<String, Cell> cells = new LinkedHashMap<>();
        List<Shape> shapes = groups.stream().map(Shape::of).toList();
        int rounds = shapes.stream().mapToInt(Shape::rounds).max().orElse(1);
        for (int round = 1; round <= rounds; round++) {
            for (Shape shape : shapes) {
                if (round <= shape.rounds()) {
                    for (Cell cell : cells(shape, round)) {
                        cells.putIfAbsent(cell.id(), cell);
                    }
                }
            }
        }
        if (cells.isEmpty()) {
            throw new IllegalArgumentException("suite " + name + " has no cells: give it a group, or leave groups out");
        }
        return List.copyOf(cells.values());
    }

    private static List<Cell> cells(Shape shape, int round) {
        List<Cell> cells = new ArrayList<>();
        for (int threads : shape.threads()) {
            add(
                    cells,
                    shape,
                    round,
                    threads,
                    shape.engines().stream()
                            .filter(engine -> !engine.onDevice())
                            .toList());
            for (EngineSpec engine : shape.engines()) {
                if (engine.onDevice()) {
                    add(cells, shape, round, threads, List.of(engine));
                }
            }
        }
        return cells;
    }

    private static void add(List<Cell> cells, Shape shape, int round, int threads, List<EngineSpec> engines) {
        for (Workload workload : Workload.values()) {
            if (!shape.workloads().contains(workload)) {
                continue;
            }
            int passes = workload.hasPasses() ? shape.passes() : 1;
            for (int pass : IntStream.rangeClosed(1, passes).toArray()) {
                for (EngineSpec engine : engines) {
                    cells.add(new Cell(engine, workload, threads, pass, round, shape));
                }
            }
        }
    }
}
