package storemark.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import storemark.dataset.DatasetException;
import storemark.dataset.DatasetSpec;
import storemark.dataset.Datasets;
import storemark.engine.Capability;
import storemark.engine.Engine;
import storemark.engine.EngineSpec;
import storemark.engine.StoreSpec;
import storemark.engine.Unavailable;
import storemark.engine.Unsupported;
import storemark.machine.FreeSpace;
import storemark.parameter.Parameters;
import storemark.parameter.Values;
import storemark.suite.Cell;
import storemark.workload.Workload;

/**
 * The stores that cells work on, below one directory: datasets, which are never written to once they are loaded, and {@link Copies}
 * for the workloads that write.
 */
public final class Workspace {
    private static final long FULL_BYTES = 16 << 20;

    private final Path device;
    private final Function<EngineSpec, Engine> engines;
    private final EngineVersions versions;
    private final Datasets datasets;
    private final Copies copies;
    private final boolean inPlace;
    private final Map<Cell, CellStore> stores = new ConcurrentHashMap<>();
    private final Map<Cell, Optional<Exception>> refusals = new ConcurrentHashMap<>();

    /**
     * @param directory where the stores are, or will be
     * @param device the block device for specifications that ask for one, or null
     * @param engines finds the engine of a specification
     * @param versions which of them are available here
     * @param inPlace whether cells that write use the dataset itself in place of a copy
     */
    public Workspace(
            Path directory,
            Path device,
            Function<EngineSpec, Engine> engines,
            EngineVersions versions,
            boolean inPlace) {
        this.device = device;
        this.engines = engines;
        this.versions = versions;
        this.inPlace = inPlace;
        datasets = new Datasets(directory);
        copies = new Copies(datasets, this::spec, inPlace);
    }

    Path directory() {
        return datasets.root();
    }

    /** Null when there is none. */
    Path device() {
        return device;
    }

    /** What cells write to. */
    public Copies copies() {
        return copies;
    }

    /** What {@code cell} works on. */
    CellStore store(Cell cell) {
        return stores.computeIfAbsent(cell, this::newStore);
    }

    private CellStore newStore(Cell cell) {
        return CellStore.of(cell, engines.apply(cell.engine()), directory(), device);
    }

    Engine engine(Cell cell) {
        return store(cell).engine();
    }

    DatasetSpec spec(Cell cell) {
        return store(cell).dataset();
    }

    /** The store of {@code cell}, as its engine is asked for it. */
    public StoreSpec storeSpec(Cell cell) {
        return store(cell).spec();
    }

    /** The cells with the caches that their engines get of the memory budgets. */
    public List<Cell> divide(List<Cell> cells) {
        return cells.stream().map(cell -> MemoryBudget.divide(newStore(cell))).toList();
    }

    /** How the memory of {@code cell}, which has a budget, is divided, in words. */
    public String describeMemory(Cell cell) {
        return MemoryBudget.describe(store(cell));
    }

    /** Says ahead why the cell cannot be measured. */
    private void check(Cell cell) throws Unsupported, Unavailable {
        Engine engine = engine(cell);
        MemoryBudget.check(store(cell));
        engine.check(storeSpec(cell));
        versions.of(engine, cell.engine().profiles(engine.traits()));
        Capability needed = cell.workload() == Workload.REVERSE ? Capability.REVERSE_SCAN : Capability.SCAN;
        if (cell.scans() && !engine.traits().can(needed)) {
            throw new Unsupported(
                    needed.label() + ": " + engine.traits().capability(needed).how());
        }
        if (cell.grows() && !engine.traits().fixed().isEmpty()) {
            throw new Unsupported("a mix that inserts: " + engine.traits().fixed());
        }
    }

    /** Why the cell will not be measured, as its result will say; nothing when it will. */
    Optional<String> skipReason(Cell cell) {
        return cell.leftOut().or(() -> refusal(cell).map(Workspace::inWords));
    }

