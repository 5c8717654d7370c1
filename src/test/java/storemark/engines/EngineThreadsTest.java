package storemark.engines;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import storemark.InParallel;
import storemark.engine.Capability;
import storemark.engine.Records;
import storemark.engine.Session;

/** What every engine must do for several threads, each with a session of its own. */
@ParameterizedClass
@MethodSource("storemark.engines.Variant#allButDefault")
@Timeout(60)
record EngineThreadsTest(Variant variant) {
    private static final Records RECORDS = new Records(3, 8, 100, 100, 0.0);
    private static final int THREADS = 4;
    private static final int EACH = 200;

    @BeforeEach
    void available() {
        variant.assumeAvailable();
    }

    /** Thread t writes the ids that leave rest t, one by one and in batches, while the others do the same. */
    @Test
    void keepsWhatFourThreadsWrite(@TempDir Path directory) throws Exception {
        int count = THREADS * EACH;
        try (OpenStore store = OpenStore.create(variant, directory, RECORDS, count)) {
            store.closeSession();
            CountDownLatch ready = new CountDownLatch(THREADS);
            InParallel.run(THREADS, rest -> {
                try (Session session = store.store().session()) {
                    ready.countDown();
                    ready.await();
                    write(session, rest);
                }
            });
            try (Session session = store.store().session()) {
                for (long id = 0; id < count; id++) {
                    assertEquals(expected(id), OpenStore.get(session, RECORDS, id));
                }
            }
            store.reopen();
            if (variant.traits().can(Capability.SCAN)) {
                List<Entry> all = LongStream.range(0, count)
                        .filter(id -> expected(id) != null)
                        .mapToObj(EngineThreadsTest::expected)
                        .toList();
                assertEquals(all, store.scan(0, count + 1, true));
            }
        }
    }

    private static void write(Session session, int rest) throws Exception {
        for (int at = 0; at < EACH / 2; at++) {
            session.put((long) at * THREADS + rest, 0);
        }
        for (int from = EACH / 2; from < EACH; from += 20) {
            session.begin(true);
            for (int at = from; at < from + 20; at++) {
                session.put((long) at * THREADS + rest, 0);
            }
            session.commit();
        }
        for (int at = 0; at < EACH; at += 10) {
            session.delete((long) at * THREADS + rest);
        }
    }

    private static Entry expected(long id) {
        return id / THREADS % 10 == 0 ? null : Entry.of(RECORDS, id, 0);
    }

    /** A reader sees each record whole, in the revision before an update or after it, and never an older one again. */
    @Test
    void readsWhileAnotherThreadWrites(@TempDir Path directory) throws Exception {
        int ids = 50;
        int revisions = 20;
        try (OpenStore store = OpenStore.create(variant, directory, RECORDS, ids)) {
            store.load(LongStream.range(0, ids).toArray());
            store.closeSession();
            AtomicBoolean written = new AtomicBoolean();
            CountDownLatch reading = new CountDownLatch(2);
            InParallel.run(3, thread -> {
                boolean writes = thread == 0;
                try (Session session = store.store().session()) {
                    if (writes) {
                        reading.await();
                        for (int revision = 1; revision <= revisions; revision++) {
                            for (int id = 0; id < ids; id++) {
                                session.put(id, revision);
                            }
                        }
                    } else {
                        int[] seen = new int[ids];
                        readAll(session, seen, revisions);
                        reading.countDown();
                        while (!written.get()) {
                            readAll(session, seen, revisions);
                        }
                    }
                } finally {
                    if (writes) {
                        written.set(true);
                    }
                }
            });
            store.reopen();
            for (int id = 0; id < ids; id++) {
                assertEquals(Entry.of(RECORDS, id, revisions), store.get(id));
            }
        }
    }

    private void readAll(Session session, int[] seen, int revisions) throws Exception {
        for (int id = 0; id < seen.length; id++) {
            seen[id] = revision(OpenStore.get(session, RECORDS, id), id, seen[id], revisions);
        }
        if (variant.traits().can(Capability.SCAN)) {
            Entry.Collector sink = new Entry.Collector(RECORDS);
            assertEquals(seen.length, session.scan(0, seen.length + 1, true, sink));
            for (int id = 0; id < seen.length; id++) {
                seen[id] = revision(sink.entries().get(id), id, seen[id], revisions);
            }
        }
    }

    private static int revision(Entry entry, int id, int from, int to) {
        for (int revision = from; revision <= to; revision++) {
            if (Entry.of(RECORDS, id, revision).equals(entry)) {
                return revision;
            }
        }
        throw new AssertionError("record " + id + " is none of revisions " + from + " to " + to + ": " + entry);
    }
}
