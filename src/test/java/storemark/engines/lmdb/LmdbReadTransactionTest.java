package storemark.engines.lmdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import storemark.InParallel;
import storemark.Thrown;
import storemark.engine.Durability;
import storemark.engine.Loader;
import storemark.engine.Records;
import storemark.engine.Session;
import storemark.engine.Unsupported;
import storemark.engines.Entry;
import storemark.engines.OpenStore;
import storemark.engines.Variant;

/** Sessions that read in one transaction, and none that writes beside them. */
class LmdbReadTransactionTest {
    private static final Records RECORDS = new Records(5, 8, 100, 100, 0.0);
    private static final int COUNT = 100;

    @TempDir
    Path folder;

    private OpenStore loaded(String spec) throws Exception {
        OpenStore open = OpenStore.create(Variant.parse(spec), folder, RECORDS, COUNT);
        open.load(0, 1, 2);
        return open;
    }

    /** By another thread: LMDB gives a thread one read transaction. */
    private static void append(OpenStore open, long id) throws Exception {
        InParallel.run(1, thread -> {
            try (Loader loader = open.store().loader()) {
                loader.append(id, 0);
            }
        });
    }

    @Test
    void keptTransactionSeesOneState() throws Exception {
        try (OpenStore open = loaded("lmdb:readTransaction.kept")) {
            assertEquals(Entry.of(RECORDS, 1, 0), open.get(1));
            append(open, 3);
            assertNull(open.get(3), "committed after the transaction began");
            assertEquals(Entry.list(RECORDS, 0, 1, 2), open.scan(0, COUNT, true));
            assertEquals(Entry.list(RECORDS, 1, 0), open.scan(1, COUNT, false));
            open.closeSession();
            try (Session later = open.store().session()) {
                assertEquals(Entry.of(RECORDS, 3, 0), OpenStore.get(later, RECORDS, 3));
            }
        }
    }

    @Test
    void renewedTransactionSeesWhatWasCommitted() throws Exception {
        try (OpenStore open = loaded("lmdb")) {
            assertEquals(Entry.of(RECORDS, 1, 0), open.get(1));
            append(open, 3);
            assertEquals(Entry.of(RECORDS, 3, 0), open.get(3));
        }
    }

    @Test
    void refusesToWrite() throws Exception {
        try (OpenStore open = loaded("lmdb:readTransaction.kept")) {
            Session session = open.session();
            session.begin(false);
            session.commit();
            List<Executable> writes =
                    List.of(() -> session.put(1, 1), () -> session.delete(1), () -> session.begin(true));
            for (Executable write : writes) {
                Thrown.saying(Unsupported.class, "never writes", write);
            }
            assertEquals(Entry.list(RECORDS, 0, 1, 2), open.scan(0, COUNT, true));
        }
    }

    @Test
    void refusesFfm() {
        Variant both = Variant.parse("lmdb:readTransaction.kept,ffm");
        Thrown.saying(
                Unsupported.class,
                "with ffm",
                () -> both.engine().check(both.in(folder, Durability.NONE, RECORDS, COUNT, true)));
    }
}
