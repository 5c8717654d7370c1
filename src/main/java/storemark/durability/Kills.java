package storemark.durability;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import storemark.engine.Target;
import storemark.results.Outcome;

/** Cuts at {@code process}: SIGKILL of a writer at some moment in the middle of its work. Each cut has a store of its own. */
record Kills(WorkFolder work, Subject subject, Children children, long seed) {
    private static final int LONGEST_MILLIS = 1_000;
    private static final int START_SECONDS = 60;
    private static final int POLL_MILLIS = 2;

    /** More than can be done before the kill. */
    private static final int COMMITS = 1_000_000;

    /** Kills writers number {@code first} to {@code end}, the last excluded, and adds what was found. */
    void run(int first, int end, Checks checks, Outcome.Builder outcome, Runnable progress)
            throws IOException, InterruptedException {
        for (int number = first; number < end; number++) {
            Path folder = work.folder("kill");
            try {
                Script script = new Script(seed, number);
                Target place = place(folder);
                int[] acknowledged = kill(number, script, place, folder);
                Findings found = checks.check(place, script, acknowledged);
                outcome.add(number, "kill", Arrays.stream(acknowledged).sum(), found.counts(), found.first());
            } finally {
                WorkFolder.release(folder);
            }
            progress.run();
        }
    }

    private Target place(Path folder) throws IOException {
        Path store = Files.createDirectory(folder.resolve("store"));
        if (!subject.spec().onDevice()) {
            return subject.target(store, null);
        }
        Path image = folder.resolve("device.img");
        try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
            file.setLength(Layout.BYTES);
        }
        return subject.target(store, Loop.attach(image, 0, Layout.BYTES).device());
    }

    private int[] kill(int number, Script script, Target place, Path folder) throws IOException, InterruptedException {
        Path acknowledgements = Files.createDirectory(folder.resolve("acknowledgements"));
        Path temporary = Files.createDirectory(folder.resolve("tmp"));
        Process writer = children.writer(new Writer(script, place, COMMITS, acknowledgements, null), temporary);
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
        while (!Acknowledgements.begun(acknowledgements, script) && writer.isAlive() && System.nanoTime() < deadline) {
            Thread.sleep(POLL_MILLIS);
        }
        int delay = new SplittableRandom(seed + number).nextInt(LONGEST_MILLIS);
        boolean ended = writer.waitFor(delay, TimeUnit.MILLISECONDS);
        writer.destroyForcibly().waitFor();
        if (ended) {
            throw new IOException("the writer of cut " + number + " ended before it was killed, with exit code "
                    + writer.exitValue() + ": " + Children.complaint(temporary));
        }
        if (!Acknowledgements.begun(acknowledgements, script)) {
            throw new IOException(
                    "the writer of cut " + number + " had committed nothing after " + START_SECONDS + " s");
        }
        return Acknowledgements.read(acknowledgements, script).at(0);
    }
}
