package storemark.engines.bdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.file.Path;
import java.util.concurrent.CyclicBarrier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import storemark.InParallel;
import storemark.engine.Records;
import storemark.engine.Session;
import storemark.engines.Entry;
import storemark.engines.OpenStore;
import storemark.engines.Variant;

/** Berkeley DB breaks off one of two transactions that wait for each other; the session must run it again, whole. */
@Timeout(60)
class BdbDeadlockTest {
    private static final Records RECORDS = new Records(3, 8, 100, 100, 0.0);
    private static final int COUNT = 3000;

    /** Far apart, so that they lie on different pages. */
    private static final long LOW = 10;

    private static final long HIGH = COUNT - 10;

    private final Variant bdb = Variant.parse("bdb");

    @BeforeEach
    void available() {
        bdb.assumeAvailable();
    }

    @Test
    void keepsBothTransactionsOfDeadlock(@TempDir Path directory) throws Exception {
        try (OpenStore store = OpenStore.create(bdb, directory, RECORDS, COUNT)) {
            store.load(LongStream.range(0, COUNT).toArray());
            CyclicBarrier bothHoldOne = new CyclicBarrier(2);
            long[] ends = {LOW, HIGH};
            InParallel.run(2, thread -> batch(store, 1 + thread, ends[thread], ends[1 - thread], bothHoldOne));
            Entry low = store.get(LOW);
            int last = Entry.of(RECORDS, LOW, 1).equals(low) ? 1 : 2;
            assertEquals(Entry.of(RECORDS, LOW, last), low);
            assertEquals(Entry.of(RECORDS, HIGH, last), store.get(HIGH), "of the same transaction");
            assertNull(store.get(LOW + 1), "deleted before the deadlock");
            assertNull(store.get(HIGH + 1), "deleted before the deadlock");
        }
    }

    /** Changes the page of {@code first}, and that of {@code second} once the other transaction has changed it too. */
    private static void batch(OpenStore store, int revision, long first, long second, CyclicBarrier barrier)
            throws Exception {
        try (Session session = store.store().session()) {
            session.begin(true);
            session.put(first, revision);
            session.delete(first + 1);
            barrier.await();
            session.put(second, revision);
            session.commit();
        }
    }
}
