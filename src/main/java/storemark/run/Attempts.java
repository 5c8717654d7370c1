package storemark.run;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import storemark.dataset.Dataset;
import storemark.dataset.DatasetException;
import storemark.engine.Unsupported;
import storemark.parameter.Parameters;
import storemark.parameter.Values;
import storemark.suite.Cell;
import storemark.workload.Workload.Needs;

/** Measures the parts of comparisons, each once, or again where the machine was disturbed. Used by one thread. */
final class Attempts implements AutoCloseable {
    /** Share of the run's time that measuring again may take. */
    private static final double REPEATED_SHARE = 0.1;
    /** Or these nanoseconds, if more: in a short run, one comparison is a large share. */
    private static final double REPEATED_NANOS = 60e9;

    private final Workspace workspace;
    private final CellResults results;
    private final Measuring measuring;
    private final Stores stores;
    private final CommonEngine commonEngine;
    private final Values options;
    /** Null before the first cells that take turns. */
    private Turns turns;

    private long measuredNanos;
    private long repeatedNanos;

    Attempts(
            Workspace workspace,
            CellResults results,
            Measuring measuring,
            Stores stores,
            CommonEngine commonEngine,
            Values options) {
        this.workspace = workspace;
        this.results = results;
        this.measuring = measuring;
        this.stores = stores;
        this.commonEngine = commonEngine;
        this.options = options;
    }

    /**
     * Measures the cells of {@code part} and keeps what came of them.
     *
     * @param toCome what is measured after it
     * @return whether none failed
     */
    boolean measure(Comparison.Part part, List<Cell> toCome) throws IOException, InterruptedException {
        return new Attempt(part, toCome).run();
    }

    @Override
    public void close() throws IOException {
        if (turns != null) {
            turns.close();
        }
    }

    /** The cells of one part. */
    private final class Attempt {
        private final Comparison.Part part;
        private final List<Cell> toCome;
        /** What each works on, the cell of the common engine last. */
        private final Map<Cell, Optional<Dataset>> prepared = new LinkedHashMap<>();

        private boolean sound = true;

        Attempt(Comparison.Part part, List<Cell> toCome) {
            this.part = part;
            this.toCome = toCome;
        }

        boolean run() throws IOException, InterruptedException {
            Set<Path> opened = new HashSet<>();
            for (Cell cell : part.cells()) {
                prepare(cell, opened);
            }
            if (part.common() != null && !prepared.isEmpty()) {
                prepare(part.common(), opened);
            }
            long begun = System.nanoTime();
            Map<Cell, Turns.Outcome> outcomes = measure();
            long took = System.nanoTime() - begun;
            measuredNanos += took;
            for (int retry = 1; retry <= options.get(Parameters.RETRY) && isToBeRepeated(outcomes, took); retry++) {
                results.putAside(counted(outcomes).keySet());
                begun = System.nanoTime();
                Map<Cell, Turns.Outcome> again = measure();
                repeatedNanos += System.nanoTime() - begun;
                boolean better = Outcomes.isBetter(again, outcomes);
                results.keepTry(counted(better ? outcomes : again), retry, !better);
                outcomes = better ? again : outcomes;
            }
            keep(outcomes);
            TemporaryFolder.clear();
            // What could not be prepared may have left something too.
            part.cells().forEach(cell -> prepared.putIfAbsent(cell, Optional.empty()));
            prepared.forEach((cell, store) -> stores.drop(cell, store, toCome));
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
                if (isCommon(cell)) {
                    fail(cell, refused.getMessage(), "");
                } else {
                    results.leaveOut(cell, "not supported: " + refused.getMessage());
                }
            } catch (CellFailure failed) {
                fail(cell, failed.getMessage(), failed.log());
            } catch (DatasetException failed) {
                fail(cell, failed.getMessage(), "");
            }
        }

        /** Whether {@code cell} is measured once more: its result of the earlier part stays, even if it fails now. */
        private boolean isCommon(Cell cell) {
            return cell.equals(part.common());
        }

        private String label(Cell cell) {
            return isCommon(cell)
                    ? "again, not counted, as the common engine: " + cell
                    : results.schedule().label(cell);
        }

        private Map<Cell, Turns.Outcome> measure() throws IOException, InterruptedException {
            Map<Cell, Turns.Measurement> measurements = new LinkedHashMap<>();
            prepared.forEach((cell, dataset) -> {
                workspace.copies().writing(cell);
                measurements.put(cell, gate -> measuring.measure(cell, dataset, label(cell), gate, null));
            });
            if (turns == null) {
                turns = new Turns(workspace.directory());
            }
            Cell first = part.cells().get(0);
            int warmUps = JmhCell.warmUpTurns(first.workload());
            try {
                Map<Cell, Turns.Outcome> outcomes = turns.measure(
                        measurements, warmUps, Cell::allThreads, first.id().hashCode(), measuring::showOnly);
                commonEngine.record(part, outcomes, toCome);
                return outcomes;
            } finally {
                measuring.showOnly(null);
            }
        }

        /** Those of the part's own cells. */
        private Map<Cell, Turns.Outcome> counted(Map<Cell, Turns.Outcome> outcomes) {
            Map<Cell, Turns.Outcome> counted = new LinkedHashMap<>(outcomes);
            counted.keySet().retainAll(part.cells());
            return counted;
        }

        /**
         * A store that was written to differs the second time; a machine that is always disturbed stays disturbed; and where most
         * increments are undisturbed, they suffice.
         */
        private boolean isToBeRepeated(Map<Cell, Turns.Outcome> outcomes, long tookNanos) {
            double runNanos = measuredNanos + repeatedNanos + results.schedule().secondsLeft() * 1e9;
            return !measuring.isStopping()
                    && part.cells().get(0).workload().needs() != Needs.COPY
                    && repeatedNanos + tookNanos <= Math.max(REPEATED_NANOS, REPEATED_SHARE * runNanos)
                    && Outcomes.isMostlyDisturbed(outcomes);
        }

        /** Keeps results after all are verified, which may take long. If the run is killed before that, all are measured again. */
        private void keep(Map<Cell, Turns.Outcome> outcomes) throws IOException, InterruptedException {
            Map<Cell, JsonNode> verified = new LinkedHashMap<>();
            for (Map.Entry<Cell, Turns.Outcome> outcome : outcomes.entrySet()) {
                Cell cell = outcome.getKey();
                try {
                    JsonNode result = outcome.getValue().orThrow();
                    stores.measured(cell, prepared.get(cell));
                    verified.put(cell, result);
                } catch (CellFailure failed) {
                    fail(cell, failed.getMessage(), failed.log());
                }
            }
            verified.remove(part.common());
            for (Map.Entry<Cell, JsonNode> result : verified.entrySet()) {
                results.keep(result.getKey(), result.getValue());
            }
            if (prepared.containsKey(part.common())) {
                results.forget(part.common());
            }
        }

        private void fail(Cell cell, String reason, String log) throws IOException, InterruptedException {
            measuring.waitIfStopping();
            if (isCommon(cell)) {
                results.console().line("The common engine, " + cell + ", could not be measured again: " + reason);
                return;
            }
            sound = false;
            String remedy = workspace.isFull()
                    ? "; the disk is full: free space, then use --resume"
                    : TemporaryFolder.shortage().map(said -> "; " + said).orElse("");
            results.fail(cell, reason + remedy, log);
        }
    }
}
