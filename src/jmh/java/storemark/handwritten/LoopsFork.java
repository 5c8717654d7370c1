package storemark.handwritten;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import storemark.dataset.Scratch;
import storemark.engine.Capability;
import storemark.engine.DigestSink;
import storemark.engine.Engine;
import storemark.engine.EngineSpec;
import storemark.engine.Records;
import storemark.engine.Touch;
import storemark.engines.Engines;

/**
 * Measures the loops of one engine, by hand or through its adapter, in a process of its own, and prints a line a workload:
 * its name, operations per second of CPU and of wall time, bytes allocated per operation. Started by {@link AdapterRatios}.
 */
final class LoopsFork {
    /** Operations between two looks at the clock. */
    private static final int BLOCK = 100;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private interface Block {
        void run(long range) throws Exception;
    }

    private final Records records = new Records(1, Long.BYTES, 100, 100, 0.0);
    private final DigestSink sink = new DigestSink(Touch.LINE, records.maxValueBytes());
    private final SplittableRandom random = new SplittableRandom(1);
    private final Loops.Opener opener;
    private final Path folder;
    private final long entries;
    private final long cacheBytes;
    private final long nanos;
    private int revision;

    /** What was counted since {@link #reset()}: only what ran between {@link #start()} and {@link #stop(long)}. */
    private long operations;

    private long wall;
    private long cpu;
    private long allocated;

    private LoopsFork(Loops.Opener opener, Path folder, long entries, long cacheBytes, long millis) {
        this.opener = opener;
        this.folder = folder;
        this.entries = entries;
        this.cacheBytes = cacheBytes;
        nanos = TimeUnit.MILLISECONDS.toNanos(millis);
    }

    public static void main(String[] args) throws Exception {
        Engine engine = Engines.load().of(EngineSpec.parse(args[0]));
        Loops.Opener opener = args[1].equals("adapter")
                ? (spec, sink) -> new AdapterLoops(engine, spec, sink)
                : Loops.BY_HAND.get(args[0]);
        LoopsFork fork = new LoopsFork(
                opener, Path.of(args[2]), Long.parseLong(args[3]), Long.parseLong(args[4]), Long.parseLong(args[5]));
        Set<String> workloads = new HashSet<>(List.of(args[6].split(",", -1)));
        if (!engine.traits().can(Capability.SCAN)) {
            workloads.remove("scan");
        }
        fork.run(workloads);
    }

    private void run(Set<String> workloads) throws Exception {
        try (Scratch loaded = loads()) {
            try (Loops loops =
                    opener.open(AdapterRatios.spec(records, loaded.path(), entries, cacheBytes, false), sink)) {
                if (workloads.contains("read")) {
                    measure("read", entries, range -> loops.read(random, range, BLOCK));
                }
                if (workloads.contains("scan")) {
                    measure("scan", entries - Loops.SCANNED + 1, range -> loops.scan(random, range, BLOCK));
                }
                if (workloads.contains("update")) {
                    measure("update", entries, range -> loops.update(random, range, BLOCK, ++revision));
                }
            }
        }
        System.out.println("digest " + sink.digest()); // so that no compiler can drop the reads
    }

    /** Loads stores until time is up, first for the compiler and then for the clock; the last one stays. */
    private Scratch loads() throws Exception {
        loadUntil(System.nanoTime() + nanos).close();
        reset();
        Scratch last = loadUntil(System.nanoTime() + nanos);
        print("load");
        return last;
    }

    private Scratch loadUntil(long deadline) throws Exception {
        while (true) {
            Scratch scratch = Scratch.create(folder, "loops");
            try (Loops loops =
                    opener.open(AdapterRatios.spec(records, scratch.path(), entries, cacheBytes, true), sink)) {
                start();
                loops.load(entries);
                stop(entries);
            }
            if (System.nanoTime() > deadline) {
                return scratch;
            }
            scratch.close();
        }
    }

    private void measure(String workload, long range, Block block) throws Exception {
        runUntil(System.nanoTime() + nanos, range, block);
        reset();
        start();
        stop(runUntil(System.nanoTime() + nanos, range, block));
        print(workload);
    }

    private static long runUntil(long deadline, long range, Block block) throws Exception {
        long done = 0;
        while (System.nanoTime() < deadline) {
            block.run(range);
            done += BLOCK;
        }
        return done;
    }

    private void reset() {
        operations = 0;
        wall = 0;
        cpu = 0;
        allocated = 0;
    }

    private void start() {
        allocated -= THREADS.getCurrentThreadAllocatedBytes();
        cpu -= THREADS.getCurrentThreadCpuTime();
        wall -= System.nanoTime();
    }

    private void stop(long done) {
        wall += System.nanoTime();
        cpu += THREADS.getCurrentThreadCpuTime();
        allocated += THREADS.getCurrentThreadAllocatedBytes();
        operations += done;
    }

    private void print(String workload) {
        System.out.printf(
                Locale.ROOT,
                "%s %.0f %.0f %d%n",
                workload,
                operations * 1e9 / cpu,
                operations * 1e9 / wall,
                allocated / operations);
    }
}
