package storemark.run;

import static storemark.parameter.Parameter.DROP_DATASETS;
import static storemark.parameter.Parameter.SETTLE_TIMEOUT;
import static storemark.parameter.Parameter.VERIFY;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import storemark.dataset.Dataset;
import storemark.dataset.DatasetException;
import storemark.engine.Unsupported;
import storemark.machine.MemoryGroup;
import storemark.parameter.Values;
import storemark.results.RunFile.State;
import storemark.results.RunFolder;
import storemark.suite.Cell;
import storemark.suite.CellNames;
import storemark.workload.Workload;
import storemark.workload.Workload.Needs;

/** Runs the cells of a plan that are not done yet, one after the other, and keeps each result as soon as there is one. */
public final class SuiteRun {
    private final List<Cell> plan;
    private final Workspace workspace;
    private final RunFolder folder;
    private final Console console;
    private final CellResults results;
    private final OwnDatasets own;
    private final Schedule schedule;
    private final Measuring measuring;
    private final Values options;
    /** Why a dataset could not be loaded, by its folder's name: its other cells need not try again. */
    private final Map<String, CellFailure> loadFailures = new HashMap<>();
    /** Datasets read whole since this process began, by their folders' names: a run that goes on reads them again. */
    private final Set<String> verified = new HashSet<>();

    private volatile boolean stopping;
    private boolean outOfSpace;

    /**
     * @param plan all cells of the run, done or not, in order
     * @param folder keeps state and results
     * @param advisory whether memory budgets are not enforced
     * @throws IOException when what the folder holds cannot be read
     */
    public SuiteRun(
            List<Cell> plan, Workspace workspace, RunFolder folder, Console console, Values options, boolean advisory)
            throws IOException {
        this.plan = List.copyOf(plan);
        this.workspace = workspace;
        this.folder = folder;
        this.console = console;
        this.options = options;
        schedule = new Schedule(pending(), new CellNames(plan), Cost.each(pending(), workspace), System::nanoTime);
        own = new OwnDatasets(workspace, folder.path(), options.get(DROP_DATASETS));
        Publishable publishable = new Publishable(workspace.directory(), workspace.device(), folder.path());
        results = new CellResults(folder, publishable, console, schedule);
        measuring = new Measuring(
                workspace, results, schedule, console, Duration.ofMillis(options.get(SETTLE_TIMEOUT)), advisory);
    }

    /**
     * Whether forks can be limited to {@code bytes} of memory here.
     *
     * @throws IOException one line that says why not, and what to run
     */
    public static void probeMemory(long bytes) throws IOException {
        ForkMemory.probe(bytes);
    }

    private List<Cell> pending() {
        return plan.stream().filter(cell -> state(cell) != State.DONE).toList();
    }

    private State state(Cell cell) {
        return folder.state(cell.id());
    }

    /**
     * Runs what is left.
     *
     * @return whether no cell failed; one that an engine does not support has not failed
     * @throws IOException when results cannot be kept
     */
    public boolean run() throws IOException, InterruptedException {
        Thread hook = new Thread(this::stop, "stop");
        Runtime.getRuntime().addShutdownHook(hook);
        boolean sound = true;
        workspace.sweep();
        MemoryGroup.removeStale();
        List<Cell> toCome = new ArrayList<>(pending());
        while (!toCome.isEmpty()) {
            Cell cell = toCome.remove(0);
            boolean measured = attempt(cell);
            sound &= measured;
            schedule.finished(cell, measured);
            dropCopy(cell, toCome);
            dropDataset(cell, toCome);
            if (!measured && isOutOfSpace(toCome)) {
                break;
            }
        }
        workspace.sweep(); // a fork whose runner was killed may have outlived the sweep at the start
        MemoryGroup.removeStale();
        folder.complete();
        Runtime.getRuntime().removeShutdownHook(hook);
        return sound;
    }

    /** Whether {@link #run} ended before its time because no space was left for the cells that were still to come. */
    public boolean ranOutOfSpace() {
        return outOfSpace;
    }

    /** After a cell has failed: what its fork left is deleted, and if that does not help, no other cell can do better. */
    private boolean isOutOfSpace(List<Cell> toCome) throws IOException {
        workspace.sweep();
        outOfSpace = workspace.isFull() && !toCome.isEmpty();
        return outOfSpace;
    }

    /** On a signal: ends the forks, and says how to go on. Nothing has to be saved. */
    private void stop() {
        stopping = true;
        measuring.stop();
        console.line("Stopped. What was measured is kept; go on with: run --resume " + folder.path() + " --dir "
                + workspace.directory() + (workspace.device() == null ? "" : " --device " + workspace.device()));
    }

