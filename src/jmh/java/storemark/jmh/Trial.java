package storemark.jmh;

import java.lang.invoke.MethodHandles;
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
import storemark.engine.DigestSink;
import storemark.engine.Session;
import storemark.fork.Gate;
import storemark.machine.ParentWatch;
import storemark.machine.ProcessUsage;
import storemark.parameter.Parameters;
import storemark.results.Metric;
import storemark.workload.Distribution;

/** The parameters of one trial, its store, open, and its {@link KeyRange}, which each iteration extends. */
@State(Scope.Benchmark)
public class Trial {
    @Param("null")
    public String engine;

    @Param("1M")
    public String entries;

    @Param("20%")
    public String step;

    @Param("8")
    public int keyBytes;

    /** A size, or a range of sizes such as {@code 1k-10k}. */
    @Param("100")
    public String valueBytes;

    @Param("0.0")
    public String compressibility;

    /** How the dataset is loaded: ordered or random. */
    @Param("ordered")
    public String loaded;

    /** How often all records of the dataset were replaced, as {@code 10x}. */
    @Param("none")
    public String churn;

    @Param("process")
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

    private final AtomicInteger workers = new AtomicInteger();
    private TrialPlan plan;
    private Gate gate;
    private OpenedStore opened;
    private KeyRange keyRange;
    private boolean limited;
    private boolean grows;
    private long compactedBefore;
    /** Measured once where nothing is written: it takes a process, in each turn. */
    private long diskBytes = -1;

    @Setup(Level.Trial)
    public void open(BenchmarkParams benchmark) throws Exception {
        MethodHandles.lookup().ensureInitialized(DigestSink.class); // before anything of the engine is compiled
        plan = TrialPlan.of(benchmark);
        ParentWatch.start(plan.fork().parent());
        gate = Gate.open(plan.fork().turns());
        limited = plan.isLimited();
        grows = plan.grows();
        ForkWatch.start(
                plan.root(), plan.fork().progress(), gate, plan.workload().writes());
        Probe.open(plan.fork().device() == null ? plan.root() : plan.fork().device());
        keyRange = new KeyRange(plan.workload(), plan.entries(), plan.step(), plan.threads(), plan.records());
        WarmUp.run(plan, benchmark, gate);
        opened = OpenedStore.open(plan);
    }

    /** Waits for this fork's turn, then extends the key range, or takes the next run of indexes to write. */
    @Setup(Level.Iteration)
    public void advance(IterationParams iteration) throws Exception {
        ForkWatch.phase("waiting for its turn", 0);
        gate.awaitTurn(Gate.END_OF_TURN);
        if (plan.get(Parameters.COLD)) {
            opened.chill();
        }
        keyRange.advance(iteration);
        if (plan.prescans() && keyRange.end() > keyRange.prescanFrom()) {
            ForkWatch.phase("reading what the range has gained", keyRange.end() - keyRange.prescanFrom());
        }
        compactedBefore = opened.store().compactionNanos();
        Probe.expect(plan.threads());
    }

    /** Ends the measured part and takes what is known once an iteration has ended. */
    @TearDown(Level.Iteration)
    public void record() throws Exception {
        Probe.stop();
        Probe.put(Metric.keyRange, keyRange.end());
        Probe.put(Metric.entries, plan.workload().countsOperations() ? keyRange.end() : plan.entries());
        if (diskBytes < 0 || plan.workload().writes()) {
            diskBytes = opened.bytesOnDisk();
        }
        Probe.put(Metric.diskBytes, diskBytes);
        long compacted = opened.store().compactionNanos();
        Probe.put(Metric.compactionNanos, compacted < 0 ? -1 : compacted - compactedBefore);
        if (limited) {
            Counters.memory().forEach(Probe::put);
        }
    }

    /** A worker has come. The last one to {@link #leave} closes the store: JMH ends this state before the workers. */
    void enter() {
        workers.incrementAndGet();
    }

    void leave() throws Exception {
        if (workers.decrementAndGet() == 0) {
            try {
                gate.awaitTurn(Gate.LAST_TURN);
                if (plan.workload().writes()) {
                    settle();
                }
                Probe.put(Metric.heapUsedAfterGcBytes, ProcessUsage.heapAfterCollection());
            } finally {
                ForkWatch.phase("closing the store", 0);
                opened.close();
                gate.close();
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
        } catch (TimeoutException stillBusy) {
            ended = 0;
        }
        opened.force(); // of a busy store too: else the kernel would write its files while others have their turns
        Probe.put(Metric.settleNanos, System.nanoTime() - started);
        Probe.put(Metric.settleWriteBytes, ProcessUsage.now().since(before).writeBytes());
        Probe.put(Metric.settledDiskBytes, opened.bytesOnDisk());
        Probe.put(Metric.settleEnded, ended);
    }

    Session newSession() throws Exception {
        return opened.store().session();
    }

    TrialPlan plan() {
        return plan;
    }

    KeyRange keyRange() {
        return keyRange;
    }

    /** Whether the workload adds records to those of its dataset. */
    boolean grows() {
        return grows;
    }
}