    /** Whether the cell's engine, or a profile of it, is not available here. */
    public boolean isMissing(Cell cell) {
        return refusal(cell).filter(Unavailable.class::isInstance).isPresent();
    }

    private static String inWords(Exception refused) {
        return (refused instanceof Unavailable ? "not available: " : "not supported: ") + refused.getMessage();
    }

    private Optional<Exception> refusal(Cell cell) {
        return refusals.computeIfAbsent(cell, this::findRefusal);
    }

    private Optional<Exception> findRefusal(Cell cell) {
        try {
            check(cell);
            return Optional.empty();
        } catch (Unsupported | Unavailable refused) {
            return Optional.of(refused);
        }
    }

    /** Whether the cell will put a store on the device: one that cannot be measured leaves it alone. */
    public boolean usesDevice(Cell cell) {
        return cell.engine().onDevice() && skipReason(cell).isEmpty();
    }

    /** Whether the cell's dataset is there. What stands in its place instead comes to light when it is loaded. */
    boolean isLoaded(Cell cell) {
        try {
            return datasets.find(spec(cell)).isPresent();
        } catch (DatasetException taken) {
            return false;
        }
    }

    /** What the cell's dataset takes at the most, in bytes. */
    long loadedBytes(Cell cell) {
        return spec(cell).loadedBytes(cell.get(Parameters.CACHE));
    }

    /** What cells read, and copies are made of. */
    public Datasets datasets() {
        return datasets;
    }

    /**
     * The order in which {@code cells} are measured: as given, or, where datasets are dropped, those of one dataset after those of
     * the other, so that there is one at a time. There, in place, where each thread count would find what the one before has
     * written, and where the disk has no room for the copies of all at once, thread counts follow each other with all their workloads.
     */
    public List<Cell> order(List<Cell> cells, Values options) {
        if (!options.get(Parameters.DROP_DATASETS)) {
            boolean room = bytesOfCopies(cells) <= Comparison.WRITTEN_SHARE * Math.max(0, freeBytes());
            return inPlace || !room ? grouped(cells, cell -> List.of(cell.repetition(), cell.threads())) : cells;
        }
        List<Cell> byDataset = grouped(cells, cell -> spec(cell).folderName());
        return grouped(byDataset, cell -> List.of(spec(cell).folderName(), cell.repetition(), cell.threads()));
    }

    /** What the copies of one repetition take at the most, in bytes. */
    private double bytesOfCopies(List<Cell> cells) {
        return cells.stream()
                .filter(cell -> cell.repetition() == cells.get(0).repetition()
                        && cell.workload().needs() == Workload.Needs.COPY)
                .filter(cell -> skipReason(cell).isEmpty() && !cell.engine().onDevice())
                .collect(Collectors.toMap(copies::name, cell -> engine(cell).diskBytes(storeSpec(cell)), Math::max))
                .values()
                .stream()
                .mapToDouble(Long::doubleValue)
                .sum();
    }

    /** Cells of the same {@code key} after each other, in the order in which the first of each comes. */
    private static List<Cell> grouped(List<Cell> cells, Function<Cell, Object> key) {
        return cells.stream()
                .collect(Collectors.groupingBy(key, LinkedHashMap::new, Collectors.toList()))
                .values()
                .stream()
                .flatMap(List::stream)
                .toList();
    }

    /** Whether the disk has so little space left that this is why a cell failed: LMDB, for one, calls it an I/O error. */
    boolean isFull() {
        try {
            FreeSpace left = FreeSpace.of(directory());
            return left.exhausted() || left.usableBytes() < FULL_BYTES;
        } catch (IOException unknown) {
            return false; // the error at hand says more
        }
    }

    /** What may still be written to the disk where the stores are, or will be; -1 where that is unknown. */
    long freeBytes() {
        try {
            return FreeSpace.ahead(directory()).spendableBytes();
        } catch (IOException unknown) {
            return -1; // a figure for the status line only
        }
    }
}
