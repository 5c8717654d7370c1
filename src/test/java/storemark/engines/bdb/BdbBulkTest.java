package storemark.engines.bdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import storemark.engine.DigestSink;
import storemark.engine.Durability;
import storemark.engine.Records;
import storemark.engine.Session;
import storemark.engine.Store;
import storemark.engine.StoreSpec;
import storemark.engine.Touch;
import storemark.engines.DirectoryLock;
import storemark.engines.Entry;
import storemark.engines.NativeLibrary;
import storemark.engines.OpenStore;
import storemark.engines.Variant;

/** Scans upwards with bulk reads and without find the same records, by few calls of the library and by one for each. */
class BdbBulkTest {
    private static final Records RECORDS = new Records(3, 8, 100, 100, 0.0);
    private static final int COUNT = 3000;
    /** Of even ids alone, so that scans also start where there is no record. */
    private static final long[] IDS =
            LongStream.range(0, COUNT).map(id -> 2 * id).toArray();

    private final Variant bulk = Variant.parse("bdb");
    private final Variant single = Variant.parse("bdb:bulk.off");

    @TempDir
    Path directory;

    @BeforeEach
    void available() {
        bulk.assumeAvailable();
    }

    @Test
    void findsTheSameRecordsWithoutBulkReads() throws Exception {
        load();
        List<List<Entry>> found = new ArrayList<>();
        for (Variant variant : List.of(bulk, single)) {
            try (OpenStore store = OpenStore.existing(variant, directory, Durability.NONE, RECORDS, COUNT)) {
                store.checkFullScans(Entry.list(RECORDS, IDS));
                List<Entry> parts = new ArrayList<>();
                for (long from : new long[] {0, 1, 2001, 2 * COUNT - 3, 2 * COUNT - 2, 2 * COUNT}) {
                    parts.addAll(store.scan(from, 7, true));
                    parts.addAll(store.scan(from, 7, false));
                }
                found.add(parts);
            }
        }
        assertEquals(found.get(0), found.get(1));
        assertEquals(
                Entry.list(RECORDS, 0, 2, 4, 6, 8, 10, 12, 0, 2), found.get(1).subList(0, 9));
    }

    @Test
    void readsOneRecordPerCallWithoutBulkReads() throws Exception {
        load();
        assertEquals(1000, calls(single));
        assertTrue(calls(bulk) < 50, "pages of records");
    }

    private void load() throws Exception {
        try (OpenStore store = OpenStore.create(bulk, directory, RECORDS, COUNT)) {
            store.load(IDS);
        }
    }

    /** The calls of a cursor that a scan of a thousand records makes. */
    private int calls(Variant variant) throws Exception {
        BerkeleyDb library = new NativeLibrary<>(BerkeleyDb.class, "db-5.3", "").get();
        AtomicInteger calls = new AtomicInteger();
        BerkeleyDb counting = (BerkeleyDb) Proxy.newProxyInstance(
                BerkeleyDb.class.getClassLoader(), new Class<?>[] {BerkeleyDb.class}, (proxy, method, arguments) -> {
                    calls.addAndGet(method.getName().equals("__dbc_get_pp") ? 1 : 0);
                    try {
                        return method.invoke(library, arguments);
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                });
        StoreSpec spec = variant.in(directory, Durability.NONE, RECORDS, COUNT, false);
        try (Store store = DirectoryLock.hold(directory, () -> new BdbStore(counting, spec));
                Session session = store.session()) {
            assertEquals(1000, session.scan(0, 1000, true, new DigestSink(Touch.LINE, 100)));
        }
        return calls.get();
    }
}
