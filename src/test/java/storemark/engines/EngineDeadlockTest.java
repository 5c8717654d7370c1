package storemark.engines;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.concurrent.Phaser;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import storemark.InParallel;
import storemark.engine.Capability;
import storemark.engine.Durability;
import storemark.engine.Records;
import storemark.engine.Session;

/** Batches of several threads that want the same records in opposite orders all end, and each is kept whole. */
@ParameterizedClass
@MethodSource("variants")
@Timeout(120)
record EngineDeadlockTest(Variant variant) {
    private static final Records RECORDS = new Records(3, 8, 100, 100, 0.0);
    private static final int THREADS = 4;
    private static final int ROUNDS = 5;
    private static final int SHARED = 20;
    private static final int COUNT = 2000;

    /** Engines whose transactions lock what they touch; batches of the others cannot wait for one another. */
    static Stream<Variant> variants() {
        return Variant.allButDefault().filter(variant -> variant.traits().can(Capability.TRANSACTIONS));
    }

    /** Ids far enough apart to lie on pages of their own. */
    private static long id(int at) {
        return (long) at * (COUNT / SHARED);
    }

    @Test
    void finishesAllBatchesInOpposedOrder(@TempDir Path directory) throws Exception {
        variant.assumeAvailable();
        try (OpenStore store = OpenStore.create(variant, directory, strongest(), RECORDS, COUNT)) {
            store.load(LongStream.range(0, COUNT).toArray());
            store.closeSession();
            Phaser together = new Phaser(THREADS);
            InParallel.run(THREADS, number -> write(store, number, together));
            store.reopen();
            int last = revisionOf(store.get(id(0)), id(0));
            for (int at = 1; at < SHARED; at++) {
                assertEquals(Entry.of(RECORDS, id(at), last), store.get(id(at)), variant + ": of the same, last batch");
            }
        }
    }

    /** Kyoto's puts are transactions from {@link Durability#PROCESS} on, and not at {@link Durability#NONE}. */
    private Durability strongest() {
        Durability[] durabilities = Durability.values();
        for (int at = durabilities.length - 1; at > 0; at--) {
            if (variant.traits().durability(durabilities[at]).supported()) {
                return durabilities[at];
            }
        }
        return Durability.NONE;
    }

    /** Thread 0 and 2 write upwards, 1 and 3 downwards; each batch has a revision of its own. */
    private static void write(OpenStore store, int number, Phaser together) throws Exception {
        try {
            rounds(store, number, together);
        } finally {
            together.arriveAndDeregister(); // else the others would wait for a thread that has failed
        }
    }

    private static void rounds(OpenStore store, int number, Phaser together) throws Exception {
        try (Session session = store.store().session()) {
            for (int round = 0; round < ROUNDS; round++) {
                together.arriveAndAwaitAdvance();
                session.begin(true);
                for (int at = 0; at < SHARED; at++) {
                    long id = id(number % 2 == 0 ? at : SHARED - 1 - at);
                    session.put(id, 1 + round * THREADS + number);
                }
                session.commit();
            }
        }
    }

    private static int revisionOf(Entry entry, long id) {
        for (int revision = 1; revision <= ROUNDS * THREADS; revision++) {
            if (Entry.of(RECORDS, id, revision).equals(entry)) {
                return revision;
            }
        }
        throw new AssertionError("record " + id + " is of no batch: " + entry);
    }
}
