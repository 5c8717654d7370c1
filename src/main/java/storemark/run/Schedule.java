package storemark.run;

import java.util.List;
import java.util.Locale;
import storemark.suite.Cell;

/** How far a run is, and how long it will take: an estimate that the cells done so far correct. */
final class Schedule {
    private final List<Cell> cells;
    private final double total;
    private final long started = System.nanoTime();
    private double expectedSoFar;
    private int done;

    Schedule(List<Cell> cells) {
        this.cells = List.copyOf(cells);
        total = cells.stream().mapToDouble(Cost::seconds).sum();
    }

    void finished(Cell cell) {
        done++;
        expectedSoFar += Cost.seconds(cell);
    }

    /** {@code [ 3/30] lmdb read, 1 thread}. */
    String label(Cell cell) {
        int width = String.valueOf(cells.size()).length();
        return String.format(Locale.ROOT, "[%" + width + "d/%d] %s", done + 1, cells.size(), cell);
    }

    String timeLeft() {
        double elapsed = (System.nanoTime() - started) / 1e9;
        double pace = expectedSoFar < 10 ? 1 : Math.max(0.2, elapsed / expectedSoFar);
        return "about " + Console.time(Math.max(0, (total - expectedSoFar) * pace));
    }
}
