package storemark.run;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongSupplier;
import storemark.suite.Cell;
import storemark.suite.CellNames;

/**
 * How far a run is, and how long it will take: what its cells were thought to take, at the pace of those that have been measured.
 * The pace changes only when a cell ends, so that the time left falls while one runs. Thread-safe.
 */
final class Schedule {
    /** Below so many seconds of finished work, a pace says nothing. */
    private static final double ENOUGH_SECONDS = 10;

    private static final double BEST_PACE = 0.2;

    private final CellNames names;
    private final Map<String, Cost.Seconds> expected = new HashMap<>();
    private final LongSupplier nanoTime;
    private final long started;
    private final Map<String, Integer> numbers = new HashMap<>();
    private final int before;
    private double left;
    private double afterwards;
    private double measuredExpected;
    private double measuredTook;
    private double current;
    private long begun;
    private int done;

    /**
     * @param cells in the order in which they will be finished
     * @param before how many of the run had ended when it was resumed: these are counted on from there
     * @param names of these cells
     * @param expected what each is thought to take, by its id
     * @param nanoTime a clock, in nanoseconds
     */
    Schedule(List<Cell> cells, int before, CellNames names, Map<String, Cost.Seconds> expected, LongSupplier nanoTime) {
        this.before = before;
        this.names = names;
        this.nanoTime = nanoTime;
        add(cells, expected);
        started = nanoTime.getAsLong();
        begun = started;
    }

    /** Adds cells that will be finished after all others. */
    synchronized void add(List<Cell> cells, Map<String, Cost.Seconds> costs) {
        expected.putAll(costs);
        left += cells.stream().mapToDouble(this::expected).sum();
        cells.forEach(cell -> numbers.put(cell.id(), numbers.size() + 1));
    }

    /** What is to be done after all cells is thought to take {@code seconds}. */
    synchronized void expectAfterwards(double seconds) {
        afterwards = seconds;
    }

    private double expected(Cell cell) {
        return expected.get(cell.id()).all();
    }

    /** The next cells begin, which will end together. */
    synchronized void begin(List<Cell> together) {
        current = together.stream().mapToDouble(this::expected).sum();
        begun = nanoTime.getAsLong();
    }

    /**
     * The cells that began last have ended.
     *
     * @param measured whether they were measured: the time of failed cells says nothing about the pace
     */
    synchronized void finished(List<Cell> together, boolean measured) {
        if (measured) {
            measuredExpected += current;
            measuredTook += (nanoTime.getAsLong() - begun) / 1e9;
        }
        left -= current;
        current = 0;
        begun = nanoTime.getAsLong();
        done += together.size();
    }

    /** {@code [ 3/30] lmdb read, 1 thread, cache of 4 MiB}. */
    synchronized String label(Cell cell) {
        int all = before + numbers.size();
        int width = String.valueOf(all).length();
        return String.format(
                Locale.ROOT, "[%" + width + "d/%d] %s", before + numbers.get(cell.id()), all, names.of(cell));
    }

    /** {@code about 3 min 20 s}. */
    String timeLeft() {
        return "about " + Console.time(secondsLeft());
    }

    /** Of the time that all takes, what has passed: 0 to 1. */
    double share() {
        double passed = (nanoTime.getAsLong() - started) / 1e9;
        return passed / Math.max(1e-9, passed + secondsLeft());
    }

    synchronized double secondsLeft() {
        double pace = measuredExpected < ENOUGH_SECONDS ? 1 : Math.max(BEST_PACE, measuredTook / measuredExpected);
        if (done == numbers.size()) {
            return afterwards * pace;
        }
        double inCurrent = (nanoTime.getAsLong() - begun) / 1e9;
        return Math.max(0, current * pace - inCurrent) + Math.max(0, left - current + afterwards) * pace;
    }
}
