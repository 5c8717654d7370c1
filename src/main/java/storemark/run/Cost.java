package storemark.run;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import storemark.dataset.DatasetSpec;
import storemark.engine.Engine;
import storemark.engine.StoreSpec;
import storemark.results.RunFile;
import storemark.suite.Cell;
import storemark.text.Amount;
import storemark.workload.Workload;
import storemark.workload.Workload.Needs;

/** What cells will cost, by rule of thumb: for a plan, a first idea of the time left, and a refusal before it is too late. */
public final class Cost {
    /** Start of a fork, opening a store, closing it. */
    private static final double FORK_SECONDS = 2.5;
    /** Records a second that a slow engine loads, and that a slow engine inserts one by one. */
    private static final double LOAD_RATE = 300_000;

    private static final double INSERT_RATE = 60_000;
    private static final double PRESCAN_RATE = 2_000_000;

    private Cost() {}

    /** Seconds to do what is left of a run: loading, and the cells that {@code run} does not call done. */
    public static double seconds(List<Cell> cells, Workspace workspace, RunFile run) {
        Set<String> done = new HashSet<>();
        run.cells().stream()
                .filter(entry -> entry.state() == RunFile.State.DONE)
                .forEach(entry -> done.add(entry.id()));
        List<Cell> left =
                cells.stream().filter(cell -> !done.contains(cell.id())).toList();
        return loadSeconds(left, workspace)
                + left.stream().mapToDouble(Cost::seconds).sum();
    }

    /** A table of all cells, with the time and disk that they are thought to need. */
    public static String table(List<Cell> cells, Workspace workspace) {
        StringBuilder table = new StringBuilder();
        double load = loadSeconds(cells, workspace);
        double sum = load;
        for (Cell cell : cells) {
            double seconds = seconds(cell);
            sum += seconds;
            table.append(String.format(Locale.ROOT, "%-60s %10s%n", cell, Console.time(seconds)));
        }
        table.append(String.format(Locale.ROOT, "%-60s %10s%n", "loading", Console.time(load)));
        table.append(String.format(
                Locale.ROOT,
                "%d cells, about %s; up to %s of disk below %s%n",
                cells.size(),
                Console.time(sum),
                Amount.ofBytes(diskBytes(cells, workspace)),
                workspace.directory()));
        return table.toString();
    }

    /** Seconds to measure {@code cell}, without making its dataset. */
    static double seconds(Cell cell) {
        double records = cell.shape().entries();
        if (cell.workload().countsOperations()) {
            return FORK_SECONDS + records / INSERT_RATE;
        }
        return FORK_SECONDS + (cell.iterations() + 1) * cell.shape().stepMillis() / 1000.0 + records / PRESCAN_RATE;
    }

    /** Seconds to make the datasets of {@code cells}. */
    static double loadSeconds(List<Cell> cells, Workspace workspace) {
        Set<String> seen = new HashSet<>();
        double seconds = 0;
        for (Cell cell : cells) {
            if (cell.workload().needs() != Needs.NEW_STORE
                    && seen.add(workspace.spec(cell).folderName())
                    && !workspace.isLoaded(cell)) {
                seconds += FORK_SECONDS + cell.shape().entries() / LOAD_RATE;
            }
        }
        return seconds;
    }

    /**
     * Bytes of disk that {@code cells} need at the most at one time: every dataset, the copies of one thread count, and the
     * largest store that an insert makes.
     */
    public static long diskBytes(List<Cell> cells, Workspace workspace) {
        Map<String, Long> datasets = new HashMap<>();
        Map<String, Long> copies = new HashMap<>();
        long largestInsert = 0;
        for (Cell cell : cells) {
            DatasetSpec spec = workspace.spec(cell);
            Engine engine = spec.engine();
            StoreSpec store = workspace.storeSpec(cell);
            long bytes = engine.diskBytes(store);
            if (cell.workload().needs() == Needs.NEW_STORE) {
                largestInsert = Math.max(largestInsert, bytes);
                continue;
            }
            datasets.put(spec.folderName(), workspace.isLoaded(cell) ? 0 : bytes);
            if (cell.workload().needs() == Needs.COPY) {
                String group = spec.folderName() + (cell.workload() == Workload.REMOVE ? "/remove" : "");
                copies.merge(group, bytes, Math::max);
            }
        }
        long sum = largestInsert;
        for (long bytes : datasets.values()) {
            sum += bytes;
        }
        for (long bytes : copies.values()) {
            sum += bytes;
        }
        return sum;
    }
}
