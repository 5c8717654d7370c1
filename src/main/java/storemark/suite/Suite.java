package storemark.suite;

import static storemark.parameter.Parameters.CHURN;
import static storemark.parameter.Parameters.ENGINES;
import static storemark.parameter.Parameters.ENTRIES;
import static storemark.parameter.Parameters.PASSES;
import static storemark.parameter.Parameters.RATE;
import static storemark.parameter.Parameters.REPETITIONS;
import static storemark.parameter.Parameters.STEP;
import static storemark.parameter.Parameters.THREADS;
import static storemark.parameter.Parameters.WORKLOADS;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import storemark.engine.EngineSpec;
import storemark.parameter.Rate;
import storemark.parameter.Values;
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
     * This suite with {@code said} in place of what each group says. A workload is measured in the groups that have it; one
     * that no group has, in the last. A group's step belongs to its number of entries: where another number is said and no
     * step, a step that is a count is left out, and one that is a share stays.
     */
    public Suite with(Settings said) {
        if (said.get(WORKLOADS) == null || groups.stream().anyMatch(group -> group.get(WORKLOADS) == null)) {
            return withGroups(groups.stream().map(group -> merge(said, group)).toList());
        }
        List<String> asked = workloads(said);
        Set<String> nowhere = new LinkedHashSet<>(asked);
        groups.forEach(group -> nowhere.removeAll(workloads(group)));
        List<Settings> merged = new ArrayList<>();
        for (Settings group : groups) {
            Set<String> own = new LinkedHashSet<>(workloads(group));
            own.addAll(group == groups.get(groups.size() - 1) ? nowhere : Set.of());
            own.retainAll(asked);
            if (!own.isEmpty()) {
                Settings one = merge(said, group);
                one.set(WORKLOADS, List.copyOf(own));
                merged.add(one);
            }
        }
        return withGroups(merged);
    }

    /** In one form for each, whatever way they were typed. */
    private static List<String> workloads(Settings settings) {
        return settings.values(WORKLOADS).stream().map(Workload::label).toList();
    }

    private static Settings merge(Settings said, Settings group) {
        Settings merged = said.over(group);
        if (said.get(ENTRIES) != null && said.get(STEP) == null && !isShare(group)) {
            merged.set(STEP, null);
        }
        return merged;
    }

    private static boolean isShare(Settings group) {
        return group.get(STEP) != null && group.get(STEP).get(0).endsWith("%");
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
        long entries = group.valuesOfDatasets().get(ENTRIES); // the scaled group is checked, not this one
        long fewer = Math.max(Math.min(entries, FEWEST), Math.round(entries * factor));
        changed.set(ENTRIES, fewer);
        if (group.get(STEP) != null && !isShare(group)) {
            changed.set(
                    STEP,
                    Math.max(1, Math.round((double) Amount.count(group.get(STEP).get(0)) * fewer / entries)));
        }
        return changed.over(group);
    }

    /**
     * All cells in the order of execution: repetitions outermost, so that they are spread over the whole run, with the control beside
     * engines in the first alone; then
     * workloads in the order insert, read, scan, forward, reverse, update, mix, read-while-writing, remove; then rates, the closed loop first; then
     * thread counts; engines, and within them the ages of their datasets, innermost, so that what is compared is next to each other. Engines on a device come after those, one with all its workloads after the
     * other: the device holds one store at a time.
     *
     * @throws IllegalArgumentException with one line, for a setting that cannot be, or when there is no cell
     */
    public List<Cell> cells() {
        Map<String, Cell> cells = new LinkedHashMap<>();
        List<Values> all = groups.stream().map(Settings::values).toList();
        int most = all.stream().mapToInt(group -> group.get(REPETITIONS)).max().orElse(1);
        for (int repetition = 1; repetition <= most; repetition++) {
            for (Values group : all) {
                if (repetition <= group.get(REPETITIONS)) {
                    cells(group, repetition).forEach(cell -> cells.putIfAbsent(cell.id(), cell));
                }
            }
        }
        if (cells.isEmpty()) {
            throw new IllegalArgumentException("suite " + name + " has no cells: give it a group, or leave groups out");
        }
        expectToldApart(cells.values());
        return List.copyOf(cells.values());
    }

    /** Reports distinguish cells by their JMH parameters. */
    private void expectToldApart(Collection<Cell> cells) {
        Map<Object, Cell> told = new HashMap<>();
        for (Cell cell : cells) {
            Object what = List.of(cell.parameters(), cell.workload(), cell.threads(), cell.repetition());
            if (told.putIfAbsent(what, cell) != null) {
                throw new IllegalArgumentException("suite " + name + " has " + cell
                        + " twice, with another time or warm-up: reports cannot distinguish them; make two suites");
            }
        }
    }

    private static List<Cell> cells(Values group, int repetition) {
        List<Cell> cells = new ArrayList<>();
        Map<Boolean, List<EngineSpec>> byPlace =
                engines(group, repetition).stream().collect(Collectors.partitioningBy(EngineSpec::onDevice));
        add(cells, group, repetition, group.get(THREADS), byPlace.get(false));
        for (int threads : group.get(THREADS)) {
            byPlace.get(true).forEach(engine -> add(cells, group, repetition, List.of(threads), List.of(engine)));
        }
        return cells;
    }

    /** No rate is compared with the control's: where there are engines beside it, its first repetition is enough. */
    private static List<EngineSpec> engines(Values group, int repetition) {
        List<EngineSpec> all = group.get(ENGINES);
        boolean alone = all.stream().allMatch(EngineSpec::isControl);
        return repetition == 1 || alone
                ? all
                : all.stream().filter(engine -> !engine.isControl()).toList();
    }

    private static void add(
            List<Cell> cells, Values group, int repetition, List<Integer> threadCounts, List<EngineSpec> engines) {
        for (Workload workload : Workload.values()) {
            int passes = !group.get(WORKLOADS).contains(workload) ? 0 : workload.hasPasses() ? group.get(PASSES) : 1;
            List<Rate> rates = workload.canBePlanned() ? group.get(RATE) : List.of(Rate.MAX);
            for (int pass = 1; pass <= passes; pass++) {
                for (Rate rate : rates) {
                    Values values = group.with(RATE, List.of(rate));
                    for (int threads : threadCounts) {
                        for (EngineSpec engine : engines) {
                            for (Values aged : ages(workload, values)) {
                                cells.add(Cell.of(engine, workload, threads, pass, repetition, aged));
                            }
                        }
                    }
                }
            }
        }
    }

    private static List<Values> ages(Workload workload, Values values) {
        List<Integer> ages = values.get(CHURN);
        return ages.isEmpty() || !CHURN.isGivenTo(workload, values)
                ? List.of(values.with(CHURN, List.of()))
                : ages.stream().map(age -> values.with(CHURN, List.of(age))).toList();
    }
}
