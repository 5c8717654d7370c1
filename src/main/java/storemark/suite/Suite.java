package storemark.suite;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import storemark.engine.EngineSpec;
import storemark.workload.Workload;

/**
 * A named list of cells, as settings for all of it and groups that override them.
 *
 * @param name what the run's folder is named after
 * @param about one line for {@code suites}
 * @param groups at least one; each complete
 */
public record Suite(String name, String about, List<Settings> groups) {
    /**
     * This suite with {@code said} in place of what each group says. A group's step belongs to its number of entries: where
     * another number is said and no step, the step is what it is by default.
     */
    public Suite with(Settings said) {
        return new Suite(
                name, about, groups.stream().map(group -> merge(said, group)).toList());
    }

    private static Settings merge(Settings said, Settings group) {
        Settings merged = said.over(group);
        if (said.entries != null) {
            merged.step = said.step;
        }
        return merged;
    }

    /**
     * All cells in the order of execution: rounds outermost, so that each is spread over the whole run; then thread counts;
     * then workloads in the order insert, read, scan, forward, reverse, update, mix, remove; engines innermost, so that what
     * is compared is measured close together in time.
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
            for (Workload workload : Workload.values()) {
                if (!shape.workloads().contains(workload)) {
                    continue;
                }
                int passes = workload.hasPasses() ? shape.passes() : 1;
                for (int pass : IntStream.rangeClosed(1, passes).toArray()) {
                    for (EngineSpec engine : shape.engines()) {
                        cells.add(new Cell(engine, workload, threads, pass, round, shape));
                    }
                }
            }
        }
        return cells;
    }
}
