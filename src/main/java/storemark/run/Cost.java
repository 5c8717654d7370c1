package storemark.run;

import static storemark.parameter.Parameters.BATCH;
import static storemark.parameter.Parameters.DROP_DATASETS;
import static storemark.parameter.Parameters.DURABILITY;
import static storemark.parameter.Parameters.ENTRIES;
import static storemark.parameter.Parameters.MEMORY;
import static storemark.parameter.Parameters.ORDER;
import static storemark.parameter.Parameters.PROFILE;
import static storemark.parameter.Parameters.TIME;
import static storemark.parameter.Parameters.WARM_UP;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.DoubleStream;
import storemark.engine.Durability;
import storemark.parameter.Values;
import storemark.suite.Cell;
import storemark.suite.CellNames;
import storemark.text.Amount;
import storemark.workload.Workload.Needs;
import storemark.workload.WriteOrder;

/** What cells will cost, by rule of thumb: for a plan, a first idea of the time left, and a refusal before it is too late. */
public final class Cost {
    /** Start of a fork, opening a store, closing it. */
    private static final double FORK_SECONDS = 1.8;
    /** Beside an iteration's own time: the wait for its turn, its counters, its share of canaries. */
    private static final double TURN_SECONDS = 0.04;
    /** Pages per second that a disk reads one after the other. */
    private static final double PAGE_RATE = 15_000;
    /** Commits per second that a disk confirms, one after the other. */
    private static final double SYNC_RATE = 1_000;

    private static final double PRESCAN_RATE = 2_000_000;
    /** Bytes per second that a disk copies. */
    private static final double COPY_RATE = 300e6;

    /** Of each record: a delete, and an insert of another. */
    private static final int OPERATIONS_OF_TURNOVER = 2;

    /** At most so many series are named in a row of the table. */
    private static final int FEW = 3;

    private static final Seconds NOTHING = new Seconds(0, 0);

    /**
     * What one cell is thought to take, in seconds.
     *
     * @param preparing its dataset or copy, where it is the first that needs it
     * @param measuring it
     */
    record Seconds(double preparing, double measuring) {
        double all() {
            return preparing + measuring;
        }
    }

    private Cost() {}

    /** Seconds to measure {@code cells}. */
    public static double seconds(List<Cell> cells, Workspace workspace) {
        return each(cells, workspace).values().stream()
                .mapToDouble(Seconds::all)
                .sum();
    }

    /**
     * Seconds to profile {@code cells} after all have been measured, where {@code options} ask for that: a fork more for the first
     * repetition of each. The copy it writes to is made again, and earlier cells' writes to it are repeated.
     */
    public static double profilingSeconds(List<Cell> cells, Workspace workspace, Values options) {
        if (!options.get(PROFILE)) {
            return 0;
        }
        Stores stores = new Stores(workspace, !options.get(DROP_DATASETS));
        return profiled(cells, workspace).stream()
                .mapToDouble(cell -> stores.prepareAnew(cell)
                        + measuring(cell)
                        + workspace.copies().before(cell, cells).stream()
                                .mapToDouble(Cost::measuring)
                                .sum())
                .sum();
    }

    private static List<Cell> profiled(List<Cell> cells, Workspace workspace) {
        return cells.stream()
                .filter(cell ->
                        cell.repetition() == 1 && workspace.skipReason(cell).isEmpty())
                .toList();
    }

