package storemark.handwritten;

import static java.util.Map.entry;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import storemark.dataset.Scratch;
import storemark.engine.Capability;
import storemark.engine.DigestSink;
import storemark.engine.Durability;
import storemark.engine.EngineSpec;
import storemark.engine.Touch;
import storemark.engines.Engines;

/**
 * Measures one workload of one engine, by hand or through its adapter, in a process of its own, and prints a line: the
 * workload, operations per second of CPU and of wall time, bytes allocated per operation. Started by {@link AdapterRatios}.
 */
final class LoopsFork {
    /** Loops written by hand, by engine: of those whose adapters are compared with them. */
    static final Map<String, Loops.Opener> BY_HAND = Map.ofEntries(
            entry("bdb", BdbLoops::new),
            entry("chronicle-map", ChronicleMapLoops::new),
            entry("files-flat", (spec, sink) -> new FilesLoops(spec, sink, 0)),
            entry("files-nested", (spec, sink) -> new FilesLoops(spec, sink, 3)),
            entry("h2", H2Loops::new),
            entry("je", JeLoops::new),
            entry("kyoto-treedb", KyotoTreeDbLoops::new),
            entry("leveldb", LevelDbLoops::new),
            entry("leveldb-java", LevelDbJavaLoops::new),
            entry("leveldb-system", LevelDbSystemLoops::new),
            entry("lmdb", LmdbLoops::new),
            entry("mapdb", MapDbLoops::new),
            entry("mvstore", MvStoreLoops::new),
            entry("rocksdb", RocksDbLoops::new),
            entry("sqlite", SqliteLoops::new),
            entry("tupl", TuplLoops::new),
            entry("wiredtiger", WiredTigerLoops::new),
            entry("xodus", XodusLoops::new));

    /** Operations between two looks at the clock. */
    private static final int BLOCK = 100;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** What is measured, between {@link #start()} and {@link #stop(long)}, until the deadline has passed. */
    private interface Work {
        void until(long deadline) throws Exception;
    }

    private interface Block {
        void run(long range) throws Exception;
    }

    private final DigestSink sink = new DigestSink(Touch.LINE, AdapterRatios.RECORDS.maxValueBytes());
    private final SplittableRandom random = new SplittableRandom(1);
    private final EngineSpec engine;
    private final Loops.Opener opener;
    private final Path folder;
    private final Durability durability;
    private final long entries;
    private final long cacheBytes;
    private final long nanos;
    private int revision;

    /** What was counted since the warm-up: only what ran between {@link #start()} and {@link #stop(long)}. */
    private long operations;

    private long wall;
    private long cpu;
    private long allocated;

    /** The arguments, in this order: engine, adapter or hand, folder, durability, entries, bytes of cache, milliseconds. */
    private LoopsFork(String... args) {
        engine = EngineSpec.parse(args[0]);
        opener = args[1].equals("adapter")
                ? (spec, sink) -> new AdapterLoops(Engines.load().of(engine), spec, sink)
                : BY_HAND.get(engine.name());
        folder = Path.of(args[2]);
        durability = Durability.valueOf(args[3]);
        entries = Long.parseLong(args[4]);
        cacheBytes = Long.parseLong(args[5]);
        nanos = TimeUnit.MILLISECONDS.toNanos(Long.parseLong(args[6]));
    }

    public static void main(String[] args) throws Exception {
        new LoopsFork(args).run(args[7]);
    }

    static boolean can(EngineSpec engine, String workload) {
        boolean scans = workload.equals("scan") || workload.equals("walk");
        return !scans || Engines.load().of(engine).traits().can(Capability.SCAN);
    }

    private Loops open(Scratch scratch, boolean create) throws Exception {
        return opener.open(AdapterRatios.spec(engine, scratch.path(), durability, entries, cacheBytes, create), sink);
    }

    private void run(String workload) throws Exception {
        switch (workload) {
            case "load" -> measure(workload, this::loadUntil);
            case "insert" -> measure(workload, this::insertUntil);
            default -> runLoaded(workload);
        }
        System.out.println("digest " + sink.digest()); // so that no compiler can drop the reads
    }

    private void runLoaded(String workload) throws Exception {
        try (Scratch scratch = Scratch.create(folder, "loops")) {
            try (Loops loops = open(scratch, true)) {
                loops.load(entries);
            }
            try (Loops loops = open(scratch, false)) {
                switch (workload) {
                    case "read" -> measureBlocks(workload, entries, range -> loops.read(random, range, BLOCK));
                    case "scan" -> scan(workload, loops, Loops.SCANNED);
                    case "walk" -> scan(workload, loops, Loops.WALKED);
                    case "update" ->
                        measureBlocks(workload, entries, range -> loops.update(random, range, BLOCK, ++revision));
                    default -> throw new IllegalArgumentException("no workload " + workload);
                }
            }
        }
    }

    private void scan(String workload, Loops loops, int length) throws Exception {
        measureBlocks(workload, entries - length + 1, range -> loops.scan(random, range, BLOCK, length));
    }

    /** Inserts into new stores, each up to the entries that it was opened for, until time is up. */
    private void insertUntil(long deadline) throws Exception {
        while (System.nanoTime() < deadline) {
            try (Scratch scratch = Scratch.create(folder, "loops");
                    Loops loops = open(scratch, true)) {
                loops.insert(random, 1); // opens what is opened at first use
                long inserted = 0;
                start();
                do {
                    loops.insert(random, BLOCK);
                    inserted += BLOCK;
                } while (inserted < entries - BLOCK && System.nanoTime() < deadline);
                stop(inserted);
            }
        }
    }

    private void loadUntil(long deadline) throws Exception {
        do {
            try (Scratch scratch = Scratch.create(folder, "loops");
                    Loops loops = open(scratch, true)) {
                start();
                loops.load(entries);
                stop(entries);
            }
        } while (System.nanoTime() < deadline);
    }

    private void measureBlocks(String workload, long range, Block block) throws Exception {
        measure(workload, deadline -> {
            start();
            stop(runUntil(deadline, range, block));
        });
    }

    private static long runUntil(long deadline, long range, Block block) throws Exception {
        long done = 0;
        while (System.nanoTime() < deadline) {
            block.run(range);
            done += BLOCK;
        }
        return done;
    }

    /** Warms up for as long as it measures. */
    private void measure(String workload, Work work) throws Exception {
        work.until(System.nanoTime() + nanos);
        operations = 0;
        wall = 0;
        cpu = 0;
        allocated = 0;
        work.until(System.nanoTime() + nanos);
        print(workload);
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
