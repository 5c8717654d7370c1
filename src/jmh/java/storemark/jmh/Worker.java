package storemark.jmh;

import static storemark.parameter.Parameters.BATCH;
import static storemark.parameter.Parameters.COLD;
import static storemark.parameter.Parameters.DISTRIBUTION;
import static storemark.parameter.Parameters.SAMPLE;
import static storemark.parameter.Parameters.SEED;
import static storemark.parameter.Parameters.TOUCH;
import static storemark.parameter.Parameters.WALK;

import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.ThreadParams;
import storemark.engine.DigestSink;
import storemark.engine.Session;
import storemark.workload.KeyChooser;
import storemark.workload.ScanLength;

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
    private Trial trial;
    private Session session;
    private DigestSink sink;
    private KeyChooser chooser;
    private SplittableRandom random;
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
    private long firstNew;
    private long appended;
    private long room;
    private long position;
    private long positionEnd;
    /** Records that a call of {@link #walk} reads. */
    private long walked;

    private UntimedReads untimed;

    /**
     * Opens this thread's session, unless each iteration has one of its own. What is drawn follows from (seed, workload, pass,
     * repetition, thread): the same for every engine, and another in each repetition, so that their spread is that of keys too.
     */
    @Setup(Level.Trial)
    public void open(Trial openTrial, ThreadParams thread) throws Exception {
        trial = openTrial;
        index = thread.getThreadIndex();
        threads = thread.getThreadCount();
        trial.enter();
        TrialPlan plan = trial.plan();
        session = plan.get(COLD) ? null : trial.newSession();
        equip(plan, index);
        entries = plan.entries();
        firstNew = entries + index;
        room = plan.roomPerThread();
        untimed = new UntimedReads(trial, sink);
        chooser = KeyChooser.of(plan.get(DISTRIBUTION), random.split(), plan.get(SEED), firstNew, threads);
    }

    private void equip(TrialPlan plan, int thread) {
        sink = new DigestSink(plan.get(TOUCH), plan.records().maxValueBytes());
        random = plan.draws(thread);
        latencies = Probe.newHistogram();
        batch = plan.get(BATCH);
        long oneIn = plan.isPlanned(thread) ? 1 : plan.get(SAMPLE);
        sample = oneIn > 0 ? oneIn : Long.MAX_VALUE;
        untilSample = sample;
    }

    /** A worker of a store that is thrown away, for one thread: nothing that it does counts. */
    static Worker ofWarmUp(TrialPlan plan, Session session, long operations) {
        Worker worker = new Worker();
        worker.session = session;
        worker.equip(plan, 0);
        worker.positionEnd = operations;
        return worker;
    }

    /** Ends the batch that a warm-up was in: this worker is not used again. */
    void endWarmUp() throws Exception {
        if (pending > 0) {
            session.commit();
        }
    }

    /** Brings what the range has gained into memory, this thread its share of it, and takes its part of the work. */
    @Setup(Level.Iteration)
    public void prepare() throws Exception {
        KeyRange keys = trial.keyRange();
        range = keys.end();
        try {
            if (session == null) {
                session = trial.newSession();
            }
            if (trial.plan().prescans()) {
                untimed.prescan(session, index);
            }
            takePart(keys);
        } catch (Throwable failed) {
            Probe.abandon(); // the others must not wait for this one
            throw failed;
        }
        Probe.ready(index);
    }

    private void takePart(KeyRange keys) throws Exception {
        boolean byIndex = trial.plan().workload().countsOperations();
        position = byIndex ? keys.firstIndex() + keys.indexesPerThread() * index : range * index / threads;
        positionEnd = byIndex
                ? position + keys.indexesPerThread()
                : Math.max(position + 1, range * (index + 1) / threads); // one at least, of fewer records than threads
        walked = trial.plan().get(WALK).recordsInCall(range, threads);
        untimed.expectRemovals(session, positionEnd, true);
        untilSampleBefore = untilSample;
        extraOperations = 0;
        latencies.reset();
        chooser.resetCounts();
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

    /** Ends an operation that was planned for a time, in nanoseconds as {@code now} is. */
    long finish(long planned, long now) {
        latencies.recordValue(now - planned);
        return sink.digest();
    }

    /** A random id of the key range. */
    long nextId() {
        return chooser.next(range);
    }

    /** 0 to 99, each as likely. */
    int percent() {
        return random.nextInt(100);
    }

    void get(long id) throws Exception {
        Hits.expect(session.get(id, sink), id);
    }

    /** Ends with the last record: only scans of the last increment would look behind it, and have code compiled for that. */
    void scan(long fromId, ScanLength lengths) throws Exception {
        int length = lengths.next(random);
        int least = (int) Math.max(0, Math.min(length, entries - fromId));
        int most = trial.grows() ? length : least; // records that any thread added may be among those found
        int found = session.scan(fromId, most, true, sink);
        if (found < least || found > most) {
            Hits.expect(least, found, fromId);
        }
    }

    /** Puts a record that is not there yet, behind all that are. */
    void append() throws Exception {
        if (appended == room) {
            throw new IllegalStateException(
                    "a thread has added " + room
                            + " records, which is all that the store was opened for: give a shorter --time, or fewer increments");
        }
        session.put(firstNew + appended++ * threads, 0);
        chooser.inserted();
    }

    /** Reads the next records of this thread's part of the range, around and around. */
    void walk(boolean ascending) throws Exception {
        long first = range * index / threads;
        long left = walked;
        while (left > 0) {
            if (position >= positionEnd) {
                position = first;
            }
            int wanted = (int) Math.min(left, positionEnd - position);
            long from = ascending ? position : positionEnd - 1 - (position - first);
            Hits.expect(wanted, session.scan(from, wanted, ascending, sink), from);
            position += wanted;
            left -= wanted;
        }
        extraOperations += walked - 1; // start() has counted one
    }

    /** Overwrites a record with the next revision: one in fifteen of those that were updated before has it already. */
    void update(long id) throws Exception {
        revision = revision % TrialPlan.REVISIONS + 1;
        session.put(id, revision);
    }

    /** Overwrites {@code batch} random records of the range, in one transaction where they are more than one. */
    void updateBatch() throws Exception {
        if (batch == 1) {
            update(nextId());
            return;
        }
        session.begin(true);
        for (int at = 0; at < batch; at++) {
            update(nextId());
        }
        session.commit();
        extraOperations += batch - 1L; // start() has counted one
    }

    /** Inserts the next record of this thread's part, as one of {@code batch} in a transaction. */
    void insertNext(WriteShape shape) throws Exception {
        long id = shape.idAt(position++, random);
        beginBatch();
        session.put(id, 0);
        endBatch();
    }

    /** Removes the next record of this thread's part, as one of {@code batch} in a transaction. */
    void removeNext(WriteShape shape) throws Exception {
        long id = shape.idAt(position++, random);
        beginBatch();
        session.delete(id);
        endBatch();
    }

    private void beginBatch() throws Exception {
        if (batch > 1 && pending == 0) {
            session.begin(true);
        }
    }

    /** The last batch of an iteration ends with its last record: a thread that others wait for must hold no lock. */
    private void endBatch() throws Exception {
        boolean last = position == positionEnd;
        if (batch > 1 && (++pending == batch || last)) {
            session.commit();
            pending = 0;
        }
        if (last) {
            Probe.ended(); // what JMH does between this and the end of the iteration is none of the engine's time
        }
    }

    /** Hands over all that was counted. */
    @TearDown(Level.Iteration)
    public void account() throws Exception {
        untimed.expectRemovals(session, positionEnd, false);
        handOver(trial.plan().isWriter(index));
        Probe.addDraws(chooser.draws(), chooser.hotDraws());
        Probe.addRecords(appended);
        if (trial.plan().get(COLD)) {
            closeSession();
        }
    }

    /** Hands over operations and latencies. */
    void handOver(boolean asWriter) {
        long counted = latencies.getTotalCount() * sample + untilSampleBefore - untilSample;
        Probe.add(asWriter, counted + extraOperations, latencies);
    }

    private void closeSession() throws Exception {
        if (session != null) {
            session.close();
            session = null;
        }
    }

    @TearDown(Level.Trial)
    public void close() throws Exception {
        closeSession();
        trial.leave();
    }
}
