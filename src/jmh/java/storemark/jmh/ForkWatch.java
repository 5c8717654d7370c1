package storemark.jmh;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import storemark.dataset.Ticker;
import storemark.fork.Gate;
import storemark.machine.FreeSpace;
import storemark.machine.Pause;

/**
 * A thread beside the measured ones, four times a second: it ends this process before the disk of its stores is full, and
 * tells the runner what it is doing, by one line in a file. Nothing measured waits
 * for it or writes to what it reads.
 */
final class ForkWatch {
    /** The phase of a step whose clock runs. */
    static final String MEASURING = "measuring";

    private static final AtomicLong DONE = new AtomicLong();
    private static volatile String phase = "opening the store";
    private static volatile long total;
    private static Path watched;
    private static Path file;
    private static Gate gate;
    private static String told = "";
    private static Ticker ticker;

    private ForkWatch() {}

    /**
     * Starts watching.
     *
     * @param directory the stores; its parent's file system where it is not there yet
     * @param progress the file; null for none
     * @param runner told that this process runs
     * @param writes whether the file system is to be kept from being filled
     */
    static void start(Path directory, Path progress, Gate runner, boolean writes) throws InterruptedException {
        if (ticker != null) { // of the trial before: a fork has one trial, a process of tests has hundreds
            ticker.close();
        }
        Path place = Files.isDirectory(directory)
                ? directory
                : directory.toAbsolutePath().getParent();
        watched = writes ? place : null;
        file = progress;
        gate = runner;
        // Runs until the next trial or the end of the process. Between two looks a device of 4 GB/s writes a gigabyte.
        ticker = Ticker.of(ForkWatch::watch);
    }

    /**
     * What is being done from now on; {@code steps} of it where they are counted, else 0. It is told before this returns, so
     * that what is measured begins undisturbed.
     */
    static void phase(String what, long steps) {
        DONE.set(0);
        total = steps;
        phase = what;
        tell();
    }

    /** A part of the phase is done. */
    static void done(long steps) {
        DONE.addAndGet(steps);
    }

    private static void watch() {
        try {
            if (watched != null) {
                endIfExhausted(watched);
            }
        } catch (IOException gone) {
            System.err.println("Disk space monitoring stopped: " + gone);
            watched = null; // what is measured fails by itself
        }
        tell();
        beat();
    }

    private static void beat() {
        try {
            if (gate != null) {
                gate.alive();
            }
        } catch (IOException closed) {
            gate = null; // the trial is over, or the runner has gone, which the parent's watch sees
        }
    }

    /** Writes what has changed. */
    private static synchronized void tell() {
        long all = total; // another thread may begin the next phase meanwhile
        String line = all == 0 ? phase : phase + " " + 100 * DONE.get() / all + "%";
        if (file == null || line.equals(told)) {
            return;
        }
        try {
            Files.writeString(file, line);
            told = line;
        } catch (IOException gone) {
            System.err.println("Progress reporting stopped: " + gone); // writing the results will report the cause
            file = null;
        }
    }

    private static void endIfExhausted(Path place) throws IOException {
        FreeSpace left = FreeSpace.of(place);
        if (left.exhausted()) {
            System.err.println("STOPPED: the disk is nearly full, " + left);
            System.err.flush();
            Pause.kill(ProcessHandle.current().pid());
        }
    }
}
