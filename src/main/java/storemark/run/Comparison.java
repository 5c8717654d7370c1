package storemark.run;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import storemark.machine.MemoryLimit;
import storemark.parameter.Parameters;
import storemark.suite.Cell;
import storemark.text.Amount;

/**
 * Which cells are measured in turns with each other: those next to each other in the plan that differ in engine and thread count
 * alone, or in the age of their datasets, as far as memory and disk hold their stores at once.
 */
public final class Comparison {
    /** Of the memory that is available: the rest is for the page cache. */
    private static final double MEMORY_SHARE = 0.75;
    /** Of the disk that is free: stores that are written to grow by more than is foreseen. */
    static final double DISK_SHARE = 0.5;
    /** Datasets are copied up to this size, for forks that would have to open the same one at once. */
    private static final long MOST_COPIED_BYTES = 2L << 30;

    private final Workspace workspace;
    private final boolean turns;
    /** For the forks of one comparison, in bytes. */
    private final double memory = MEMORY_SHARE * MemoryLimit.availableBytes();

    /** @param sequential whether all cells are measured alone */
    public Comparison(Workspace workspace, boolean sequential) {
        this.workspace = workspace;
        this.turns = !sequential;
    }

    /**
     * What is measured next.
     *
     * @param toCome at least one cell
     * @return the first of them, and those that take turns with it
     */
    List<Cell> next(List<Cell> toCome) {
        Cell first = toCome.get(0);
        if (!turns || first.engine().onDevice()) {
            return List.of(first);
        }
        double memoryLeft = memory;
        double disk = DISK_SHARE * Math.max(0, workspace.freeBytes());
        double copied = 0;
        Set<String> opened = new HashSet<>();
        List<Cell> together = new ArrayList<>();
        for (Cell cell : toCome) {
            if (cell.engine().onDevice() || !what(cell).equals(what(first))) {
                break;
            }
            if (workspace.skipReason(cell).isEmpty()) {
                boolean taken = !opened.add(storeName(cell));
                memoryLeft -= MemoryBudget.needed(workspace.store(cell));
                copied += taken ? workspace.storeSpec(cell).dataBytes() : 0;
                disk -= newBytes(cell, taken);
                boolean possible = !(taken && cell.workload().writes()); // what is written in place is not copied
                boolean fits = memoryLeft >= 0 && disk >= 0 && copied <= MOST_COPIED_BYTES;
                if (!together.isEmpty() && !(possible && fits)) {
                    // Engines are compared within a thread count: one that does not fit whole comes next.
                    if (cell.threads() != first.threads()) {
                        together.removeIf(other -> other.threads() == cell.threads());
                    }
                    break;
                }
            }
            together.add(cell);
        }
        return together;
    }

    /** Whether {@code cells} have two engines to compare, the control left out. */
    public boolean compares(List<Cell> cells) {
        return cells.stream()
                .filter(cell -> workspace.skipReason(cell).isEmpty()
                        && !workspace.engine(cell).traits().isControl())
                .collect(Collectors.groupingBy(Comparison::what, Collectors.mapping(Cell::engine, Collectors.toSet())))
                .values()
                .stream()
                .anyMatch(engines -> engines.size() > 1);
    }

    /** What of {@code cells}, all of a run, cannot take turns with all that it is compared with, as the machine is now: a line for each. */
    public List<String> splits(List<Cell> cells) {
        Map<String, Integer> parts = new LinkedHashMap<>();
        for (List<Cell> left = cells; !left.isEmpty(); ) {
            Cell first = left.get(0);
            int together = next(left).size();
            left = left.subList(together, left.size());
            boolean split = turns
                    && !first.engine().onDevice()
                    && !left.isEmpty()
                    && !left.get(0).engine().onDevice()
                    && what(left.get(0)).equals(what(first));
            if (split && first.repetition() == 1) {
                parts.merge(
                        first.workload().label() + " of " + Amount.ofCount(first.get(Parameters.ENTRIES)) + " records",
                        1,
                        Integer::sum);
            }
        }
        return parts.entrySet().stream()
                .map(split ->
                        split.getKey() + ": memory and disk do not hold all stores at once, which are measured in "
                                + (split.getValue() + 1) + " parts, one after the other")
                .toList();
    }

    /** What is not on the disk yet of what the cell works on. */
    private long newBytes(Cell cell, boolean copied) {
        long loaded = workspace.loadedBytes(cell);
        long written = workspace.engine(cell).diskBytes(workspace.storeSpec(cell));
        return switch (cell.workload().needs()) {
            case NEW_STORE -> written;
            case DATASET -> (copied ? loaded : 0) + (workspace.isLoaded(cell) ? 0 : loaded);
            case COPY -> written + (workspace.isLoaded(cell) ? 0 : loaded);
        };
    }

    /** The folder that the cell's fork will open; for a new store, any. */
    private String storeName(Cell cell) {
        return switch (cell.workload().needs()) {
            case NEW_STORE -> cell.id();
            case DATASET -> workspace.spec(cell).folderName();
            case COPY -> workspace.copies().path(cell).toString();
        };
    }

    /** All that makes a comparison: the cell without its engine, its thread count and the age of its dataset. */
    static Map<String, String> what(Cell cell) {
        Map<String, String> what = new TreeMap<>(cell.parameters());
        what.keySet()
                .removeAll(
                        List.of(Parameters.ENGINES.jmhName(), Parameters.CACHE.jmhName(), Parameters.CHURN.jmhName()));
        what.put("workload", cell.workload().label());
        what.put("repetition", String.valueOf(cell.repetition()));
        what.put("time", cell.values().text(Parameters.TIME));
        what.put("warm-up", cell.values().text(Parameters.WARM_UP));
        return what;
    }
}
