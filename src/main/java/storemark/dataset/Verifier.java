package storemark.dataset;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import storemark.engine.Records;
import storemark.engine.Session;
import storemark.engine.Store;
import storemark.machine.ProcessUsage;

/**
 * Reads an open store whole, by ranges of ids in several threads and in bounded memory, and says whether it holds the records
 * that it must.
 *
 * @param records the shape of the records
 * @param entries how many there must be: ids 0 to {@code entries - 1}
 * @param maxRevision the highest revision that a value may be of; any from 0 is right
 */
public record Verifier(Records records, long entries, int maxRevision) {
    private static final int CHUNK_RECORDS = 1000;
    private static final int CHUNK_BYTES = 4 << 20;
    /** So many that threads end together, though ranges differ in what they cost. */
    private static final int RANGES_A_THREAD = 16;

    private static final long SMALLEST_RANGE = 10_000;
    private static final long POLL_MILLIS = 100;

    /** What is read by all threads: the ranges in order, each read by one of them. */
    private final class Reading {
        final Store store;
        final boolean ordered;
        final List<CheckSink> ranges = new ArrayList<>();
        final AtomicInteger next = new AtomicInteger();
        final AtomicLong done = new AtomicLong();
        final AtomicBoolean stopped = new AtomicBoolean();

        Reading(Store store, boolean ordered, int threads) {
            this.store = store;
            this.ordered = ordered;
            long most = threads == 1 ? 1 : (long) threads * RANGES_A_THREAD;
            int count = (int) Math.max(1, Math.min(most, entries / SMALLEST_RANGE));
            long size = entries / count;
            for (int range = 0; range < count; range++) {
                boolean last = range == count - 1;
                long begin = range * size;
                ranges.add(new CheckSink(records, begin, last ? entries : begin + size, last, maxRevision));
            }
        }

        void work() {
            int range = next.getAndIncrement();
            if (range >= ranges.size()) {
                return;
            }
            try (Session session = store.session()) {
                while (range < ranges.size() && !stopped.get()) {
                    read(session, ranges.get(range));
                    range = next.getAndIncrement();
                }
            } catch (Throwable failure) { // of making or closing a session
                failed(ranges.get(Math.min(range, ranges.size() - 1)), failure);
            }
        }

        /** An error of the engine ends the reading of one range: the others are still checked. */
        private void read(Session session, CheckSink sink) {
            try {
                if (ordered) {
                    walk(session, sink, this);
                } else {
                    getEach(session, sink, this);
                }
                if (!stopped.get()) {
                    sink.end();
                }
            } catch (Throwable failure) { // an Error too: a mapped file that lost its end is read with an InternalError
                failed(sink, failure);
            }
        }

        private void failed(CheckSink sink, Throwable failure) {
            sink.problem("reading stopped" + sink.place() + ": " + DatasetException.oneLine(failure));
        }
    }

    /**
     * Reads {@code store}. An error of the engine is a problem like others.
     *
     * @param ordered whether the engine can scan; if not, each id is asked for
     * @param threads how many sessions read at once; the store is open for so many
     * @param meter gets reports, by the calling thread
     */
    Verification verify(Store store, boolean ordered, int threads, ProgressMeter meter) {
        Reading reading = new Reading(store, ordered, threads);
        List<Thread> workers = Stream.generate(() -> new Thread(reading::work, "verify"))
                .limit(threads)
                .toList();
        workers.forEach(Thread::start);
        boolean interrupted = false;
        for (Thread worker : workers) {
            interrupted |= await(worker, reading, meter);
        }
        Verification result = result(reading, meter, interrupted);
        meter.report(result.records());
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return result;
    }

    /** Reports until {@code worker} has ended; true when this thread was interrupted, which ends them all. */
    private static boolean await(Thread worker, Reading reading, ProgressMeter meter) {
        boolean interrupted = false;
        while (worker.isAlive()) {
            try {
                worker.join(POLL_MILLIS);
                meter.tick(reading.done.get());
            } catch (InterruptedException stop) {
                interrupted = true;
                reading.stopped.set(true);
            }
        }
        return interrupted;
    }

    private static Verification result(Reading reading, ProgressMeter meter, boolean interrupted) {
        List<String> first = new ArrayList<>(interrupted ? List.of("reading was interrupted") : List.of());
        reading.ranges.forEach(range -> first.addAll(range.first));
        return new Verification(
                sum(reading, range -> range.count),
                sum(reading, range -> range.bytes),
                sum(reading, range -> range.problems) + (interrupted ? 1 : 0),
                first.subList(0, Math.min(first.size(), Verification.LISTED)),
                meter.elapsed(),
                ProcessUsage.heapAfterCollection());
    }

    private static long sum(Reading reading, ToLongFunction<CheckSink> part) {
        return reading.ranges.stream().mapToLong(part).sum();
    }

    private void walk(Session session, CheckSink sink, Reading reading) throws Exception {
        boolean more = true;
        while (more && !sink.exhausted() && !sink.beyond && !reading.stopped.get()) {
            int chunk = (int) Math.min(chunk(), sink.untilBeyond());
            long from = sink.resumeAt();
            long before = sink.handedOver;
            int found = session.scan(from, chunk, true, sink);
            if (found != sink.handedOver - before) {
                sink.problem("a scan" + sink.place() + " handed over " + (sink.handedOver - before)
                        + " records and reported " + found);
            }
            if (found == chunk && sink.resumeAt() == from) {
                throw new IllegalStateException("a scan from id " + from + " found no id from there on");
            }
            more = found == chunk;
            reading.done.addAndGet(found);
        }
    }

    private void getEach(Session session, CheckSink sink, Reading reading) throws Exception {
        int chunk = chunk();
        for (long id = sink.from; id < sink.to && !reading.stopped.get(); id++) {
            long before = sink.count;
            sink.expect(id);
            boolean found = session.get(id, sink);
            if (sink.count - before != (found ? 1 : 0)) {
                sink.problem("id " + id + ": the engine said " + (found ? "found" : "not found") + " and handed over "
                        + (sink.count - before) + " values");
            }
            if (id % chunk == 0) {
                reading.done.addAndGet(chunk);
            }
        }
    }

    private int chunk() {
        double recordBytes = records.keyBytes() + records.meanValueBytes();
        return (int) Math.max(1, Math.min(CHUNK_RECORDS, CHUNK_BYTES / recordBytes));
    }
}
