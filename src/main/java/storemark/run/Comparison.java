package storemark.run;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import storemark.machine.MemoryLimit;
import storemark.parameter.Parameters;
import storemark.parameter.Values;
import storemark.suite.Cell;
import storemark.text.Amount;
import storemark.workload.Workload.Needs;

/**
 * Which cells are measured in turns with each other: those next to each other in the plan that differ in engine and thread count
 * alone, or in the age of their datasets, as far as memory and disk hold their stores at once.
 *
 * @param turns whether cells take turns at all
 * @param keepsDatasets whether datasets stay when no cell to come needs them
 * @param memory for the forks of one comparison, in bytes
 */
public record Comparison(Workspace workspace, boolean turns, boolean keepsDatasets, double memory) {
    /** Of the memory that is available: the rest is for the page cache. */
    private static final double MEMORY_SHARE = 0.75;
    /**
     * Of the disk that is free, for new stores and for copies that are written to: they grow by more than is foreseen. Who writes in place
     * has no room to spare: there they count as foreseen.
     */
    static final double WRITTEN_SHARE = 0.5;
    /** Datasets are copied up to this size, for forks that would have to open the same one at once. */
    private static final long MOST_COPIED_BYTES = 2L << 30;

    /** @param options of the run: whether all cells are measured alone, and whether datasets are deleted */
    public Comparison(Workspace workspace, Values options) {
        this(workspace, options, MEMORY_SHARE * MemoryLimit.availableBytes());
    }

    /** @param memory for the forks of one comparison, in bytes */
    Comparison(Workspace workspace, Values options, double memory) {
        this(workspace, !options.get(Parameters.SEQUENTIAL), !options.get(Parameters.DROP_DATASETS), memory);
    }

    /**
     * Cells that take turns: all of a comparison, or those of them that fit at once.
     *
     * @param cells at least one
     * @param common a cell of an earlier part that is measured once more, not counted: through it engines of both parts are
     *     compared. Null in the first part, and where there is none
     */
    record Part(List<Cell> cells, Cell common) {
        /** All that take turns. */
        List<Cell> all() {
            return Stream.concat(Stream.ofNullable(common), cells.stream()).toList();
        }
    }

    /**
     * What is measured next.
     *
     * @param toCome at least one cell
     * @param common what {@link CommonEngine} has for the first of them, or null
     * @return the first of them, those that take turns with it, and {@code common} where that has room beside two of them, or keeps
     *     none of them out
     */
    Part next(List<Cell> toCome, Cell common) {
        List<Cell> alone = fitting(toCome, null);
        if (common == null || alone.get(0).engine().onDevice()) {
            return new Part(alone, null);
        }
        List<Cell> beside = fitting(toCome, common);
        long measured = beside.stream().filter(this::isMeasured).count();
        return measured >= (beside.size() < alone.size() ? 2 : 1) ? new Part(beside, common) : new Part(alone, null);
    }

    /** The parts in which {@code cells} will be measured, if none fails and the machine stays as it is. */
    List<Part> parts(List<Cell> cells) {
        List<Part> parts = new ArrayList<>();
        Cell common = null;
        for (List<Cell> left = cells; !left.isEmpty(); ) {
            if (common != null && !areCompared(common, left.get(0))) {
                common = null;
            }
            Part part = next(left, common);
            if (common == null) {
                common = part.cells().stream()
                        .filter(this::canBeCommon)
                        .findFirst()
                        .orElse(null);
            }
            parts.add(part);
            left = left.subList(part.cells().size(), left.size());
        }
        return parts;
    }

    /** Whether {@code cell} can be measured once more beside others: a store that was written to is another one. */
    boolean canBeCommon(Cell cell) {
        return turns
                && keepsDatasets
                && !cell.engine().onDevice()
                && cell.workload().needs() != Needs.COPY
                && !cell.rate().isPlanned()
                && isMeasured(cell)
                && !cell.engine().isControl();
    }

    private boolean isMeasured(Cell cell) {
        return workspace.skipReason(cell).isEmpty();
    }

    /** Whether both are in one comparison, and of one thread count. */
    static boolean areCompared(Cell one, Cell other) {
        return one.threads() == other.threads()
                && one.workload() == other.workload()
                && one.repetition() == other.repetition()
                && what(one).equals(what(other));
    }

