package storemark.run;

import static storemark.parameter.Parameters.ENGINES;
import static storemark.parameter.Parameters.ENTRIES;
import static storemark.parameter.Parameters.THREADS;
import static storemark.parameter.Parameters.TIME;
import static storemark.parameter.Parameters.WORKLOADS;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import storemark.engine.EngineSpec;
import storemark.parameter.Rate;
import storemark.suite.Cell;
import storemark.suite.Settings;
import storemark.suite.Suite;
import storemark.workload.Workload.Needs;

/**
 * Divides a plan among machines. What is compared with each other, and what follows each other on one store, is a group that stays
 * together. The division depends on the cells alone, so that every machine finds the same. Immutable.
 */
public final class Shards {
    private final List<List<Cell>> groups;
    /** From 1, by the cell's id, in the order of the plan. */
    private final Map<String, Integer> numbers = new LinkedHashMap<>();

    /**
     * The groups go to the shards from the longest to the shortest, each to the one that has the least to do.
     *
     * @param plan all cells, in the suite's order
     * @param of how many shards; at least 1
     * @throws IllegalArgumentException when there are not as many groups
     */
    public Shards(List<Cell> plan, int of, Workspace workspace) {
        groups = groups(plan, workspace);
        if (of > groups.size()) {
            throw new IllegalArgumentException("--shard: the plan has " + groups.size()
                    + " units, and a unit is never split between machines: use at most that many shards, not "
                    + of);
        }
        plan.forEach(cell -> numbers.put(cell.id(), 0));
        double[] seconds = new double[of];
        groups.stream()
                .sorted(Comparator.comparingDouble(Shards::seconds).reversed())
                .forEach(group -> {
                    int least = IntStream.range(0, of)
                            .boxed()
                            .min(Comparator.comparingDouble(shard -> seconds[shard]))
                            .orElseThrow();
                    seconds[least] += seconds(group);
                    group.forEach(cell -> numbers.put(cell.id(), least + 1));
                });
    }

    private static double seconds(List<Cell> group) {
        return group.stream().mapToDouble(Shards::measuring).sum();
    }

    private static double measuring(Cell cell) {
        return cell.leftOut().isPresent() ? 0 : Cost.measuring(cell);
    }

    private static List<List<Cell>> groups(List<Cell> plan, Workspace workspace) {
        int[] earliest = IntStream.range(0, plan.size()).toArray(); // a cell of the same group, or the cell itself
        Map<Object, Integer> seen = new HashMap<>();
        for (int at = 0; at < earliest.length; at++) {
            for (Object shared : shared(plan.get(at), workspace)) {
                int one = first(seen.getOrDefault(shared, at), earliest);
                int other = first(at, earliest);
                earliest[Math.max(one, other)] = Math.min(one, other);
                seen.put(shared, at);
            }
        }
        Map<Integer, List<Cell>> groups = new LinkedHashMap<>();
        for (int at = 0; at < earliest.length; at++) {
            groups.computeIfAbsent(first(at, earliest), group -> new ArrayList<>())
                    .add(plan.get(at));
        }
        return List.copyOf(groups.values());
    }

    /** What the cell has in common with those that it stays with. */
    private static List<Object> shared(Cell cell, Workspace workspace) {
        List<Object> shared = new ArrayList<>(List.of(Comparison.what(cell)));
        if (cell.workload().needs() == Needs.COPY) {
            shared.add(workspace.copies().name(cell));
        }
        if (cell.rate().kind() == Rate.Kind.SHARE) {
            shared.add(Comparison.what(cell.atFullSpeed()));
        }
        return shared;
    }

    private static int first(int cell, int[] earliest) {
        int at = cell;
        while (earliest[at] != at) {
            at = earliest[at];
        }
        return at;
    }

    /** The shard of each cell, from 1, by the cell's id in the order of the plan. */
    public Map<String, Integer> numbers() {
        return numbers;
    }

    /** A line for each cell: its shard, its unit, the seconds that measuring it is thought to take, and its id. */
    public String table() {
        StringBuilder table = new StringBuilder("shard unit seconds cell\n");
        for (int group = 0; group < groups.size(); group++) {
            for (Cell cell : groups.get(group)) {
                table.append(String.format(
                        Locale.ROOT,
                        "%5d %5d %7.1f %s%n",
                        numbers.get(cell.id()),
                        group + 1,
                        measuring(cell),
                        cell.id()));
            }
        }
        return table.toString();
    }

    /**
     * What every shard measures before its own cells, so that an unlike machine is seen: reads of the control and of LMDB, by one
     * thread, of 100k records.
     */
    public static List<Cell> reference() {
        Settings settings = new Settings()
                .set(ENGINES, List.of(EngineSpec.CONTROL, "lmdb"))
                .set(WORKLOADS, List.of("read"))
                .set(THREADS, List.of("1"))
                .set(ENTRIES, List.of("100k"))
                .set(TIME, List.of("300ms"));
        return new Suite("reference", "", List.of(settings)).cells();
    }
}
