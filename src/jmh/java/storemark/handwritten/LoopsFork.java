package storemark.handwritten;

import static java.util.Map.entry;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
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
 * Measures the loops of one engine, by hand or through its adapter, in a process of its own, and prints a line a workload:
 * its name, operations per second of CPU and of wall time, bytes allocated per operation. Started by {@link AdapterRatios}.
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

    /** What was counted since {@link #reset()}: only what ran between {@link #start()} and {@link #stop(long)}. */
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
        LoopsFork fork = new LoopsFork(args);
        Set<String> workloads = new HashSet<>(List.of(args[7].split(",", -1)));
        if (!Engines.load().of(fork.engine).traits().can(Capability.SCAN)) {
            workloads.removeAll(Set.of("scan", "walk"));
        }
        fork.run(workloads);
    }

    private Loops open(Scratch scratch, boolean create) throws Exception {
        return opener.open(AdapterRatios.spec(engine, scratch.path(), durability, entries, cacheBytes, create), sink);
    }

    private void run(Set<String> workloads) throws Exception {
        if (workloads.contains("insert")) {
            insertUntil(System.nanoTime() + nanos);
            reset();
            insertUntil(System.nanoTime() + nanos);
            print("insert");
        }
        try (Scratch loaded = loads()) {
            try (Loops loops = open(loaded, false)) {
                if (workloads.contains("read")) {
                    measure("read", entries, range -> loops.read(random, range, BLOCK));
                }
                if (workloads.contains("scan")) {
                    measure(
                            "scan",
                            entries - Loops.SCANNED + 1,
                            range -> loops.scan(random, range, BLOCK, Loops.SCANNED));
                }
                if (workloads.contains("walk")) {
                    measure(
                            "walk",
                            entries - Loops.WALKED + 1,
                            range -> loops.scan(random, range, BLOCK, Loops.WALKED));
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

    private Scratch loadUntil(long deadline) throws Exception {
        while (true) {
            Scratch scratch = Scratch.create(folder, "loops");
            try (Loops loops = open(scratch, true)) {
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
