package storemark.engines.kyotocabinet;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import storemark.engine.Durability;
import storemark.engine.Records;
import storemark.engine.Session;
import storemark.engines.Entry;
import storemark.engines.OpenStore;
import storemark.engines.Variant;

/** A transaction of Kyoto Cabinet takes in whatever any thread changes while it is open: the store must not let it. */
class KyotoTransactionsTest {
    private static final Records RECORDS = new Records(3, 8, 100, 100, 0.0);

    private final Variant kyoto = Variant.parse("kyoto-treedb");

    @Test
    @Timeout(60)
    void singlePutJoinsNoOpenTransaction(@TempDir Path directory) throws Exception {
        kyoto.assumeAvailable();
        try (OpenStore store = OpenStore.create(kyoto, directory, Durability.PROCESS, RECORDS, 10)) {
            AtomicBoolean ending = new AtomicBoolean();
            AtomicReference<Object> seen = new AtomicReference<>();
            Thread other = new Thread(() -> {
                try (Session session = store.store().session()) {
                    session.put(2, 0);
                    seen.set(ending.get());
                } catch (Exception failed) {
                    seen.set(failed);
                }
            });
            store.session().begin(true);
            store.session().put(1, 0);
            other.start();
            while (other.getState() != Thread.State.WAITING && other.isAlive()) {
                Thread.onSpinWait();
            }
            ending.set(true);
            store.session().commit();
            other.join();
            assertEquals(true, seen.get(), "the put waits for the transaction's end");
            assertEquals(Entry.of(RECORDS, 1, 0), store.get(1));
            assertEquals(Entry.of(RECORDS, 2, 0), store.get(2));
        }
    }
}
