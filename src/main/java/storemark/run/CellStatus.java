package storemark.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import storemark.suite.Cell;
import storemark.text.Amount;

/**
 * What a cell is doing, for the status line: the step, the last rate, what the store takes, what the disk has left. Told by
 * JMH on one thread and asked by another.
 */
final class CellStatus {
    private final String label;
    private final int steps;
    private final Path progress;
    private final Workspace workspace;
    private final Supplier<String> timeLeft;
    private final List<Double> rates = new ArrayList<>();
    private int step = -1;
    private double rate = Double.NaN;
    private long diskBytes = -1;

    /** @param progress the file in which the fork says what it does outside of measured time; it need not exist */
    CellStatus(Cell cell, String label, Path progress, Workspace workspace, Supplier<String> timeLeft) {
        this.label = label;
        this.steps = cell.iterations();
        this.progress = progress;
        this.workspace = workspace;
        this.timeLeft = timeLeft;
    }

    /**
     * An iteration begins, with all that comes before its measured part.
     *
     * @param number from 1; 0 for warm-up
     */
    synchronized void begins(int number) {
        step = number;
    }

    /**
     * An iteration has ended.
     *
     * @param number from 1; 0 for warm-up
     * @param wallRate operations per second, by all threads
     * @param bytes what the store takes then, or a negative number
     */
    synchronized void ended(int number, double wallRate, long bytes) {
        rate = wallRate;
        diskBytes = bytes;
        if (number > 0) {
            rates.add(wallRate);
        }
    }

    /** Rates of the measured steps so far, in operations per second. */
    synchronized List<Double> rates() {
        return List.copyOf(rates);
    }

    synchronized String line() {
        StringBuilder line = new StringBuilder(label).append(": ");
        line.append(step < 0 ? "starting" : step == 0 ? "warm-up" : step + "/" + steps);
        String phase = phase();
        if (!phase.isEmpty()) {
            line.append(", ").append(phase);
        }
        if (!Double.isNaN(rate)) {
            line.append(", ").append(Amount.ofCount(rate)).append("/s");
        }
        line.append(", ").append(timeLeft.get()).append(" left");
        line.append(ProgressLine.space(diskBytes, workspace.freeBytes()));
        return line.toString();
    }

    private String phase() {
        try {
            return Files.readString(progress).strip();
        } catch (IOException none) {
            return ""; // it has not begun, or is being written
        }
    }
}
