package storemark.jmh;

import static storemark.parameter.Parameters.BATCH;
import static storemark.parameter.Parameters.CACHE;
import static storemark.parameter.Parameters.COLD;
import static storemark.parameter.Parameters.DURABILITY;
import static storemark.parameter.Parameters.ENGINES;
import static storemark.parameter.Parameters.ENTRIES;
import static storemark.parameter.Parameters.LOADED;
import static storemark.parameter.Parameters.MEMORY;
import static storemark.parameter.Parameters.MIX;
import static storemark.parameter.Parameters.RATE;
import static storemark.parameter.Parameters.SEED;
import static storemark.parameter.Parameters.STEP;
import static storemark.parameter.Parameters.WALK;
import static storemark.parameter.Parameters.WRITERS;
import static storemark.parameter.Parameters.WRITE_RATE;

import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import storemark.dataset.DatasetSpec;
import storemark.dataset.OpenOptions;
import storemark.engine.Engine;
import storemark.engine.EngineSpec;
import storemark.engine.Records;
import storemark.engines.Engines;
import storemark.fork.ForkPlan;
import storemark.machine.MemoryGroup;
import storemark.parameter.Parameter;
import storemark.parameter.Parameters;
import storemark.parameter.Rate;
import storemark.parameter.Values;
import storemark.text.Amount;
import storemark.workload.Draws;
import storemark.workload.Walk;
import storemark.workload.Workload;

/**
 * All that one trial is told, read once: JMH's parameters, and what a run tells its forks. Immutable.
 *
 * @param threads how many work at once
 * @param pass how often the workload goes over its store, with this time
 */