    /**
     * A table of the time and disk that cells are thought to need: a row for each workload and thread count, and for each reason
     * why cells are skipped.
     *
     * @param run the folder of the run that is resumed, or null for a new one
     * @param each whether each cell gets a row of its own
     * @throws IOException when what that folder holds cannot be read
     */
    public static String table(List<Cell> cells, Workspace workspace, Values options, Path run, boolean each)
            throws IOException {
        CellNames names = new CellNames(cells);
        Map<String, Seconds> costs = each(cells, workspace);
        Map<Row, List<Cell>> rows = new LinkedHashMap<>();
        for (Cell cell : cells) {
            String reason = workspace.skipReason(cell).orElse(null);
            String name = each ? names.of(cell) : reason == null ? operation(cell) : "skipped";
            rows.computeIfAbsent(new Row(name, reason), row -> new ArrayList<>())
                    .add(cell);
        }
        int width = rows.keySet().stream()
                .mapToInt(row -> row.name().length())
                .max()
                .orElse(1);
        String format = "%-" + width + "s %12s %10s%n";
        StringBuilder table = new StringBuilder();
        rows.forEach((row, of) -> {
            DoubleStream measuring =
                    of.stream().mapToDouble(cell -> costs.get(cell.id()).measuring());
            String count = each ? "" : count(of);
            String said = row.reason() == null ? Console.time(measuring.sum()) : skipped(of, row.reason(), each);
            table.append(String.format(Locale.ROOT, format, row.name(), count, said));
        });
        double preparing =
                costs.values().stream().mapToDouble(Seconds::preparing).sum();
        table.append(String.format(Locale.ROOT, format, "loading and copying", "", Console.time(preparing)));
        double profiling = profilingSeconds(cells, workspace, options);
        if (profiling > 0) {
            table.append(String.format(
                    Locale.ROOT, format, "profiles", count(profiled(cells, workspace)), Console.time(profiling)));
        }
        cells.stream()
                .filter(cell -> cell.get(MEMORY) > 0)
                .map(cell -> "memory of " + cell.engine() + ", " + workspace.describeMemory(cell) + "\n")
                .distinct()
                .forEach(table::append);
        table.append(String.format(
                Locale.ROOT,
                "%d cells, about %s%s; up to %s of disk below %s%n",
                cells.size(),
                Console.time(profiling
                        + costs.values().stream().mapToDouble(Seconds::all).sum()),
                unsure(cells.stream()
                        .filter(cell -> workspace.skipReason(cell).isEmpty())
                        .toList()),
                Amount.ofBytes(DiskNeeds.peak(cells, workspace, options, run)),
                workspace.directory()));
        return table.toString();
    }

    /** Why {@code cells} are skipped, and where they share a row, which engines they are of. */
    private static String skipped(List<Cell> cells, String reason, boolean each) {
        List<String> engines =
                cells.stream().map(cell -> cell.engine().toString()).distinct().toList();
        return each
                ? reason
                : (engines.size() <= FEW ? String.join("; ", engines) : engines.size() + " series") + ": " + reason;
    }

    private static String count(List<Cell> cells) {
        return cells.size() + (cells.size() == 1 ? " cell" : " cells");
    }

    /** Why the time may be a third or three times as long, in brackets; empty where it is known well. */
    private static String unsure(List<Cell> cells) {
        Set<String> reasons = new TreeSet<>();
        for (Cell cell : cells) {
            Values values = cell.values();
            if (!LoadRates.isKnown(cell.engine().name())) {
                reasons.add("the rates of " + cell.engine().name() + " are not known");
            }
            if (cell.workload().countsOperations() && syncs(values) > 0) {
                reasons.add("how fast this disk confirms a commit is not known");
            }
            if (values.turnovers() > 0) {
                reasons.add("stores slow down as they age");
            }
            if (values.get(MEMORY) > 0 && values.get(MEMORY) < values.rawBytes()) {
                reasons.add("data exceed memory, so the disk sets the rate");
            }
        }
        return reasons.isEmpty()
                ? ""
                : " (may take a third or three times as long: " + String.join("; ", reasons) + ")";
    }

    /**
     * What stands in one row of the table.
     *
     * @param reason why its cells are skipped, or null
     */
    private record Row(String name, String reason) {}

    private static String operation(Cell cell) {
        return cell.workload().label() + (cell.threads() == 1 ? ", 1 thread" : ", " + cell.threads() + " threads");
    }

