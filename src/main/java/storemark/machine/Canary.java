package storemark.machine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Three short loops of our own that tell whether the machine is as fast as it was: computing, memory latency past the caches, and
 * 4 KiB reads of the stores' disk past the page cache. Each takes some 3 ms, and the median of its parts counts: an interruption of
 * a millisecond says nothing of a turn. {@link MachineLoad} says whether others take CPU time. Used by one thread.
 */
public final class Canary implements AutoCloseable {
    private static final long NANOS = 3_000_000;
    /** Steps of a loop between two looks at the clock: some 15 and 40 microseconds. */
    private static final int COMPUTED = 10_000;

    private static final int CHASED = 200;
    private static final int CHASE_WORDS = 16 << 20;
    /** Each look chases through the next 4 MiB, which the looks before it have left to other data in the caches. */
    private static final int WINDOW_WORDS = 1 << 20;

    private static final int PAGE_WORDS = 1024;
    private static final int BLOCK = 4096;
    private static final int FILE_BLOCKS = 1024;

    /**
     * What one look found, in nanoseconds for each step of a loop.
     *
     * @param disk of a read; -1 where there is no disk to read, or none that can be read past the page cache
     */
    public record Look(double compute, double memory, double disk) {}

    private final int[] chase;
    private final Path file;
    private final FileChannel disk;
    private final ByteBuffer block;
    private final SplittableRandom random = new SplittableRandom(1);
    private int window;
    private int at;
    private long computed = 1;
    private final long[] times = new long[1024];

    /**
     * Prepares the loops.
     *
     * @param directory of ours on the disk that is watched, where a file of 4 MiB is made; null for none
     * @throws IOException when that file cannot be written
     */
    public Canary(Path directory) throws IOException {
        chase = chase(Runtime.getRuntime().maxMemory() < 512L << 20 ? CHASE_WORDS / 8 : CHASE_WORDS);
        file = directory == null ? null : directory.resolve("canary");
        block = ByteBuffer.allocateDirect(2 * BLOCK).alignedSlice(BLOCK).limit(BLOCK);
        disk = file == null ? null : openFile();
        for (int i = 0; i < 20; i++) {
            look(); // compiled from here on
        }
    }

    /**
     * In each window one cycle through all its words, so that each step waits for the one before: a generator of full period (Hull and
     * Dobell, 1962), whose jumps have no constant stride. A shuffle took 0.3 s of CPU time at the start of each run.
     *
     * @param words a multiple of {@link #WINDOW_WORDS}
     */
    static int[] chase(int words) {
        int[] next = new int[words];
        for (int i = 0; i < words; i++) {
            next[i] = (1664525 * i + 1013904223) & (WINDOW_WORDS - 1);
        }
        return next;
    }

    private FileChannel openFile() throws IOException {
        Files.write(file, new byte[FILE_BLOCKS * BLOCK], StandardOpenOption.CREATE_NEW);
        try {
            StoreFiles.force(file);
            return FileChannel.open(file, StandardOpenOption.READ, direct());
        } catch (IOException | UnsupportedOperationException | ReflectiveOperationException noDirectIo) {
            Files.delete(file);
            return null;
        }
    }

    /** O_DIRECT. By name: compilers of newer Javas warn of it, though each JDK has it. */
    private static OpenOption direct() throws ReflectiveOperationException {
        return (OpenOption) Class.forName("com.sun.nio.file.ExtendedOpenOption")
                .getField("DIRECT")
                .get(null);
    }

    /** Runs the loops once. */
    public Look look() {
        return new Look(compute(), memory(), disk == null ? -1 : disk());
    }

    /**
     * Four chains that do not wait for each other, so that they compete for a core's units. One chain alone hardly becomes slower when
     * another thread runs on the same core, though stores do.
     */
    private double compute() {
        return median(() -> {
                    long first = computed;
                    long second = first + 1;
                    long third = first + 2;
                    long fourth = first + 3;
                    for (int i = 0; i < COMPUTED; i++) {
                        first = first + (first << 3) ^ i;
                        second = second + (second << 5) ^ i;
                        third = third + (third << 7) ^ i;
                        fourth = fourth + (fourth << 9) ^ i;
                    }
                    computed = first + second + third + fourth;
                })
                / COMPUTED;
    }

    /**
     * Touches each page first. After a turn that took much memory, a virtual machine may need microseconds for the first access to a page;
     * timed, that marked a quarter of the turns of published runs, whose rates were the same as of others.
     */
    private double memory() {
        window = (window + WINDOW_WORDS) % chase.length;
        for (int page = 0; page < WINDOW_WORDS; page += PAGE_WORDS) {
            at ^= chase[window + page];
        }
        at &= WINDOW_WORDS - 1;
        return median(() -> {
                    int place = at;
                    for (int i = 0; i < CHASED; i++) {
                        place = chase[window + place];
                    }
                    at = place;
                })
                / CHASED;
    }

    private double disk() {
        try {
            return median(() -> {
                try {
                    disk.read(block.clear(), (long) random.nextInt(FILE_BLOCKS) * BLOCK);
                } catch (IOException gone) {
                    throw new UncheckedIOException(gone);
                }
            });
        } catch (UncheckedIOException gone) {
            return -1; // what is measured fails by itself
        }
    }

    /** The median time of {@code part}, run again and again: what interrupts some of them, like the scheduler, is not seen. */
    private double median(Runnable part) {
        long started = System.nanoTime();
        long now = started;
        int count = 0;
        while (now - started < NANOS && count < times.length) {
            part.run();
            long end = System.nanoTime();
            times[count++] = end - now;
            now = end;
        }
        Arrays.sort(times, 0, count);
        return times[count / 2];
    }

    @Override
    public void close() throws IOException {
        if (disk != null) {
            disk.close();
            Files.deleteIfExists(file);
        }
    }
}
