package storemark.run;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import storemark.dataset.Dataset;
import storemark.dataset.DatasetException;
import storemark.dataset.Progress;
import storemark.engine.Unavailable;
import storemark.engine.Unsupported;
import storemark.results.RunFile.CellEntry;
import storemark.results.RunFile.State;
import storemark.results.RunFolder;
import storemark.suite.Cell;
import storemark.text.Amount;
import storemark.workload.Workload.Needs;

/** Runs the cells of a plan that are not done yet, one after the other, and keeps each result as soon as there is one. */
public final class SuiteRun {
    private final List<Cell> plan;
    private final Workspace workspace;
    private final RunFolder folder;
    private final Console console;
    private final Publishable publishable;
    private final Schedule schedule;
    /** Why a dataset could not be loaded, by its folder's name: its other cells need not try again. */
    private final Map<String, CellFailure> loadFailures = new HashMap<>();

    private volatile boolean stopping;

    /**
     * @param plan all cells of the run, done or not, in order
     * @param folder keeps state and results
     */
    public SuiteRun(List<Cell> plan, Workspace workspace, RunFolder folder, Console console) {
        this.plan = List.copyOf(plan);
        this.workspace = workspace;
        this.folder = folder;
        this.console = console;
        publishable = new Publishable(workspace.directory(), folder.path());
        schedule = new Schedule(pending());
    }

    private List<Cell> pending() {
        return plan.stream().filter(cell -> state(cell) != State.DONE).toList();
    }

    private State state(Cell cell) {
        return folder.run().cells().stream()
                .filter(entry -> entry.id().equals(cell.id()))
                .map(CellEntry::state)
                .findFirst()
                .orElseThrow();
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
        for (Cell cell : pending()) {
            sound &= attempt(cell);
            schedule.finished(cell);
            dropCopy(cell);
        }
        workspace.sweep(); // a fork whose runner was killed may have outlived the sweep at the start
        folder.writeJmhJson();
        Runtime.getRuntime().removeShutdownHook(hook);
        return sound;
    }

    /** On a signal: ends the forks, which JMH would leave running, and says how to go on. Nothing has to be saved. */
    private void stop() {
        stopping = true;
        ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
        console.line("Stopped. What was measured is kept; go on with: run --resume " + folder.path() + " --dir "
                + workspace.directory());
    }

    private boolean attempt(Cell cell) throws IOException, InterruptedException {
        try {
            workspace.check(cell);
            JsonNode result = measure(cell);
            keepHistogram(cell);
            folder.finish(cell.id(), publishable.of(result));
            return true;
        } catch (Unsupported refused) {
            leaveOut(cell, "not supported: " + refused.getMessage());
            return true;
        } catch (Unavailable missing) {
            leaveOut(cell, "not available: " + missing.getMessage());
            return true;
        } catch (CellFailure failed) {
            waitIfStopping();
            String remedy = workspace.isFull() ? "; the disk is full: free space, then go on with --resume" : "";
            fail(cell, failed.getMessage() + remedy, failed.log());
            return false;
        } catch (DatasetException failed) {
            waitIfStopping();
            fail(cell, failed.getMessage(), "");
            return false;
        }
    }

    private JsonNode measure(Cell cell)
            throws CellFailure, DatasetException, Unsupported, IOException, InterruptedException {
        if (cell.workload().needs() == Needs.NEW_STORE) {
            return measure(cell, Optional.empty(), schedule.label(cell));
        }
        load(cell);
        if (cell.workload().needs() == Needs.DATASET) {
            return measure(cell, workspace.dataset(cell), schedule.label(cell));
        }
        Dataset copy = prepareCopy(cell);
        workspace.writing(cell);
        JsonNode result = measure(cell, Optional.of(copy), schedule.label(cell));
        workspace.wrote(cell);
        return result;
    }

    private void load(Cell cell) throws CellFailure, DatasetException, InterruptedException {
        String name = workspace.spec(cell).folderName();
        if (loadFailures.containsKey(name)) {
            throw loadFailures.get(name);
        }
        boolean unfinished = false;
        try {
            if (workspace.dataset(cell).isPresent()) {
                return;
            }
        } catch (DatasetException taken) {
            if (taken.reason() != DatasetException.Reason.UNFINISHED) {
                throw taken;
            }
            unfinished = true;
            console.line("The load of " + cell.engine() + " was interrupted: it starts again.");
        }
        try {
            Loading.load(cell, workspace, unfinished);
        } catch (CellFailure failed) {
            loadFailures.put(name, failed);
            throw failed;
        }
    }