record TrialPlan(
        ForkPlan fork,
        Values values,
        EngineSpec spec,
        Engine engine,
        Workload workload,
        Records records,
        int threads,
        int pass) {
    /** Updates write revisions 1 to this in turn, so that a check knows all that a value may be. */
    static final int REVISIONS = 15;
    /** A store is opened for at least so many more records where a workload inserts until its time is over. */
    private static final long ROOM = 10_000_000;

    /** @throws IllegalArgumentException with one line, for a parameter that cannot be */
    static TrialPlan of(BenchmarkParams benchmark) {
        Workload workload = Workload.ofBenchmark(benchmark.getBenchmark());
        Values values = Values.read(Parameters.ofCells(), parameter -> {
            String text = parameter.jmhName() == null ? null : benchmark.getParam(parameter.jmhName());
            boolean counted = parameter == ENTRIES && workload == Workload.INSERT;
            return text == null ? null : List.of(counted ? entries(text, benchmark) : text);
        });
        if (values.get(BATCH) > 1 && workload == Workload.MIX) {
            throw new IllegalArgumentException(
                    "batch: must be 1 for a mix, whose operations are transactions of their own");
        }
        if (values.get(COLD) && workload.countsOperations()) {
            throw new IllegalArgumentException(
                    workload.label() + " goes through its store once, so no iteration can begin cold: leave out cold");
        }
        if (workload.hasWriters() && benchmark.getThreads() <= values.get(WRITERS)) {
            throw new IllegalArgumentException("writers: " + values.get(WRITERS) + " of " + benchmark.getThreads()
                    + " threads leave no reader: give -t the number of readers plus writers");
        }
        if (workload.readsInOrder() && values.get(WALK) == Walk.WHOLE) {
            checkWholeWalk(values, benchmark);
        }
        EngineSpec spec = values.get(ENGINES).get(0);
        String pass = benchmark.getParam("pass");
        return new TrialPlan(
                ForkPlan.ofThisProcess(),
                values,
                spec,
                Engines.load().of(spec),
                workload,
                values.records(),
                benchmark.getThreads(),
                pass == null ? 1 : Integer.parseInt(pass));
    }

    /** JMH multiplies calls by its operations per invocation, which have to be the records that a call reads. */
    private static void checkWholeWalk(Values values, BenchmarkParams benchmark) {
        long entries = values.get(ENTRIES);
        long part = entries / benchmark.getThreads();
        boolean whole = values.get(STEP) == entries && entries % benchmark.getThreads() == 0;
        if (!whole || benchmark.getOpsPerInvocation() != part) {
            throw new IllegalArgumentException("walk whole: a call reads the same number of records in each thread:"
                    + " give -p step=100% -opi " + part + ", and entries that the threads divide");
        }
    }

    /** As many as were asked for, or as JMH is to insert. */
    private static String entries(String asked, BenchmarkParams benchmark) {
        IterationParams measured = benchmark.getMeasurement();
        long inserted = (long) measured.getCount() * measured.getBatchSize() * benchmark.getThreads();
        return String.valueOf(Math.max(Amount.count(asked), inserted));
    }

    /** How many records the store holds before the workload, or that it inserts. */
    long entries() {
        return get(ENTRIES);
    }

    <T> T get(Parameter<T> parameter) {
        return values.get(parameter);
    }

    /** How operations are sent. */
    Rate rate() {
        return get(RATE).get(get(RATE).size() - 1); // a share comes with the closed loop that it is of
    }

    /** Whether this thread writes beside those that read: the last ones do. */
    boolean isWriter(int thread) {
        return thread >= readers();
    }

    /** Threads whose operations are those of the workload: all, but for writers beside them. */
    int readers() {
        return workload.hasWriters() ? threads - get(WRITERS) : threads;
    }

    /** Whether the operations of this thread have planned times. */
    boolean isPlanned(int thread) {
        return isWriter(thread) ? get(WRITE_RATE).isPlanned() : rate().isPlanned();
    }

    /** How many records one call of the benchmark works on, where that is a number of its own. */
    int recordsPerCall() {
        return workload == Workload.UPDATE ? get(BATCH) : 1;
    }

    /** The key range's increment: none where the rate is searched for. */
    long step() {
        return rate().kind() == Rate.Kind.LIMIT ? entries() : get(STEP);
    }

    /** The dataset of the trial, or a new store of its kind with other {@code records}. */
    DatasetSpec dataset(long count) {
        return DatasetSpec.of(engine, spec, records, count, fork.device())
                .loaded(get(LOADED))
                .aged(values.turnovers());
    }

    OpenOptions opening() {
        return new OpenOptions(get(DURABILITY), get(CACHE), threads, grows() ? entries() + room() : entries());
    }

    Path root() {
        return fork.root();
    }

    /** What a thread draws from: no part of it is that of another thread, workload, pass or repetition. */
    SplittableRandom draws(int thread) {
        int repetition = fork.repetition() == null ? 1 : fork.repetition();
        return Draws.of(get(SEED), workload.label().hashCode(), pass, repetition, thread);
    }

    /** Whether the workload adds records to those of its dataset. */
    boolean grows() {
        return workload == Workload.MIX && get(MIX).inserts();
    }

    /** How many records one thread of a mix may add; to the control, which stores none, as many as it can. */
    long roomPerThread() {
        return engine.traits().isControl() ? Long.MAX_VALUE : room() / threads;
    }

    private long room() {
        return Math.max(entries(), ROOM);
    }

    /**
     * Whether this process is in a memory group with the limit that its results will name: kept by the run that started it, and
     * looked at here, so that no result claims one that was not in force.
     *
     * @throws IllegalStateException when a limit is named but not in force
     */
    boolean isLimited() {
        long memory = get(MEMORY);
        if (memory == 0 || fork.memory() == ForkPlan.Memory.ADVISORY) {
            return false;
        }
        long limit = MemoryGroup.ownLimitBytes();
        if (fork.memory() == null || limit < 0 || limit > memory) {
            throw new IllegalStateException(
                    "memory " + memory + " is a limit that JMH cannot set: use 'run --memory " + memory + "'");
        }
        return true;
    }

    /** Whether what the range has gained is read once, untimed, before an iteration. */
    boolean prescans() {
        return !workload.countsOperations() && !get(COLD);
    }
}