    private boolean attempt(Cell cell) throws IOException, InterruptedException {
        Optional<String> whyNot = workspace.whyNot(cell);
        if (whyNot.isPresent()) {
            results.leaveOut(cell, whyNot.get());
            return true;
        }
        try {
            results.keep(cell, measure(cell));
            return true;
        } catch (Unsupported refused) {
            results.leaveOut(cell, "not supported: " + refused.getMessage());
            return true;
        } catch (CellFailure failed) {
            waitIfStopping();
            String remedy = workspace.isFull() ? "; the disk is full: free space, then go on with --resume" : "";
            results.fail(cell, failed.getMessage() + remedy, failed.log());
            return false;
        } catch (DatasetException failed) {
            waitIfStopping();
            results.fail(cell, failed.getMessage(), "");
            return false;
        }
    }

    private JsonNode measure(Cell cell)
            throws CellFailure, DatasetException, Unsupported, IOException, InterruptedException {
        if (cell.workload().needs() == Needs.NEW_STORE) {
            return measuring.measure(cell, Optional.empty(), schedule.label(cell));
        }
        if (cell.workload().needs() == Needs.DATASET) {
            load(cell);
            return measuring.measure(cell, workspace.dataset(cell), schedule.label(cell));
        }
        Dataset copy = prepareCopy(cell);
        workspace.writing(cell);
        JsonNode result = measuring.measure(cell, Optional.of(copy), schedule.label(cell));
        if (!changesRecords(cell)) {
            verify(cell, copy.folder());
        }
        workspace.wrote(cell);
        return result;
    }

    /** Whether nothing says afterwards which records there must be: a removal that ended early, a mix that adds as many as it can. */
    private static boolean changesRecords(Cell cell) {
        return cell.workload() == Workload.REMOVE || cell.grows();
    }

    /** Reads the whole of what {@code cell} has found, or left, if that is asked for; the control keeps no records. */
    private void verify(Cell cell, Path store) throws CellFailure, InterruptedException {
        if (options.get(VERIFY) && !workspace.engine(cell).traits().isControl()) {
            Loading.verify(cell, workspace, store);
        }
    }

    /** Leaves the dataset of {@code cell} loaded and, if asked for, read whole: once, as it is not written to after that. */
    private void load(Cell cell) throws CellFailure, DatasetException, IOException, InterruptedException {
        String name = workspace.spec(cell).folderName();
        if (loadFailures.containsKey(name)) {
            throw loadFailures.get(name);
        }
        try {
            if (!isLoaded(cell)) {
                workspace.asLoaded(cell);
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

    private boolean isLoaded(Cell cell) throws DatasetException {
        try {
            return workspace.dataset(cell).isPresent();
        } catch (DatasetException taken) {
            if (taken.reason() == DatasetException.Reason.UNFINISHED
                    || taken.reason() == DatasetException.Reason.WRITTEN) {
                return false;
            }
            throw taken;
        }
    }

    /** A copy that has been through exactly the cells before this one: what a resumed run has no more is done again. */
    private Dataset prepareCopy(Cell cell)
            throws CellFailure, DatasetException, Unsupported, IOException, InterruptedException {
        List<Cell> before = workspace.before(cell, plan).stream()
                .filter(other -> !Set.of(State.UNSUPPORTED, State.LEFT_OUT).contains(state(other)))
                .toList();
        for (Cell earlier : before) {
            if (state(earlier) != State.DONE) {
                throw new CellFailure("it follows " + earlier + " on the same store, which failed", "");
            }
        }
        List<String> history = before.stream().map(Cell::id).toList();
        Optional<Dataset> there = workspace.copy(cell, history);
        if (there.isPresent()) {
            return there.get();
        }
        load(cell);
        Dataset copy = workspace.newCopy(cell, new ProgressLine(console, "for " + cell));
        for (Cell earlier : before) {
            workspace.writing(earlier);
            measuring.measure(
                    earlier, Optional.of(copy), "again, not counted, for the store that it leaves: " + earlier);
            workspace.wrote(earlier);
            results.forget(earlier);
        }
        return copy;
    }

    private void dropCopy(Cell cell, List<Cell> toCome) {
        if (cell.workload().needs() == Needs.COPY && !workspace.writesCopyOf(cell, toCome)) {
            try {
                workspace.removeCopy(cell);
            } catch (DatasetException stays) {
                console.line("The copy for " + cell + " could not be deleted: " + stays.getMessage());
            }
        }
    }

    private void dropDataset(Cell cell, List<Cell> toCome) {
        try {
            own.drop(cell, toCome);
        } catch (DatasetException stays) {
            console.line("The dataset of " + cell + " could not be deleted: " + stays.getMessage());
        }
    }

    /** While the process is being ended, a fork that dies has not failed: wait for the end. */
    private void waitIfStopping() throws InterruptedException {
        while (stopping) {
            Thread.sleep(1000);
        }
    }
}
