package storemark.run;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import storemark.dataset.Dataset;
import storemark.dataset.Ticker;
import storemark.fork.ForkPlan;
import storemark.machine.MemoryLimit;
import storemark.machine.Pause;
import storemark.parameter.Parameters;
import storemark.parameter.Values;
import storemark.suite.Cell;
import storemark.text.Amount;

/** Measures cells, each in a fork of its own, while the console shows how far it has come. */
final class Measuring {
    private final Workspace workspace;
    private final CellResults results;
    private final Values options;
    private final boolean advisory;
    /** Whose turn it is, where forks take turns; else null. */
    private volatile Cell atTurn;
    /** Of the forks that run. */
    private final Set<ForkMemory> memories = ConcurrentHashMap.newKeySet();

    private volatile boolean stopping;

    /**
     * @param options of the run: how long a store may take to settle after its last step
     * @param advisory whether memory budgets are not enforced
     */
    Measuring(Workspace workspace, CellResults results, Values options, boolean advisory) {
        this.workspace = workspace;
        this.results = results;
        this.options = options;
        this.advisory = advisory;
    }

    /**
     * Measures one cell in a fork of its own, and says how it went on a line.
     *
     * @param dataset what the cell works on; empty where it makes its own store
     * @param label begins the line
     * @param turns the socket of the gate where the fork waits for its turns; null where nobody stops it
     * @param profile where a fork that profiles is to write its flame graph; null for one whose rates count
     * @return what JMH has to say of it
     * @throws CellFailure when the fork did not measure all of it
     */
    JsonNode measure(Cell cell, Optional<Dataset> dataset, String label, Path turns, Path profile)
            throws CellFailure, IOException, InterruptedException {
        Path progress = results.file(cell, ".progress.tmp").toAbsolutePath();
        Files.deleteIfExists(progress); // of a run that was killed, or a link that would be written through
        Files.deleteIfExists(results.histogram(cell));
        CellStatus status = new CellStatus(cell, label, progress, workspace, results.schedule()::timeLeft);
        long started = System.nanoTime();
        long killed = MemoryLimit.kills();
        ForkMemory memory = ForkMemory.of(cell, places(cell, dataset), advisory);
        memories.add(memory);
        if (stopping) { // and who stops it may not have seen this one
            memory.closeFor(results.console());
            waitIfStopping();
        }
        List<String> prefix = new ArrayList<>(Pause.commandPrefix());
        prefix.addAll(memory.commandPrefix());
        JsonNode result;
        try (Ticker ticker = Ticker.of(() -> show(cell, status))) {
            result = JmhCell.measure(
                    cell, flags(cell, dataset, progress, memory, turns, profile), prefix, memory, status);
        } catch (CellFailure failed) {
            boolean unexplained = memory.commandPrefix().isEmpty() && MemoryLimit.kills() > killed;
            throw unexplained ? failed.forWantOfMemory() : failed;
        } finally {
            memory.closeFor(results.console());
            memories.remove(memory);
            Files.deleteIfExists(progress);
        }
        String took = Console.time((System.nanoTime() - started) / 1e9);
        String left = results.schedule().timeLeft();
        results.console().line(label + "  " + summary(status.rates()) + "  (" + took + ", " + left + " left)");
        return result;
    }

    /** From now on the status line is about {@code cell}; null: about any that is measured. */
    void showOnly(Cell cell) {
        atTurn = cell;
    }

    private void show(Cell cell, CellStatus status) {
        Cell shown = atTurn;
        if (shown == null || shown.equals(cell)) {
            results.console().status(results.schedule().share(), status.line());
        }
    }

    /** Where the cell's store is, or on a device will be: what was there before may be cached too. */
    private List<Path> places(Cell cell, Optional<Dataset> dataset) {
        return Stream.concat(
                        dataset.stream().map(Dataset::store),
                        Stream.ofNullable(workspace.spec(cell).device()))
                .toList();
    }

    private List<String> flags(
            Cell cell, Optional<Dataset> dataset, Path progress, ForkMemory memory, Path turns, Path profile)
            throws CellFailure, IOException {
        ForkPlan plan = new ForkPlan(
                workspace.directory(),
                workspace.spec(cell).device(),
                dataset.map(Dataset::folder).orElse(null),
                cell.repetition(),
                ProcessHandle.current().pid(),
                results.histogram(cell),
                progress,
                (options.get(Parameters.SETTLE_TIMEOUT) + 999) / 1000, // at least as long as was asked for
                memory.mode(),
                results.maxima(cell),
                turns,
                profile);
        return Stream.of(MemoryBudget.flags(workspace.store(cell)), TemporaryFolder.flags(), plan.flags())
                .flatMap(List::stream)
                .toList();
    }

    /** Measures a cell again, not counted, for the store that it leaves. */
    void repeat(Cell cell, Dataset copy) throws CellFailure, IOException, InterruptedException {
        measure(cell, Optional.of(copy), "repeated to rebuild its store, not counted: " + cell, null, null);
        results.forget(cell);
    }

    /** Profiles a cell whose rates are known: those of this fork count nowhere. */
    void profile(Cell cell, Optional<Dataset> dataset) throws CellFailure, IOException, InterruptedException {
        measure(cell, dataset, "profile, not counted: " + cell, null, results.flameGraph(cell));
        results.forget(cell);
        results.keepProfile(cell);
    }

    private static String summary(List<Double> rates) {
        if (rates.isEmpty()) {
            return "";
        }
        String first = Amount.ofCount(rates.get(0)) + "/s";
        return rates.size() == 1 ? first : first + " .. " + Amount.ofCount(rates.get(rates.size() - 1)) + "/s";
    }

    /** Ends the forks, which JMH would leave running. May be called from any thread. */
    void stop() {
        stopping = true;
        ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
        memories.forEach(memory -> memory.closeFor(results.console()));
    }

    boolean isStopping() {
        return stopping;
    }

    /** While the process is being ended, a fork that dies has not failed: wait for the end. */
    void waitIfStopping() throws InterruptedException {
        while (stopping) {
            Thread.sleep(1000);
        }
    }
}
