package storemark.run;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import storemark.dataset.Dataset;
import storemark.dataset.DatasetException;
import storemark.engine.Unsupported;
import storemark.machine.MemoryGroup;
import storemark.parameter.Parameters;
import storemark.parameter.Values;
import storemark.results.Profile;
import storemark.results.RunFile.State;
import storemark.results.RunFolder;
import storemark.suite.Cell;
import storemark.suite.CellNames;

/**
 * Runs the cells of a plan that are not done yet, those that are compared with each other in turns, and keeps each result as soon as
 * there is one.
 */
public final class SuiteRun {
    /** Adds repetitions to a run. */
    public interface More {
        /**
         * Called whenever all cells of the run have been measured.
         *
         * @return cells that the run's folder lists and the plan lacked; none ends the run
         */
        List<Cell> next() throws IOException;
    }

    private final List<Cell> plan;
    private final Workspace workspace;
    private final RunFolder folder;
    private final Console console;
    private final CellResults results;
    private final Schedule schedule;
    private final Measuring measuring;
    private final Stores stores;
    private final Comparison comparison;
    private final CommonEngine common;
    private final Attempts attempts;
    private final Values options;
    private final More more;

    private boolean outOfSpace;

    /**
     * @param plan all cells of the run, done or not, in order
     * @param folder keeps state and results
     * @param advisory whether memory budgets are not enforced
     * @param more asked for further cells as long as none fails
     * @throws IOException when what the folder holds cannot be read
     */
    public SuiteRun(
            List<Cell> plan,
            Workspace workspace,
            RunFolder folder,
            Console console,
            Values options,
            boolean advisory,
            More more)
            throws IOException {
        this.plan = new ArrayList<>(plan);
        this.more = more;
        this.workspace = workspace;
        this.folder = folder;
        this.console = console;
        this.options = options;
        schedule = new Schedule(
                pending(),
                plan.size() - pending().size(),
                new CellNames(plan),
                Cost.each(pending(), workspace),
                System::nanoTime);
        schedule.expectAfterwards(Cost.profilingSeconds(plan, workspace, options));
        Publishable publishable = new Publishable(workspace.directory(), workspace.device(), folder.path());
        results = new CellResults(folder, publishable, console, schedule);
        measuring = new Measuring(workspace, results, options, advisory);
        stores = new Stores(this.plan, workspace, results, measuring, options);
        comparison = new Comparison(workspace, options);
        common = new CommonEngine(this.plan, folder, comparison);
        attempts = new Attempts(workspace, results, measuring, stores, common, options);
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
        CapturedOutput.install();
        workspace.datasets().sweep();
        MemoryGroup.removeStale();
        boolean sound;
        try {
            sound = runAll();
            sound &= !options.get(Parameters.PROFILE) || profileAll();
        } finally {
            closeAttempts();
        }
        workspace.datasets().sweep(); // a fork whose runner was killed may have outlived the sweep at the start
        MemoryGroup.removeStale();
        folder.complete();
        Runtime.getRuntime().removeShutdownHook(hook);
        return sound;
    }

    /** What the canary leaves on a disk that is gone is swept by a later run. */
    private void closeAttempts() {
        try {
            attempts.close();
        } catch (IOException stays) {
            console.line("The canary's file could not be deleted: " + stays.getMessage());
        }
    }

    private boolean runAll() throws IOException, InterruptedException {
        boolean sound = true;
        List<Cell> toCome = pending();
        if (toCome.isEmpty()) {
            toCome = extend();
        }
        while (!toCome.isEmpty()) {
            Comparison.Part part = comparison.next(toCome, common.of(toCome.get(0)));
            toCome = toCome.subList(part.cells().size(), toCome.size());
            schedule.begin(part.cells());
            boolean measured = attempts.measure(part, toCome);
            sound &= measured;
            schedule.finished(part.cells(), measured);
            if (!measured && isOutOfSpace(toCome)) {
                break;
            }
            if (toCome.isEmpty() && sound) {
                toCome = extend();
            }
        }
        return sound;
    }

    /** A fork more for each cell that is measured: the first repetition only, and none that has a profile. */
    private boolean profileAll() throws IOException, InterruptedException {
        boolean sound = true;
        List<Cell> cells = plan.stream()
                .filter(cell -> cell.repetition() == 1
                        && state(cell) == State.DONE
                        && !Files.exists(Profile.beside(results.flameGraph(cell))))
                .toList();
        for (int at = 0; at < cells.size(); at++) {
            Cell cell = cells.get(at);
            schedule.expectAfterwards(Cost.profilingSeconds(cells.subList(at + 1, cells.size()), workspace, options));
            try {
                Optional<Dataset> store = stores.prepare(cell, new HashSet<>());
                try {
                    workspace.copies().writing(cell);
                    measuring.profile(cell, store);
                } finally {
                    stores.drop(cell, store, cells.subList(at + 1, cells.size()));
                }
            } catch (Unsupported | CellFailure | DatasetException failed) {
                measuring.waitIfStopping();
                sound = false;
                console.line("The profile of " + cell + " failed: " + failed.getMessage());
            }
        }
        return sound;
    }

    private List<Cell> extend() throws IOException {
        List<Cell> added = more.next();
        plan.addAll(added);
        schedule.add(added, Cost.each(added, workspace));
        return added;
    }

    /** Whether {@link #run} ended before its time because no space was left for the cells that were still to come. */
    public boolean ranOutOfSpace() {
        return outOfSpace;
    }

    /** After a cell has failed: what its fork left is deleted, and if that does not help, no other cell can do better. */
    private boolean isOutOfSpace(List<Cell> toCome) throws IOException {
        workspace.datasets().sweep();
        outOfSpace = workspace.isFull() && !toCome.isEmpty();
        return outOfSpace;
    }

    /** On a signal: ends the forks, and says how to continue. Nothing has to be saved. */
    private void stop() {
        measuring.stop();
        console.line("Stopped. What was measured is kept. To continue: run --resume " + folder.path() + " --dir "
                + workspace.directory() + (workspace.device() == null ? "" : " --device " + workspace.device()));
    }
}
