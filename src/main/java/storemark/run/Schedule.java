package storemark.run;

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

    private final List<Cell> cells;
    private final CellNames names;
    private final Map<String, Cost.Seconds> expected;
    private final LongSupplier nanoTime;
    private double left;
    private double measuredExpected;
    private double measuredTook;
    private long begun;
    private int done;

    /**
     * @param cells in the order in which they will be finished
     * @param names of these cells
     * @param expected what each is thought to take, by its id
     * @param nanoTime a clock, in nanoseconds
     */
    Schedule(List<Cell> cells, CellNames names, Map<String, Cost.Seconds> expected, LongSupplier nanoTime) {
        this.cells = List.copyOf(cells);
        this.names = names;
        this.expected = Map.copyOf(expected);
        this.nanoTime = nanoTime;
        left = cells.stream().mapToDouble(this::expected).sum();
        begun = nanoTime.getAsLong();
    }

    private double expected(Cell cell) {
        return expected.get(cell.id()).all();
    }

    /**
     * The next cell has ended.
     *
     * @param measured whether it took the time that it takes: one that failed says nothing of the pace
     */
    synchronized void finished(Cell cell, boolean measured) {
        long now = nanoTime.getAsLong();
        if (measured) {
            measuredExpected += expected(cell);
            measuredTook += (now - begun) / 1e9;
        }
        left -= expected(cell);
        begun = now;
        done++;
    }

    /** {@code [ 3/30] lmdb read, 1 thread, cache of 4 MiB}. */
    synchronized String label(Cell cell) {
        int width = String.valueOf(cells.size()).length();
        return String.format(Locale.ROOT, "[%" + width + "d/%d] %s", done + 1, cells.size(), names.of(cell));
    }

    /** {@code about 3 min 20 s}. */
    String timeLeft() {
        return "about " + Console.time(secondsLeft());
    }

    synchronized double secondsLeft() {
        if (done == cells.size()) {
            return 0;
        }
        double pace = measuredExpected < ENOUGH_SECONDS ? 1 : Math.max(BEST_PACE, measuredTook / measuredExpected);
        double current = expected(cells.get(done));
        double inCurrent = (nanoTime.getAsLong() - begun) / 1e9;
        return Math.max(0, current * pace - inCurrent) + Math.max(0, left - current) * pace;
    }
}