    /** The first of {@code toCome} and those that follow and fit beside it; the list may be empty if {@code common} is not null. */
    private List<Cell> fitting(List<Cell> toCome, Cell common) {
        Cell first = toCome.get(0);
        if (!turns || first.engine().onDevice()) {
            return List.of(first);
        }
        Room room = new Room();
        if (common != null) {
            room.take(common);
        }
        List<Cell> together = new ArrayList<>();
        for (Cell cell : toCome) {
            if (cell.engine().onDevice() || !what(cell).equals(what(first))) {
                break;
            }
            if (isMeasured(cell)) {
                boolean fits = room.take(cell);
                if (!fits && (common != null || !together.isEmpty())) {
                    // Engines are compared within a thread count: the last one, if it does not fit as a whole, is left
                    // to the next
                    // part.
                    while (cell.threads() != first.threads()
                            && together.get(together.size() - 1).threads() == cell.threads()) {
                        together.remove(together.size() - 1);
                    }
                    break;
                }
            }
            together.add(cell);
        }
        return together;
    }

    /** What forks that take turns leave of memory and disk. */
    private final class Room {
        private final Set<String> opened = new HashSet<>();
        private double memoryLeft = memory;
        private double disk = Math.max(0, workspace.freeBytes());
        private double copied;

        /** Takes what {@code cell} needs. Returns whether that was there. */
        boolean take(Cell cell) {
            boolean taken = !opened.add(storeName(cell));
            memoryLeft -= MemoryBudget.needed(workspace.store(cell));
            copied += taken ? workspace.storeSpec(cell).dataBytes() : 0;
            disk -= newBytes(cell, taken);
            boolean possible = !(taken && cell.workload().writes()); // what is written in place is not copied
            return possible && memoryLeft >= 0 && disk >= 0 && copied <= MOST_COPIED_BYTES;
        }
    }

    /** Whether {@code cells} have two engines to compare, the control left out. */
    public boolean compares(List<Cell> cells) {
        return cells.stream()
                .filter(cell ->
                        workspace.skipReason(cell).isEmpty() && !cell.engine().isControl())
                .collect(Collectors.groupingBy(Comparison::what, Collectors.mapping(Cell::engine, Collectors.toSet())))
                .values()
                .stream()
                .anyMatch(engines -> engines.size() > 1);
    }

    /** What of {@code cells}, all of a run, cannot take turns with all that it is compared with, as the machine is now: a line for each. */
    public List<String> splits(List<Cell> cells) {
        Map<String, List<Part>> later = new LinkedHashMap<>();
        Cell before = null;
        for (Part part : turns ? parts(cells) : List.<Part>of()) {
            Cell first = part.cells().get(0);
            boolean split = before != null
                    && !first.engine().onDevice()
                    && !before.engine().onDevice()
                    && what(first).equals(what(before));
            if (split && first.repetition() == 1) {
                later.computeIfAbsent(
                                first.workload().label() + " of " + Amount.ofCount(first.get(Parameters.ENTRIES))
                                        + " records",
                                label -> new ArrayList<>())
                        .add(part);
            }
            before = first;
        }
        return later.entrySet().stream()
                .map(split ->
                        split.getKey() + ": memory and disk do not hold all stores at once, so they are measured in "
                                + (split.getValue().size() + 1) + " parts, one after the other"
                                + again(split.getValue()))
                .toList();
    }

    /** What is measured again in some of these parts, in words. */
    private static String again(List<Part> later) {
        List<Cell> common =
                later.stream().map(Part::common).filter(Objects::nonNull).toList();
        return common.isEmpty()
                ? ""
                : "; measured again in " + common.size() + " of them, to compare the parts (not in the estimate): "
                        + common.stream()
                                .map(cell -> cell.engine().toString())
                                .distinct()
                                .collect(Collectors.joining(", "));
    }

    /** The room for what is not on the disk yet of what the cell works on. */
    private double newBytes(Cell cell, boolean copied) {
        long loaded = workspace.loadedBytes(cell);
        long written = workspace.engine(cell).diskBytes(workspace.storeSpec(cell));
        return switch (cell.workload().needs()) {
            case NEW_STORE -> written / WRITTEN_SHARE;
            case DATASET -> copied ? loaded : toLoad(cell);
            case COPY ->
                workspace.copies().inPlace(cell)
                        ? beside(cell, Math.max(written, loaded))
                        : toLoad(cell) + written / WRITTEN_SHARE;
        };
    }

    private long toLoad(Cell cell) {
        return workspace.isLoaded(cell) ? 0 : beside(cell, workspace.loadedBytes(cell));
    }

    /** What {@code bytes} for the cell's dataset are beside what is in its place: a store that was written to is loaded again there. */
    private long beside(Cell cell, long bytes) {
        return Math.max(0, bytes - workspace.datasets().bytesInPlaceOf(workspace.spec(cell)));
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
