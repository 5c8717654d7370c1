package storemark.jmh;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import one.profiler.AsyncProfiler;
import storemark.fork.ForkPlan;
import storemark.results.Profile;
import storemark.results.WholeFile;

/**
 * Samples the stacks of all threads between the start and the end of the measured part of each iteration, in a fork that is not
 * scored; does nothing in others. Called by one thread at a time.
 */
final class ForkProfiler {
    private static final String START = "start,event=cpu,interval=1ms,lib";
    private static final Path FILE = ForkPlan.ofThisProcess().profile();
    private static boolean measured;
    private static boolean begun;

    private ForkProfiler() {}

    /** An iteration begins, a warm-up or not. */
    static void iteration(boolean isMeasured) {
        measured = isMeasured && FILE != null;
    }

    /** The measured part begins. */
    static void resume() {
        if (measured) {
            execute(begun ? START.replace("start", "resume") : START);
            begun = true;
        }
    }

    /** The measured part has ended. */
    static void stop() {
        if (measured) {
            execute("stop");
        }
    }

    /** Writes what was seen so far: a flame graph, and beside it the stacks. */
    static void write() {
        if (!measured) {
            return;
        }
        try {
            WholeFile.write(FILE, text("flamegraph,lib,title=" + FILE.getFileName()));
            WholeFile.write(Profile.stacks(FILE), text("collapsed,lib"));
        } catch (IOException unwritable) {
            throw new UncheckedIOException("the profile cannot be written to " + FILE, unwritable);
        }
    }

    private static byte[] text(String command) {
        return execute(command).getBytes(StandardCharsets.UTF_8);
    }

    private static String execute(String command) {
        try {
            return AsyncProfiler.getInstance().execute(command);
        } catch (IOException failed) {
            throw new UncheckedIOException("the profiler cannot " + command, failed);
        }
    }
}