    /** What each of {@code cells}, in this order, is thought to take, by its id; nothing for one that will not be measured. */
    static Map<String, Seconds> each(List<Cell> cells, Workspace workspace) {
        Stores stores = new Stores(workspace, false);
        Map<String, Seconds> seconds = new LinkedHashMap<>();
        for (Cell cell : cells) {
            boolean refused = workspace.skipReason(cell).isPresent();
            seconds.put(cell.id(), refused ? NOTHING : new Seconds(stores.prepare(cell), measuring(cell)));
        }
        return seconds;
    }

    static double measuring(Cell cell) {
        double records = cell.get(ENTRIES);
        if (cell.workload().countsOperations()) {
            return FORK_SECONDS
                    + records * insert(cell)
                    + pages(cell.values()) / PAGE_RATE
                    + syncs(cell.values()) / SYNC_RATE;
        }
        return FORK_SECONDS
                + (JmhCell.warmUpTurns(cell.workload()) + cell.iterations()) * TURN_SECONDS
                + (cell.get(WARM_UP) + cell.iterations() * cell.get(TIME)) / 1000.0
                + records / PRESCAN_RATE;
    }

    /** Seconds per record: a batch of one is a commit for each record, a large one a load. */
    private static double insert(Cell cell) {
        String engine = cell.engine().name();
        double loaded = 1 / LoadRates.load(engine, bytesPerRecord(cell));
        double alone = 1 / LoadRates.insert(engine, bytesPerRecord(cell));
        return loaded + (alone - loaded) / cell.get(BATCH);
    }

    /** Pages to be read before they are written to: past memory, a record in random order meets one that is not there. */
    private static double pages(Values values) {
        long memory = values.get(MEMORY);
        double bytes = values.rawBytes();
        return memory == 0 || memory >= bytes || values.get(ORDER) != WriteOrder.RANDOM
                ? 0
                : values.get(ENTRIES) * (1 - memory / bytes);
    }

    private static double bytesPerRecord(Cell cell) {
        return cell.values().rawBytes() / cell.get(ENTRIES);
    }

    private static double syncs(Values values) {
        return values.get(DURABILITY) == Durability.POWER ? (double) values.get(ENTRIES) / values.get(BATCH) : 0;
    }

    /** Which datasets and copies are there when a cell's turn comes. */
    private static final class Stores {
        private final Workspace workspace;
        /** Whether a dataset is there as it was loaded, by its folder's name. */
        private final Map<String, Boolean> pristine = new HashMap<>();

        private final Set<String> copies = new HashSet<>();
        private final boolean loaded;

        /** @param loaded whether all datasets are there */
        Stores(Workspace workspace, boolean loaded) {
            this.workspace = workspace;
            this.loaded = loaded;
        }

        /** As {@link #prepare}, without a copy that another cell has written to. */
        double prepareAnew(Cell cell) {
            copies.clear();
            return prepare(cell);
        }

        /** Seconds to make what {@code cell} needs; it is there from then on. */
        double prepare(Cell cell) {
            boolean writes = cell.workload().needs() == Needs.COPY;
            if (cell.workload().needs() == Needs.NEW_STORE
                    || (writes && !copies.add(workspace.copies().name(cell)))) {
                return 0;
            }
            boolean consumes = writes && workspace.copies().inPlace(cell);
            String dataset = workspace.spec(cell).folderName();
            boolean there = pristine.computeIfAbsent(dataset, name -> loaded || workspace.isLoaded(cell));
            pristine.put(dataset, !consumes);
            double rate = LoadRates.load(cell.engine().name(), bytesPerRecord(cell));
            double churn = cell.values().turnovers()
                    * OPERATIONS_OF_TURNOVER
                    / LoadRates.insert(cell.engine().name(), bytesPerRecord(cell));
            double load = there ? 0 : FORK_SECONDS + cell.get(ENTRIES) * (1 / rate + churn);
            double copy = writes && !consumes ? workspace.storeSpec(cell).dataBytes() / COPY_RATE : 0;
            return load + copy;
        }
    }
}
