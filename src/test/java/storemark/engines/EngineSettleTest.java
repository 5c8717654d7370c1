package storemark.engines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import storemark.engine.Records;
import storemark.engine.Session;

/** Settling times out after the given time, whoever does the work, and can be done later. */
class EngineSettleTest {
    private static final String SETTLE_SECONDS = "storemark.settleSeconds";

    private static final Records RECORDS = new Records(3, 8, 1000, 1000, 0.0);
    private static final int COUNT = 20_000;
    private static final int BATCH = 500;
    private static final int REVISIONS = 4;

    @AfterEach
    void resetPatience() {
        System.clearProperty(SETTLE_SECONDS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"je", "mvstore", "xodus"})
    void settlesLaterAfterTimeout(String engine, @TempDir Path directory) throws Exception {
        // JE's own cleaner could finish before; other engines do not read this file.
        Files.writeString(directory.resolve("je.properties"), "je.env.runCleaner=false\n");
        try (OpenStore store = OpenStore.create(Variant.parse(engine), directory, RECORDS, COUNT)) {
            overwrite(store);
            System.setProperty(SETTLE_SECONDS, "0");
            TimeoutException late =
                    assertThrows(TimeoutException.class, () -> store.store().settle());
            assertEquals(" is not done after 0 s", late.getMessage().replaceFirst(".*(?= is not)", ""));
            System.clearProperty(SETTLE_SECONDS);
            store.store().settle();
            for (int id = 0; id < COUNT; id += 97) {
                assertEquals(Entry.of(RECORDS, id, REVISIONS - 1), store.get(id));
            }
        }
    }

    @Test
    void compactionsOfRocksDbAreTimed(@TempDir Path directory) throws Exception {
        try (OpenStore store = OpenStore.create(Variant.parse("rocksdb"), directory, RECORDS, COUNT)) {
            long before = store.store().compactionNanos();
            overwrite(store);
            store.store().settle();
            long after = store.store().compactionNanos();
            assertTrue(after > before, before + " ns, and " + after + " ns after a flush");
        }
    }

    /** A reader keeps SQLite's log from being emptied: settling waits for that, closing does not. */
    @Test
    @Timeout(30)
    void closesWithoutWaitingAfterTimeout(@TempDir Path directory) throws Exception {
        Variant sqlite = Variant.parse("sqlite");
        OpenStore store = OpenStore.create(sqlite, directory, RECORDS, COUNT);
        try (Session reading = store.store().session()) {
            reading.begin(false);
            assertNull(OpenStore.get(reading, RECORDS, 1));
            store.session().put(1, 0);
            System.setProperty(SETTLE_SECONDS, "0");
            assertThrows(TimeoutException.class, () -> store.store().settle());
            System.clearProperty(SETTLE_SECONDS);
            store.close();
        }
        try (OpenStore again = OpenStore.existing(sqlite, directory, sqlite.weakest(), RECORDS, COUNT)) {
            assertEquals(Entry.of(RECORDS, 1, 0), again.get(1));
        }
    }

    private static void overwrite(OpenStore store) throws Exception {
        for (int revision = 0; revision < REVISIONS; revision++) {
            for (int id = 0; id < COUNT; id++) {
                if (id % BATCH == 0) {
                    store.session().begin(true);
                }
                store.session().put(id, revision);
                if ((id + 1) % BATCH == 0) {
                    store.session().commit();
                }
            }
        }
    }

    @Test
    void doesNotTimeOutIfDoneLate() throws Exception {
        System.setProperty(SETTLE_SECONDS, "0");
        Debt.await("nothing", () -> true);
        Debt.pay("nothing", () -> true);
    }

    @Test
    void timesOutBetweenParts() {
        System.setProperty(SETTLE_SECONDS, "0");
        AtomicInteger parts = new AtomicInteger();
        assertThrows(TimeoutException.class, () -> Debt.pay("work", () -> parts.incrementAndGet() == 10));
        assertEquals(1, parts.get(), "the part that was begun was ended, and none after it was begun");
    }

    @Test
    void finishesWorkWithinItsTime() throws Exception {
        AtomicInteger parts = new AtomicInteger();
        Debt.pay("work", () -> parts.incrementAndGet() == 10);
        assertEquals(10, parts.get());
    }
}