    /** A copy that has been through exactly the cells before this one: what a resumed run has no more is done again. */
    private Dataset prepareCopy(Cell cell)
            throws CellFailure, DatasetException, Unsupported, IOException, InterruptedException {
        List<Cell> before = workspace.before(cell, plan).stream()
                .filter(other -> state(other) == State.DONE)
                .toList();
        List<String> history = before.stream().map(Cell::id).toList();
        Optional<Dataset> there = workspace.copy(cell, history);
        if (there.isPresent()) {
            return there.get();
        }
        Dataset copy = workspace.newCopy(cell, this::showCopy);
        for (Cell earlier : before) {
            workspace.writing(earlier);
            measure(earlier, Optional.of(copy), "again, not counted, for the store that it leaves: " + earlier);
            workspace.wrote(earlier);
        }
        return copy;
    }

    private void showCopy(Progress progress) {
        console.status("copying, " + Amount.ofBytes(progress.done()) + " of " + Amount.ofBytes(progress.total()));
    }

    private JsonNode measure(Cell cell, Optional<Dataset> dataset, String label) throws CellFailure, IOException {
        List<String> flags =
                new ArrayList<>(ForkFlags.measuring(workspace.engine(cell).heapBytes(workspace.storeSpec(cell))));
        flags.add("-Dstoremark.dir=" + workspace.directory().toAbsolutePath());
        flags.add("-Dstoremark.parent=" + ProcessHandle.current().pid());
        flags.add("-Dstoremark.histograms=" + histogram(cell, ".hlog.tmp").toAbsolutePath());
        dataset.ifPresent(
                open -> flags.add("-Dstoremark.dataset=" + open.folder().toAbsolutePath()));
        console.status(label + ": starting");
        List<Double> rates = new ArrayList<>();
        long started = System.nanoTime();
        JsonNode result = JmhCell.measure(cell, flags, (number, rate) -> {
            String shown = Amount.ofCount(rate) + "/s";
            if (number > 0) {
                rates.add(rate);
            }
            console.status(label + ": " + (number == 0 ? "warm-up" : number + "/" + cell.iterations()) + ", " + shown
                    + ", " + schedule.timeLeft() + " left");
        });
        double seconds = (System.nanoTime() - started) / 1e9;
        console.line(String.format(
                Locale.ROOT,
                "%s  %s  (%s, %s left)",
                label,
                summary(rates),
                Console.time(seconds),
                schedule.timeLeft()));
        return result;
    }

    private static String summary(List<Double> rates) {
        if (rates.isEmpty()) {
            return "";
        }
        String first = Amount.ofCount(rates.get(0)) + "/s";
        return rates.size() == 1 ? first : first + " .. " + Amount.ofCount(rates.get(rates.size() - 1)) + "/s";
    }

    private Path histogram(Cell cell, String ending) {
        return folder.path().resolve("cells").resolve(cell.id() + ending);
    }

    private void keepHistogram(Cell cell) throws IOException {
        Path written = histogram(cell, ".hlog.tmp");
        if (Files.exists(written)) {
            Files.move(written, histogram(cell, ".hlog"), StandardCopyOption.ATOMIC_MOVE);
        }
    }

    private void leaveOut(Cell cell, String reason) throws IOException {
        folder.mark(cell.id(), State.UNSUPPORTED, publishable.of(reason));
        console.line(schedule.label(cell) + "  " + reason);
    }

    private void fail(Cell cell, String reason, String log) throws IOException {
        folder.mark(cell.id(), State.FAILED, publishable.of(reason));
        Files.deleteIfExists(histogram(cell, ".hlog.tmp"));
        String where = "";
        if (!log.isBlank()) {
            Path file = histogram(cell, ".log");
            Files.writeString(file, publishable.of(log));
            where = " (more in " + file + ")";
        }
        console.line(schedule.label(cell) + "  FAILED: " + reason + where);
    }

    private void dropCopy(Cell cell) {
        boolean needed = plan.stream()
                .anyMatch(other -> state(other) == State.PENDING
                        && workspace.before(other, plan).contains(cell));
        if (cell.workload().needs() == Needs.COPY && !needed) {
            try {
                workspace.removeCopy(cell);
            } catch (DatasetException stays) {
                console.line("The copy for " + cell + " could not be deleted: " + stays.getMessage());
            }
        }
    }

    /** While the process is being ended, a fork that dies has not failed: wait for the end. */
    private void waitIfStopping() throws InterruptedException {
        while (stopping) {
            Thread.sleep(1000);
        }
    }
}
