package storemark.jmh;

import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import storemark.engine.Capability;
import storemark.engine.Durability;
import storemark.engine.Engine;
import storemark.engine.EngineSpec;
import storemark.engine.Records;
import storemark.engine.Session;
import storemark.engine.Touch;
import storemark.engines.Engines;
import storemark.machine.HeapUse;
import storemark.machine.ParentWatch;
import storemark.machine.ProcessUsage;
import storemark.results.Metric;
import storemark.text.Amount;
import storemark.text.SizeRange;
import storemark.workload.Distribution;
import storemark.workload.Draws;
import storemark.workload.Mix;
import storemark.workload.Workload;

/** The parameters of one trial, its store, open, and its {@link KeyRange}, which each iteration extends. */
@State(Scope.Benchmark)
public class Trial {
    /** Updates write revisions 1 to this in turn, so that a check knows all that a value may be. */
    static final int REVISIONS = 15;
    /** A store is opened for at least so many more records where a workload inserts until its time is over. */
    private static final long ROOM = 10_000_000;
    /** The property that a run gives its forks: each round draws other keys. */
    private static final String ROUND = "storemark.round";

    @Param("null")
    public String engine;

    @Param("1M")
    public String entries;

    @Param("200k")
    public String step;

    @Param("8")
    public int keyBytes;

    /** A size, or a range of sizes such as {@code 1k-10k}. */
    @Param("100")
    public String valueBytes;

    @Param("0.0")
    public double compressibility;

    @Param("none")
    public String durability;

    @Param("1g")
    public String cache;

    /** All memory of this process, as a size; {@code none} for no limit. Kept by the run that starts the process. */
    @Param("none")
    public String memory;

    /** Whether each iteration begins with nothing in any cache: the store is closed, evicted and opened again before it. */
    @Param("false")
    public boolean cold;

    /** Puts or deletes in a transaction; 1 for each by itself, and for mixes. */
    @Param("1")
    public int batch;

    @Param("line")
    public String touch;

    /** One operation in so many is timed by itself, for the percentiles; 0 for none. A prime keeps clear of batches. */
    @Param("61")
    public long sample;

    @Param("1")
    public long seed;

    /** How the ids of read, scan, update and mix are drawn: {@link Distribution}. */
    @Param("uniform")
    public String distribution;

    private Records records;
    private final AtomicInteger workers = new AtomicInteger();
    private OpenedStore opened;
    private Workload workload;
    private KeyRange keyRange;
    private long entryCount;
    private int threads;
    private int pass;
    private boolean limited;
    private boolean grows;

    @Setup(Level.Trial)
    public void open(BenchmarkParams benchmark) throws Exception {
        ParentWatch.start();
        limited = ForkLimit.check(memory);
        workload = Workload.ofBenchmark(benchmark.getBenchmark());
        String mix = benchmark.getParam("mix");
        pass = benchmark.getParam("pass") == null ? 1 : Integer.parseInt(benchmark.getParam("pass"));
        grows = workload == Workload.MIX && mix != null && Mix.parse(mix).inserts();
        ForkWatch.start(OpenedStore.root(), workload.writes());
        threads = benchmark.getThreads();
        entryCount = Amount.count(entries);
        long stepSize = Amount.count(step);
        if (workload == Workload.INSERT) {
            entryCount = Math.max(
                    entryCount,
                    (long) benchmark.getMeasurement().getCount()
                            * benchmark.getMeasurement().getBatchSize()
                            * threads);
        }
        if (stepSize < 1 || entryCount < stepSize) {
            throw new IllegalArgumentException("step " + step + " of " + entries + " entries: 1 to all are offered");
        }
        if (batch < 1 || (batch > 1 && workload == Workload.MIX)) {
            throw new IllegalArgumentException("batch " + batch
                    + ": 1 or more are offered, to a mix 1, whose operations are transactions of their own");
        }
        SizeRange sizes = SizeRange.parse(valueBytes);
        records = new Records(seed, keyBytes, sizes.least(), sizes.most(), compressibility);
        keyRange = new KeyRange(workload, entryCount, stepSize, threads, records);
        EngineSpec spec = EngineSpec.parse(engine);
        if (cold && writesByIndex()) {
            throw new IllegalArgumentException(
                    workload.label() + " goes through its store once: it has no steps to begin cold");
        }
        Engine found = Engines.load().of(spec);
        WarmUp.run(this, benchmark, found, spec);
        opened = OpenedStore.open(this, found, spec);
    }

