package storemark.dataset;

import storemark.engine.Records;
import storemark.engine.Session;
import storemark.engine.Store;

/** Reads an open store whole, in bounded memory, and says whether it holds the records that it must. Immutable. */
public final class Verifier {
    private static final int CHUNK_RECORDS = 1000;
    private static final int CHUNK_BYTES = 4 << 20;

    private final Records records;
    private final long entries;
    private final int maxRevision;

    /**
     * @param records the shape of the records
     * @param entries how many there must be: ids 0 to {@code entries - 1}
     * @param maxRevision the highest revision that a value may be of; any from 0 is right
     */
    public Verifier(Records records, long entries, int maxRevision) {
        this.records = records;
        this.entries = entries;
        this.maxRevision = maxRevision;
    }

    /**
     * Reads {@code store} in one thread. An error of the engine ends the reading and is a problem like others.
     *
     * @param ordered whether the engine can scan; if not, each id is asked for
     * @param listener told of progress
     */
    public Verification verify(Store store, boolean ordered, Progress.Listener listener) {
        CheckSink sink = new CheckSink(records, entries, maxRevision);
        ProgressMeter meter = new ProgressMeter(Progress.Phase.VERIFY, entries, listener, () -> -1);
        try (Session session = store.session()) {
            if (ordered) {
                walk(session, sink, meter);
            } else {
                ask(session, sink, meter);
            }
            sink.end();
        } catch (Throwable failure) { // an Error too: a mapped file that lost its end is read with an InternalError
            sink.problem("reading stopped" + sink.place() + ": " + DatasetException.oneLine(failure));
        }
        meter.report(sink.count());
        return new Verification(sink.count(), sink.bytes(), sink.problems(), sink.first(), ordered, meter.elapsed());
    }

    private void walk(Session session, CheckSink sink, ProgressMeter meter) throws Exception {
        int chunk = chunk();
        boolean more = true;
        while (more && !sink.exhausted()) {
            long from = sink.resumeAt();
            long before = sink.count();
            int found = session.scan(from, chunk, true, sink);
            if (found != sink.count() - before) {
                sink.problem("a scan" + sink.place() + " handed over " + (sink.count() - before) + " records and said "
                        + found);
            }
            if (found == chunk && sink.resumeAt() == from) {
                throw new IllegalStateException("a scan from id " + from + " found no id from there on");
            }
            more = found == chunk;
            meter.tick(sink.count());
        }
    }

    private void ask(Session session, CheckSink sink, ProgressMeter meter) throws Exception {
        int chunk = chunk();
        for (long id = 0; id < entries; id++) {
            long before = sink.count();
            sink.expect(id);
            boolean found = session.get(id, sink);
            if (sink.count() - before != (found ? 1 : 0)) {
                sink.problem("id " + id + ": the engine said " + (found ? "found" : "not found") + " and handed over "
                        + (sink.count() - before) + " values");
            }
            if (id % chunk == 0) {
                meter.tick(id);
            }
        }
    }

    private int chunk() {
        double recordBytes = records.keyBytes() + records.meanValueBytes();
        return (int) Math.max(1, Math.min(CHUNK_RECORDS, CHUNK_BYTES / recordBytes));
    }
}
