package storemark.run;

import static storemark.parameter.Parameters.DROP_DATASETS;
import static storemark.parameter.Parameters.VERIFY;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import storemark.dataset.Dataset;
import storemark.dataset.DatasetException;
import storemark.engine.Unsupported;
import storemark.parameter.Values;
import storemark.results.RunFile.State;
import storemark.suite.Cell;
import storemark.workload.Workload;
import storemark.workload.Workload.Needs;

/** Makes, checks and deletes the stores that the cells of a run work on. Used by one thread. */
final class Stores {
    private final List<Cell> plan;
    private final Workspace workspace;
    private final CellResults results;
    private final Measuring measuring;
    private final OwnDatasets own;
    private final boolean verifies;
    /** Why a dataset could not be loaded, by its folder's name: its other cells need not try again. */
    private final Map<String, CellFailure> loadFailures = new HashMap<>();
    /** Datasets read whole since this process began, by their folders' names: a resumed run reads them again. */
    private final Set<String> verified = new HashSet<>();

    /** @param plan all cells of the run, in order; it may grow */
    Stores(List<Cell> plan, Workspace workspace, CellResults results, Measuring measuring, Values options)
            throws IOException {
        this.plan = plan;
        this.workspace = workspace;
        this.results = results;
        this.measuring = measuring;
        own = new OwnDatasets(workspace, results.folder().path(), options.get(DROP_DATASETS));
        verifies = options.get(VERIFY);
    }

    /**
     * Prepares what {@code cell} works on.
     *
     * @param opened folders of the datasets that other forks will have open at the same time; it gains this one's
     * @return empty for a cell that makes its own store
     */
    Optional<Dataset> prepare(Cell cell, Set<Path> opened)
            throws CellFailure, DatasetException, Unsupported, IOException, InterruptedException {
        if (cell.workload().needs() == Needs.NEW_STORE) {
            return Optional.empty();
        }
        if (cell.workload().needs() == Needs.COPY) {
            return Optional.of(prepareCopy(cell));
        }
        load(cell);
        Optional<Dataset> dataset = workspace.datasets().find(workspace.spec(cell));
        return dataset.isEmpty() || opened.add(dataset.get().folder())
                ? dataset
                : Optional.of(workspace.copies().extra(cell, progress(cell)));
    }

    /** A copy that has been through exactly the cells before this one: what a resumed run no longer has is done again. */
    private Dataset prepareCopy(Cell cell)
            throws CellFailure, DatasetException, Unsupported, IOException, InterruptedException {
        List<Cell> before = workspace.copies().before(cell, plan).stream()
                .filter(other -> !Set.of(State.UNSUPPORTED, State.LEFT_OUT).contains(state(other)))
                .toList();
        for (Cell earlier : before) {
            if (state(earlier) != State.DONE) {
                throw new CellFailure("it needs the store that " + earlier + " leaves, and that cell failed", "");
            }
        }
        List<String> history = before.stream().map(Cell::id).toList();
        Optional<Dataset> there = workspace.copies().find(cell, history);
        if (there.isPresent()) {
            return there.get();
        }
        load(cell);
        Dataset copy = workspace.copies().make(cell, progress(cell));
        for (Cell earlier : before) {
            workspace.copies().writing(earlier);
            measuring.repeat(earlier, copy);
            workspace.copies().wrote(earlier);
        }
        return copy;
    }

    private State state(Cell cell) {
        return results.folder().state(cell.id());
    }

    private ProgressLine progress(Cell cell) {
        return new ProgressLine(results.console(), "for " + cell);
    }

    /** Leaves the dataset of {@code cell} loaded and, if asked for, read whole: once, as it is not written to after that. */
    private void load(Cell cell) throws CellFailure, DatasetException, IOException, InterruptedException {
        String name = workspace.spec(cell).folderName();
        if (loadFailures.containsKey(name)) {
            throw loadFailures.get(name);
        }
        try {
            if (!workspace.datasets().isLoaded(workspace.spec(cell))) {
                workspace.copies().asLoaded(cell);
                own.loading(cell);
                Loading.load(cell, workspace);
                own.loaded(cell);
                verified.remove(name);
            }
            if (!verified.contains(name)) {
                verify(cell, workspace.directory().resolve(name));
                verified.add(name);
            }
        } catch (CellFailure failed) {
            loadFailures.put(name, failed);
            throw failed;
        }
    }

    /** Reads the whole of what {@code cell} has found, or left, if that is asked for; the control keeps no records. */
    private void verify(Cell cell, Path store) throws CellFailure, InterruptedException {
        if (verifies && !cell.engine().isControl()) {
            Loading.verify(cell, workspace, store);
        }
    }

    /**
     * Notes that {@code cell} has been measured whole on {@code store}, which is checked if that is asked for: but for a removal
     * that ended early, or a mix that adds as many records as it can, after which nothing says which there must be.
     */
    void measured(Cell cell, Optional<Dataset> store) throws CellFailure, InterruptedException {
        if (cell.workload().needs() == Needs.COPY) {
            if (cell.workload() != Workload.REMOVE && !cell.grows()) {
                verify(cell, store.orElseThrow().folder());
            }
            workspace.copies().wrote(cell);
        }
    }

    /** Deletes what {@code ended} worked on, as far as none of {@code toCome} needs it. */
    void drop(Cell ended, Optional<Dataset> store, List<Cell> toCome) {
        try {
            boolean copy = ended.workload().needs() == Needs.COPY;
            if (copy && !workspace.copies().isWrittenAgain(ended, toCome)) {
                workspace.copies().remove(ended);
            } else if (ended.workload().needs() == Needs.DATASET) {
                workspace.copies().removeExtra(ended, store);
            }
        } catch (DatasetException stays) {
            results.console().line("The copy for " + ended + " could not be deleted: " + stays.getMessage());
        }
        try {
            own.drop(ended, toCome);
        } catch (DatasetException stays) {
            results.console().line("The dataset of " + ended + " could not be deleted: " + stays.getMessage());
        }
    }
}
