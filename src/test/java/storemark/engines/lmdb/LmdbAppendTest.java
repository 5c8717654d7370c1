package storemark.engines.lmdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import storemark.engine.Durability;
import storemark.engine.Records;
import storemark.engine.Unsupported;
import storemark.engines.Entry;
import storemark.engines.OpenStore;
import storemark.engines.Variant;

/** The profile that tells LMDB of keys in order. */
class LmdbAppendTest {
    private static final Records RECORDS = new Records(5, 8, 100, 100, 0.0);
    private static final int COUNT = 20_000;

    @TempDir
    Path folder;

    /** Where LMDB knows that a key is the last it begins a page with it; else the full page gives some of its records away. */
    @Test
    void fillsPagesWithKeysInOrder() throws Exception {
        long plain = bytesOf("lmdb");
        long appended = bytesOf("lmdb:append");
        assertTrue(appended < plain, appended + " bytes against " + plain);
    }

    private long bytesOf(String spec) throws Exception {
        Path directory = Files.createDirectory(folder.resolve(spec.replace(':', '-')));
        try (OpenStore open = OpenStore.create(Variant.parse(spec), directory, RECORDS, COUNT)) {
            open.session().begin(true);
            for (int id = 0; id < COUNT; id++) {
                open.session().put(id, 0);
            }
            open.session().commit();
        }
        return Files.size(directory.resolve(LmdbEngine.DATA_FILE));
    }

    @Test
    void putsKeyOutOfOrderWhereItBelongs() throws Exception {
        try (OpenStore open = OpenStore.create(Variant.parse("lmdb:append"), folder, RECORDS, 10)) {
            for (int id : new int[] {3, 5, 4, 9, 1}) {
                open.session().put(id, id);
            }
            open.session().put(5, 7);
            assertEquals(Entry.of(RECORDS, 5, 7), open.get(5));
            assertEquals(5, open.scan(0, 10, true).size());
        }
    }

    @Test
    void refusesAppendWithFfm() {
        Variant both = Variant.parse("lmdb:append,ffm");
        assertNotNull(assertThrows(
                Unsupported.class, () -> both.engine().check(both.in(folder, Durability.NONE, RECORDS, COUNT, true))));
    }
}