    /** Extends the key range by a step, but for warm-up, or takes the next run of indexes to write. */
    @Setup(Level.Iteration)
    public void advance(BenchmarkParams benchmark, IterationParams iteration) throws Exception {
        if (cold) {
            opened.chill();
        }
        keyRange.advance(iteration);
        if (prescans() && keyRange.end() > keyRange.prescanFrom()) {
            ForkWatch.phase("reading what the range has gained", keyRange.end() - keyRange.prescanFrom());
        }
        Probe.expect(threads);
    }

    /** Ends the measured part and takes what is known once an iteration has ended. */
    @TearDown(Level.Iteration)
    public void record() throws Exception {
        Probe.stop();
        Probe.put(Metric.keyRange, keyRange.end());
        Probe.put(Metric.entries, writesByIndex() ? keyRange.end() : entryCount);
        Probe.put(Metric.diskBytes, opened.bytesOnDisk());
        if (limited) {
            Probe.putMemory();
        }
    }

    /** A worker has come. The last one to {@link #leave} closes the store: JMH ends this state before the workers. */
    void enter() {
        workers.incrementAndGet();
    }

    void leave() throws Exception {
        if (workers.decrementAndGet() == 0) {
            try {
                if (workload.writes()) {
                    settle();
                }
                Probe.put(Metric.heapUsedAfterGcBytes, HeapUse.afterCollection());
            } finally {
                ForkWatch.phase("closing the store", 0);
                opened.close();
            }
        }
    }

    /** Pays what the writes have left, timed by itself, after the last step and once everything is committed. */
    private void settle() throws Exception {
        ForkWatch.phase("settling", 0);
        ProcessUsage before = ProcessUsage.now();
        long started = System.nanoTime();
        long ended = 1;
        try {
            opened.store().settle();
            opened.force();
        } catch (TimeoutException stillBusy) {
            ended = 0;
        }
        Probe.put(Metric.settleNanos, System.nanoTime() - started);
        Probe.put(Metric.settleWriteBytes, ProcessUsage.now().since(before).writeBytes());
        Probe.put(Metric.settledDiskBytes, opened.bytesOnDisk());
        Probe.put(Metric.settleEnded, ended);
    }

    Session newSession() throws Exception {
        return opened.store().session();
    }

    Workload workload() {
        return workload;
    }

    boolean storeWasPrepared() {
        return opened.wasPrepared();
    }

    Durability durability() {
        return Durability.valueOf(durability.toUpperCase(Locale.ROOT));
    }

    long cacheBytes() {
        return Amount.bytes(cache);
    }

    int threads() {
        return threads;
    }

    Records records() {
        return records;
    }

    Touch touch() {
        return Touch.valueOf(touch.toUpperCase(Locale.ROOT));
    }

    long seed() {
        return seed;
    }

    /** What a thread draws from: no part of it is that of another thread, workload, pass or round. */
    SplittableRandom draws(int thread) {
        return Draws.of(seed, workload.label().hashCode(), pass, Integer.getInteger(ROUND, 1), thread);
    }

    long entries() {
        return entryCount;
    }

    Distribution distribution() {
        return Distribution.valueOf(distribution.toUpperCase(Locale.ROOT));
    }

    /** Whether the workload adds records to those of its dataset. */
    boolean grows() {
        return grows;
    }

    /** How many records one thread of a mix may add; to the control, which stores none, as many as it can. */
    long roomPerThread() {
        return opened.traits().isControl() ? Long.MAX_VALUE : room() / threads;
    }

    private long room() {
        return Math.max(entryCount, ROOM);
    }

    /** The most records that the store may come to hold. */
    long maxEntries() {
        return grows ? entryCount + room() : entryCount;
    }

    int batch() {
        return batch;
    }

    long sample() {
        return sample;
    }

    KeyRange keyRange() {
        return keyRange;
    }

    /** Whether what the range has gained is read once, untimed, before an iteration. */
    boolean prescans() {
        return !writesByIndex() && !cold;
    }

    /** Whether sessions end with each iteration, because the store does. */
    boolean startsCold() {
        return cold;
    }

    boolean scans() {
        return opened.traits().can(Capability.SCAN);
    }

    boolean writesByIndex() {
        return workload.countsOperations();
    }
}
