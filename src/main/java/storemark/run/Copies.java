package storemark.run;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import storemark.dataset.Dataset;
import storemark.dataset.DatasetException;
import storemark.dataset.DatasetSpec;
import storemark.dataset.Datasets;
import storemark.dataset.Progress;
import storemark.engine.Unsupported;
import storemark.suite.Cell;
import storemark.workload.Workload;

/**
 * The copies of datasets that cells write to. Update and mix of one thread count share a copy, in this order and pass after pass, so
 * that the one sees what the other left; every removal has a copy of its own, and so has every mix that inserts. On a device, which
 * holds one store, what would be a copy is the dataset itself, loaded again before it is needed unwritten.
 */
public final class Copies {
    private final Datasets datasets;
    private final Function<Cell, DatasetSpec> specs;
    private final boolean inPlace;
    /** In the names of copies: processes of two namespaces may have the same id. */
    private final String token = HexFormat.of().toHexDigits(new SecureRandom().nextInt());
    /** Cells that each copy has been through, by the copy's name. In memory only: a copy of an earlier run is not trusted. */
    private final Map<String, List<String>> histories = new HashMap<>();

    /**
     * @param datasets those that are copied, beside which copies are put
     * @param specs the dataset of each cell
     * @param inPlace whether cells that write use the dataset itself in place of a copy
     */
    Copies(Datasets datasets, Function<Cell, DatasetSpec> specs, boolean inPlace) {
        this.datasets = datasets;
        this.specs = specs;
        this.inPlace = inPlace;
    }

    /** Whether what would be a copy is the dataset itself: as asked for, and on a device, which holds one store. */
    boolean inPlace(Cell cell) {
        return inPlace || cell.engine().onDevice();
    }

    /** Notes that the cell's dataset is as loaded, or about to be: in place, nothing that cells have written is in it. */
    void asLoaded(Cell cell) {
        if (inPlace(cell)) {
            histories
                    .keySet()
                    .removeIf(name -> name.startsWith(specs.apply(cell).folderName() + "-copy-"));
        }
    }

    /** The name of the copy that the cell writes to; in place, of a state that the dataset goes through. */
    String name(Cell cell) {
        return specs.apply(cell).folderName() + "-copy-"
                + ProcessHandle.current().pid() + "-" + token + "-t" + cell.threads() + "-r" + cell.repetition()
                + own(cell);
    }

    /** Where the copy that the cell writes to is. */
    Path path(Cell cell) {
        return inPlace(cell)
                ? datasets.folder(specs.apply(cell))
                : datasets.root().resolve(name(cell));
    }

    /** What tells a copy that no other cell may see; a grown store would no longer be of its dataset's size. */
    static String own(Cell cell) {
        if (cell.workload() == Workload.REMOVE) {
            return "-remove";
        }
        String hash = Integer.toHexString(cell.id().hashCode());
        return cell.workload().needs() == Workload.Needs.DATASET ? "-read" + hash : cell.grows() ? "-mix" + hash : "";
    }

    /** A copy of the cell's dataset, which is loaded, for a fork that would have to open the same one as another does. */
    Dataset extra(Cell cell, Progress.Listener listener) throws DatasetException, Unsupported, InterruptedException {
        return pristine(cell).copyTo(datasets.root().resolve(name(cell)), listener);
    }

    /** The cells of {@code plan} before {@code cell}, in its order, that write to the same copy. */
    public List<Cell> before(Cell cell, List<Cell> plan) {
        String id = cell.id();
        String copy = name(cell);
        return plan.stream()
                .takeWhile(other -> !other.id().equals(id))
                .filter(other -> writesTo(copy, other))
                .toList();
    }

    /** Whether one of {@code toCome} writes to the copy that {@code cell} wrote to. */
    boolean isWrittenAgain(Cell cell, List<Cell> toCome) {
        String copy = name(cell);
        return toCome.stream().anyMatch(other -> writesTo(copy, other));
    }

    private boolean writesTo(String copy, Cell cell) {
        return cell.workload().needs() == Workload.Needs.COPY && name(cell).equals(copy);
    }

    /**
     * The copy for {@code cell}, if it has been through exactly {@code history}.
     *
     * @param history ids of cells, in order
     */
    Optional<Dataset> find(Cell cell, List<String> history) throws DatasetException {
        if (!history.equals(histories.get(name(cell)))) {
            return Optional.empty();
        }
        Dataset copy = Dataset.at(path(cell), specs.apply(cell));
        return copy.isOnItsDevice() ? Optional.of(copy) : Optional.empty();
    }

    /** A new copy for {@code cell}, in place of any that there was, of its dataset, which is loaded. */
    Dataset make(Cell cell, Progress.Listener listener) throws DatasetException, Unsupported, InterruptedException {
        remove(cell);
        Dataset pristine = pristine(cell);
        asLoaded(cell);
        if (inPlace(cell)) {
            pristine.markModified();
        }
        Dataset copy = inPlace(cell) ? pristine : pristine.copyTo(path(cell), listener);
        histories.put(name(cell), new ArrayList<>());
        return copy;
    }

    /** Deletes {@code store}, which the cell read, if it was made by {@link #extra}. */
    void removeExtra(Cell cell, Optional<Dataset> store) throws DatasetException {
        if (store.isPresent() && store.get().folder().getFileName().toString().equals(name(cell))) {
            datasets.remove(name(cell));
        }
    }

    /** Notes that {@code cell} has begun to write to its copy: until {@link #wrote}, the copy is in no known state. */
    void writing(Cell cell) {
        boolean writes = cell.workload().needs() == Workload.Needs.COPY; // an insert has a store of its own
        List<String> history = writes ? histories.get(name(cell)) : null;
        if (history != null) {
            history.add("unfinished");
        }
    }

    /** Notes that {@code cell} has gone over its copy as a whole. */
    void wrote(Cell cell) {
        List<String> history = histories.get(name(cell));
        if (history != null) {
            history.set(history.size() - 1, cell.id());
        }
    }

    /** Deletes the copy that {@code cell} used, if there is one. */
    void remove(Cell cell) throws DatasetException {
        histories.remove(name(cell));
        Path path = path(cell);
        if (!inPlace(cell) && Files.exists(path)) {
            datasets.remove(path.getFileName().toString());
        }
    }

    private Dataset pristine(Cell cell) throws DatasetException {
        return datasets.find(specs.apply(cell))
                .orElseThrow(() -> new IllegalStateException("the dataset of " + cell + " was not loaded"));
    }
}
