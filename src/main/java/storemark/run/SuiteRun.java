package storemark.run;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
import storemark.workload.Workload.Needs;

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

    /** Of the time spent on measuring: what measuring again may take. */
    private static final double REPEATED_SHARE = 0.1;

    private final List<Cell> plan;
    private final Workspace workspace;
    private final RunFolder folder;
    private final Console console;
    private final CellResults results;
    private final Schedule schedule;
    private final Measuring measuring;
    private final Stores stores;
    private final Comparison comparison;
    private final Values options;
    private final More more;
    /** Null before the first cells that take turns. */
    private Turns turns;

    private long measuredNanos;
    private long repeatedNanos;

    private volatile boolean stopping;
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
        Duration settle = Duration.ofMillis(options.get(Parameters.SETTLE_TIMEOUT));
        measuring = new Measuring(workspace, results, schedule, console, settle, advisory);
        stores = new Stores(this.plan, this::state, folder.path(), workspace, measuring, console, options);
        comparison = new Comparison(workspace, options.get(Parameters.SEQUENTIAL));
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
        CapturedOutput.install();
        workspace.sweep();
        MemoryGroup.removeStale();
        boolean sound;
        try {
            sound = runAll();
            sound &= !options.get(Parameters.PROFILE) || profileAll();
        } finally {
            closeTurns();
        }
        workspace.sweep(); // a fork whose runner was killed may have outlived the sweep at the start
        MemoryGroup.removeStale();
        folder.complete();
        Runtime.getRuntime().removeShutdownHook(hook);
        return sound;
    }

    /** What the canary leaves on a disk that is gone is swept by a later run. */
    private void closeTurns() {
        try {
            if (turns != null) {
                turns.close();
            }
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
            List<Cell> together = comparison.next(toCome);
            toCome = toCome.subList(together.size(), toCome.size());
            schedule.begin(together);
            boolean measured = new Attempt(together, toCome).run();
            sound &= measured;
            schedule.finished(together, measured);
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
                workspace.copies().writing(cell);
                measuring.profile(cell, store);
                stores.drop(cell, store, cells.subList(at + 1, cells.size()));
            } catch (Unsupported | CellFailure | DatasetException failed) {
                waitIfStopping();
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
        workspace.sweep();
        outOfSpace = workspace.isFull() && !toCome.isEmpty();
        return outOfSpace;
    }

    /** On a signal: ends the forks, and says how to continue. Nothing has to be saved. */
    private void stop() {
        stopping = true;
        measuring.stop();
        console.line("Stopped. What was measured is kept. To continue: run --resume " + folder.path() + " --dir "
                + workspace.directory() + (workspace.device() == null ? "" : " --device " + workspace.device()));
    }

    /** While the process is being ended, a fork that dies has not failed: wait for the end. */
    private void waitIfStopping() throws InterruptedException {
        while (stopping) {
            Thread.sleep(1000);
        }
    }

    /** The cells of one comparison, measured once, or again where the machine was disturbed. */
    private final class Attempt {
        private final List<Cell> together;
        private final List<Cell> toCome;
        private final Map<Cell, Optional<Dataset>> prepared = new LinkedHashMap<>();
        private boolean sound = true;

        Attempt(List<Cell> together, List<Cell> toCome) {
            this.together = together;
            this.toCome = toCome;
        }

        boolean run() throws IOException, InterruptedException {
            Set<Path> opened = new HashSet<>();
            for (Cell cell : together) {
                prepare(cell, opened);
            }
            long begun = System.nanoTime();
            Map<Cell, Turns.Outcome> outcomes = measure();
            measuredNanos += System.nanoTime() - begun;
            for (int retry = 1; retry <= options.get(Parameters.RETRY) && isToBeRepeated(outcomes); retry++) {
                results.putAside(outcomes.keySet());
                begun = System.nanoTime();
                Map<Cell, Turns.Outcome> again = measure();
                repeatedNanos += System.nanoTime() - begun;
                boolean better = Turns.isBetter(again, outcomes);
                results.keepTry(better ? outcomes : again, retry, !better);
                outcomes = better ? again : outcomes;
            }
            for (Map.Entry<Cell, Turns.Outcome> outcome : outcomes.entrySet()) {
                finish(outcome.getKey(), outcome.getValue());
            }
            TemporaryFolder.clear();
            together.forEach(cell -> stores.drop(cell, prepared.getOrDefault(cell, Optional.empty()), toCome));
            return sound;
        }

        private void prepare(Cell cell, Set<Path> opened) throws IOException, InterruptedException {
            Optional<String> reason = workspace.skipReason(cell);
            if (reason.isPresent()) {
                results.leaveOut(cell, reason.get());
                return;
            }
            try {
                prepared.put(cell, stores.prepare(cell, opened));
            } catch (Unsupported refused) {
                results.leaveOut(cell, "not supported: " + refused.getMessage());
            } catch (CellFailure failed) {
                fail(cell, failed.getMessage(), failed.log());
            } catch (DatasetException failed) {
                fail(cell, failed.getMessage(), "");
            }
        }

        private Map<Cell, Turns.Outcome> measure() throws IOException, InterruptedException {
            Map<Cell, Turns.Measurement> measurements = new LinkedHashMap<>();
            prepared.forEach((cell, dataset) -> {
                workspace.copies().writing(cell);
                measurements.put(cell, gate -> measuring.measure(cell, dataset, schedule.label(cell), gate));
            });
            if (turns == null) {
                turns = new Turns(workspace.directory());
            }
            Cell first = together.get(0);
            int warmUps = first.workload().countsOperations() ? 0 : 1;
            try {
                return turns.measure(measurements, warmUps, first.id().hashCode(), measuring::showOnly);
            } finally {
                measuring.showOnly(null);
            }
        }

        /** What has been written to is another store the second time; and a machine that is always disturbed gets no better. */
        private boolean isToBeRepeated(Map<Cell, Turns.Outcome> outcomes) {
            return !stopping
                    && together.get(0).workload().needs() != Needs.COPY
                    && repeatedNanos <= REPEATED_SHARE * measuredNanos
                    && Turns.disturbed(outcomes) > 0;
        }

        private void finish(Cell cell, Turns.Outcome outcome) throws IOException, InterruptedException {
            try {
                JsonNode result = outcome.orThrow();
                stores.measured(cell, prepared.get(cell));
                results.keep(cell, result);
            } catch (CellFailure failed) {
                fail(cell, failed.getMessage(), failed.log());
            }
        }

        private void fail(Cell cell, String reason, String log) throws IOException, InterruptedException {
            waitIfStopping();
            sound = false;
            String remedy = workspace.isFull()
                    ? "; the disk is full: free space, then use --resume"
                    : TemporaryFolder.shortage().map(said -> "; " + said).orElse("");
            results.fail(cell, reason + remedy, log);
        }
    }
}
