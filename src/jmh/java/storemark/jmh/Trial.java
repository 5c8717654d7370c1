package storemark.jmh;

import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;
import storemark.engine.Capability;
import storemark.engine.Durability;
import storemark.engine.Engine;
import storemark.engine.EngineSpec;
import storemark.engine.Records;
import storemark.engine.Session;
import storemark.engine.Touch;
import storemark.engines.Engines;
import storemark.machine.ParentWatch;
import storemark.results.Metric;
import storemark.text.Amount;
import storemark.workload.Workload;

/**
 * The store of one trial, open, and the key range that is extended from iteration to iteration. Warm-up stays on the first
 * step; the measured iterations draw from one step, two steps, ... up to all entries.
 */
@State(Scope.Benchmark)
public class Trial {
    /** Updates write revisions 1 to this in turn, so that a check knows all that a value may be. */
    static final int REVISIONS = 15;

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

    /** Puts or deletes in a transaction; 1 for each by itself. */
    @Param("1")
    public int batch;

    @Param("line")
    public String touch;

    /** One operation in so many is timed by itself, for the percentiles; 0 for none. A prime keeps clear of batches. */
    @Param("61")
    public long sample;

    @Param("1")
    public long seed;

    private Records records;
    private final AtomicInteger openSessions = new AtomicInteger();
    private OpenedStore opened;
    private Workload workload;
    private long entryCount;
    private long stepSize;
    private long range;
    private long previousRange;
    private long firstIndex;
    private long indexesPerThread;
    private int measuredSteps;
    private int threads;

    @Setup(Level.Trial)
    public void open(BenchmarkParams benchmark) throws Exception {
        ParentWatch.start();
        workload = Workload.ofBenchmark(benchmark.getBenchmark());
        threads = benchmark.getThreads();
        entryCount = Amount.count(entries);
        stepSize = Amount.count(step);
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
        String[] sizes = valueBytes.split("-", 2);
        records = new Records(
                seed,
                keyBytes,
                (int) Amount.bytes(sizes[0]),
                (int) Amount.bytes(sizes[sizes.length - 1]),
                compressibility);
        EngineSpec spec = EngineSpec.parse(engine);
        Engine library = Engines.load().of(spec);
        opened = OpenedStore.open(this, library, spec);
    }

    /** Extends the key range by a step, but for warm-up, or takes the next run of indexes to write. */
    @Setup(Level.Iteration)
    public void advance(BenchmarkParams benchmark, IterationParams iteration) {
        boolean warmUp = iteration.getType() == IterationType.WARMUP;
        if (writesByIndex()) {
            firstIndex += indexesPerThread * threads;
            indexesPerThread = iteration.getBatchSize();
            long end = firstIndex + indexesPerThread * threads;
            if (warmUp || end > entryCount) {
                throw new IllegalArgumentException(workload.label() + " up to record " + end + " of " + entryCount
                        + ": give -wi 0, and -i times -bs times threads within the entries");
            }
            range = workload == Workload.INSERT ? end : entryCount - end;
        } else {
            previousRange = range;
            range = warmUp || measuredSteps++ == 0 ? stepSize : Math.min(entryCount, range + stepSize);
        }
        Probe.expect(threads);
    }

    /** Ends the measured part and takes what is known once an iteration has ended. */
    @TearDown(Level.Iteration)
    public void record() throws Exception {
        Probe.stop();
        long now = writesByIndex() ? range : entryCount;
        Probe.put(Metric.keyRange, range);
        Probe.put(Metric.entries, now);
        Probe.put(Metric.diskBytes, opened.bytesOnDisk());
    }

    /** A session of the store, which the last {@link #close} of one closes too: JMH ends this state before the workers. */
    Session newSession() throws Exception {
        openSessions.incrementAndGet();
        return opened.store().session();
    }

    void close(Session session) throws Exception {
        session.close();
        if (openSessions.decrementAndGet() == 0) {
            opened.close();
        }
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

    long entries() {
        return entryCount;
    }

    int batch() {
        return batch;
    }

    long sample() {
        return sample;
    }

    /** Ids of this iteration are below this; for insert and remove, the records that will be left when it has ended. */
    long range() {
        return range;
    }

    long previousRange() {
        return Math.min(previousRange, range);
    }

    /** Whether what the range has gained is read once, untimed, before an iteration. */
    boolean prescans() {
        return !writesByIndex();
    }

    boolean scans() {
        return opened.traits().can(Capability.SCAN);
    }

    boolean writesByIndex() {
        return workload.countsOperations();
    }

    long firstIndex() {
        return firstIndex;
    }

    long indexesPerThread() {
        return indexesPerThread;
    }
}
