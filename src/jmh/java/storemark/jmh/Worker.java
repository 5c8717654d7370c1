package storemark.jmh;

import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.ThreadParams;
import storemark.engine.DigestSink;
import storemark.engine.Records;
import storemark.engine.Session;
import storemark.workload.KeyChooser;

/**
 * What one thread works with. A measured method asks for the next id, calls the session, and returns the digest:
 *
 * <pre>{@code
 * long started = worker.start();
 * worker.get(worker.nextId());
 * return worker.finish(started);
 * }</pre>
 *
 * One operation in {@code sample} is timed by itself, for the percentiles; the rest do not look at the clock.
 */
@State(Scope.Thread)
public class Worker {
    private static final int PRESCAN = 1000;

    private Trial trial;
    private Session session;
    private DigestSink sink;
    private KeyChooser chooser;
    private SplittableRandom random;
    private Records records;
    private Histogram latencies;
    private int index;
    private int threads;

    private long range;
    private long entries;
    private int batch;
    private int pending;
    private long sample;
    private long untilSample;
    private long untilSampleBefore;
    private long extraOperations;
    private int revision;
    private long position;
    private long positionEnd;

    /** Opens this thread's session. Keys follow from (seed, thread), so every engine is asked for the same ones. */
    @Setup(Level.Trial)
    public void open(Trial openTrial, ThreadParams thread) throws Exception {
        trial = openTrial;
        index = thread.getThreadIndex();
        threads = thread.getThreadCount();
        records = trial.records();
        session = trial.newSession();
        sink = new DigestSink(trial.touch(), records.maxValueBytes());
        random = new SplittableRandom(trial.seed() * 0x9E3779B97F4A7C15L + index);
        chooser = KeyChooser.uniform(random.split());
        latencies = Probe.newHistogram();
        entries = trial.entries();
        batch = trial.batch();
        sample = trial.sample() > 0 ? trial.sample() : Long.MAX_VALUE;
        untilSample = sample;
    }

    /** Brings what the range has gained into memory, this thread its share of it, and takes its part of the work. */
    @Setup(Level.Iteration)
    public void prepare() throws Exception {
        range = trial.range();
        if (trial.prescans()) {
            long gained = range - trial.previousRange();
            prescan(
                    trial.previousRange() + gained * index / threads,
                    trial.previousRange() + gained * (index + 1) / threads);
        }
        position =
                trial.writesByIndex() ? trial.firstIndex() + trial.indexesPerThread() * index : range * index / threads;
        positionEnd = trial.writesByIndex() ? position + trial.indexesPerThread() : range * (index + 1) / threads;
        untilSampleBefore = untilSample;
        extraOperations = 0;
        latencies.reset();
        Probe.ready();
    }

    private void prescan(long from, long to) throws Exception {
        for (long id = from; id < to; id += PRESCAN) {
            int wanted = (int) Math.min(PRESCAN, to - id);
            if (trial.scans()) {
                expect(wanted, session.scan(id, wanted, true, sink), id);
            } else {
                for (long single = id; single < id + wanted; single++) {
                    get(single);
                }
            }
        }
    }

    /** Counts an operation, by the same counter that picks those to time; returns the time, or 0 when this operation is not one of those timed. */
    long start() {
        return --untilSample == 0 ? System.nanoTime() : 0;
    }

    /** Ends an operation that {@link #start} began, and returns a number that depends on all that was read. */
    long finish(long started) {
        if (started != 0) {
            latencies.recordValue(System.nanoTime() - started);
            untilSample = sample;
        }
        return sink.digest();
    }

    /** A random id of the key range. */
    long nextId() {
        return chooser.next(range);
    }

    /** True with probability {@code share}, which is 0.0 to 1.0. */
    boolean chance(double share) {
        return (random.nextLong() >>> 11) * 0x1.0p-53 < share;
    }

    void get(long id) throws Exception {
        if (!session.get(id, sink)) {
            throw new IllegalStateException("record " + id + " is missing, in a workload of hits");
        }
    }

    void scan(long fromId, int length) throws Exception {
        expect((int) Math.min(length, entries - fromId), session.scan(fromId, length, true, sink), fromId);
    }

    private static void expect(int wanted, int found, long fromId) {
        if (found != wanted) {
            throw new IllegalStateException(
                    "a scan from record " + fromId + " found " + found + " of " + wanted + " records");
        }
    }

    /** Reads the next run of at most {@code length} records of this thread's part of the range, around and around. */
    void walk(int length, boolean ascending) throws Exception {
        long first = trial.range() * index / threads;
        if (position >= positionEnd) {
            position = first;
        }
        int wanted = (int) Math.min(length, positionEnd - position);
        long from = ascending ? position : positionEnd - 1 - (position - first);
        expect(wanted, session.scan(from, wanted, ascending, sink), from);
        position += wanted;
        extraOperations += wanted - 1L; // start() has counted one
    }

    /** Overwrites a record with a value that it does not have, as one of {@code batch} in a transaction. */
    void update(long id) throws Exception {
        revision = revision % Trial.REVISIONS + 1;
        put(id, revision);
    }

    /** Inserts the next record of this thread's part, as one of {@code batch} in a transaction. */
    void insertNext(WriteShape shape) throws Exception {
        put(shape.idAt(position++, random), 0);
    }

    /** Removes the next record of this thread's part, as one of {@code batch} in a transaction. */
    void removeNext(WriteShape shape) throws Exception {
        long id = shape.idAt(position++, random);
        beginBatch();
        if (!session.delete(id)) {
            throw new IllegalStateException("record " + id + " to remove is missing, in a workload of hits");
        }
        endBatch();
    }

    private void put(long id, int newRevision) throws Exception {
        beginBatch();
        session.put(id, newRevision);
        endBatch();
    }

    private void beginBatch() throws Exception {
        if (batch > 1 && pending == 0) {
            session.begin(true);
        }
    }

    private void endBatch() throws Exception {
        if (batch > 1 && ++pending == batch) {
            session.commit();
            pending = 0;
        }
    }

    /** Commits what is left of a batch, and hands over what was counted. */
    @TearDown(Level.Iteration)
    public void account() throws Exception {
        if (pending > 0) {
            session.commit();
            pending = 0;
        }
        long counted = latencies.getTotalCount() * sample + untilSampleBefore - untilSample;
        Probe.add(counted + extraOperations, latencies);
    }

    @TearDown(Level.Trial)
    public void close() throws Exception {
        trial.close(session);
    }
}
