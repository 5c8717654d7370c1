package storemark.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import storemark.dataset.Dataset;
import storemark.dataset.DatasetException;
import storemark.dataset.DatasetSpec;
import storemark.dataset.Datasets;
import storemark.dataset.Listed;
import storemark.dataset.Progress;
import storemark.dataset.Scratch;
import storemark.engine.Capability;
import storemark.engine.Engine;
import storemark.engine.EngineSpec;
import storemark.engine.StoreSpec;
import storemark.engine.Target;
import storemark.engine.Unavailable;
import storemark.engine.Unsupported;
import storemark.suite.Cell;
import storemark.workload.Workload;

/**
 * The stores that cells work on, below one directory: datasets, which are never written to once they are loaded, and copies
 * for the workloads that write. Update and mix of one thread count share a copy, in this order and pass after pass, so that
 * the one sees what the other left; every removal has a copy of its own.
 */
public final class Workspace {
    private static final Pattern COPY_NAME = Pattern.compile(".*-copy-(\\d{1,18})-t\\d+-r\\d+(-remove)?");

    private static final long FULL_BYTES = 16 << 20;

    private final Path directory;
    private final Function<EngineSpec, Engine> engines;
    private final EngineVersions versions;
    private final Datasets datasets;
    /** Cells that each copy has been through, by the copy's folder. In memory only: a copy of an earlier run is not trusted. */
    private final Map<Path, List<String>> histories = new HashMap<>();

    /**
     * @param directory where the stores are, or will be
     * @param engines finds the engine of a specification
     * @param versions which of them are available here
     */
    public Workspace(Path directory, Function<EngineSpec, Engine> engines, EngineVersions versions) {
        this.directory = directory;
        this.engines = engines;
        this.versions = versions;
        datasets = new Datasets(directory);
    }

    Path directory() {
        return directory;
    }

    Engine engine(Cell cell) {
        return engines.apply(cell.engine());
    }

    DatasetSpec spec(Cell cell) {
        return DatasetSpec.files(
                engine(cell),
                cell.engine(),
                cell.shape().records(),
                cell.shape().entries());
    }

    /** What the cell's engine will be asked to open. */
    StoreSpec storeSpec(Cell cell) {
        Engine engine = engine(cell);
        return new StoreSpec(
                Target.directory(directory),
                cell.shape().durability(),
                cell.shape().records(),
                cell.shape().entries(),
                cell.shape().cacheBytes(),
                cell.threads(),
                true,
                cell.engine().profiles(engine.traits()),
                cell.engine().settings(engine.traits()));
    }

    /** Says ahead why the cell cannot be measured. */
    void check(Cell cell) throws Unsupported, Unavailable {
        Engine engine = engine(cell);
        engine.traits().check(storeSpec(cell));
        versions.of(engine);
        boolean scans = cell.workload() == Workload.SCAN
                || cell.workload() == Workload.FORWARD
                || cell.workload() == Workload.REVERSE
                || cell.workload() == Workload.MIX;
        Capability needed = cell.workload() == Workload.REVERSE ? Capability.REVERSE_SCAN : Capability.SCAN;
        if (scans && !engine.traits().can(needed)) {
            throw new Unsupported(
                    needed.label() + ": " + engine.traits().capability(needed).how());
        }
    }

    /** Whether the cell's dataset is there. What stands in its place instead comes to light when it is loaded. */
    boolean isLoaded(Cell cell) {
        try {
            return datasets.find(spec(cell)).isPresent();
        } catch (DatasetException taken) {
            return false;
        }
    }

    Optional<Dataset> dataset(Cell cell) throws DatasetException {
        return datasets.find(spec(cell));
    }

    /** Where the copy is that the cell writes to. */
    private Path copyPath(Cell cell) {
        String name =
                spec(cell).folderName() + "-copy-" + ProcessHandle.current().pid() + "-t" + cell.threads() + "-r"
                        + cell.round() + (cell.workload() == Workload.REMOVE ? "-remove" : "");
        return directory.resolve(name);
    }

    /** The cells of {@code plan} before {@code cell} that write to the same copy. */
    List<Cell> before(Cell cell, List<Cell> plan) {
        List<Cell> before = new ArrayList<>();
        for (Cell other : plan) {
            if (other.id().equals(cell.id())) {
                break;
            }
            if (other.workload().needs() == Workload.Needs.COPY
                    && copyPath(other).equals(copyPath(cell))) {
                before.add(other);
            }
        }
        return before;
    }

    /**
     * The copy for {@code cell}, if it has been through exactly {@code history}.
     *
     * @param history ids of cells, in order
     */
    Optional<Dataset> copy(Cell cell, List<String> history) throws DatasetException {
        Path path = copyPath(cell);
        return history.equals(histories.get(path)) ? Optional.of(Dataset.at(path, spec(cell))) : Optional.empty();
    }

    /** A new copy for {@code cell}, in place of any that there was. */
    Dataset newCopy(Cell cell, Progress.Listener listener) throws DatasetException, Unsupported, InterruptedException {
        removeCopy(cell);
        Dataset pristine = dataset(cell)
                .orElseThrow(() -> new IllegalStateException("the dataset of " + cell + " was not loaded"));
        Path path = copyPath(cell);
        Dataset copy = pristine.copyTo(path, listener);
        histories.put(path, new ArrayList<>());
        return copy;
    }

    /** Notes that {@code cell} has begun to write to its copy: until {@link #wrote}, the copy is in no known state. */
    void writing(Cell cell) {
        List<String> history = histories.get(copyPath(cell));
        if (history != null) {
            history.add("unfinished");
        }
    }

    /** Notes that {@code cell} has gone over its copy as a whole. */
    void wrote(Cell cell) {
        List<String> history = histories.get(copyPath(cell));
        if (history != null) {
            history.set(history.size() - 1, cell.id());
        }
    }

    /** Deletes the copy that {@code cell} used, if there is one. */
    void removeCopy(Cell cell) throws DatasetException {
        Path path = copyPath(cell);
        histories.remove(path);
        if (Files.exists(path)) {
            datasets.remove(path.getFileName().toString());
        }
    }

    /** Whether the disk has so little space left that this is why a cell failed: LMDB, for one, calls it an I/O error. */
    boolean isFull() {
        try {
            return Files.getFileStore(directory).getUsableSpace() < FULL_BYTES;
        } catch (IOException unknown) {
            return false; // the error at hand says more
        }
    }

    /** Deletes what killed processes left: stores of inserts, and copies for cells. */
    void sweep() throws IOException {
        Scratch.sweep(directory);
        for (Listed listed : datasets.list()) {
            String name = listed.folder().getFileName().toString();
            Matcher copy = COPY_NAME.matcher(name);
            if (copy.matches()
                    && ProcessHandle.of(Long.parseLong(copy.group(1))).isEmpty()) {
                datasets.remove(name);
            }
        }
    }
}
