package storemark.engines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import storemark.OwnProcess;
import storemark.engine.Capability;
import storemark.engine.Records;

/**
 * What every engine must do with records in every profile. What an order adds is in {@link EngineOrderTest}, opening and refusing in
 * {@link EngineOpeningTest}; random sequences are left to {@link EngineOperationsTest}.
 */
@ParameterizedClass
@MethodSource("storemark.engines.Variant#all")
@Timeout(60)
record EngineContractTest(Variant variant) {
    private static Records records(int keyBytes, int minValueBytes, int maxValueBytes) {
        return new Records(7, keyBytes, minValueBytes, maxValueBytes, 0.0);
    }

    private static Records records() {
        return records(8, 100, 100);
    }

    @BeforeEach
    void available() {
        variant.assumeAvailable();
    }

    @Test
    void statesVersionAndLicense() throws Exception {
        assertTrue(variant.version().matches(".*[0-9].*"), variant.version());
        assertFalse(variant.traits().license().isBlank());
        for (Capability capability : Capability.values()) {
            assertFalse(variant.traits().capability(capability).how().isBlank(), capability.label());
        }
    }

    /** Both sizes of keys with all sizes of values, but for profiles: those of a library store keys alike. */
    @ParameterizedTest(name = "{0} bytes")
    @ValueSource(ints = {0, 1, 100, 4096, 100_000, 1 << 20})
    void keepsValuesOfEverySize(int valueBytes, @TempDir Path directory) throws Exception {
        boolean both = variant.named().options().isEmpty() || OwnProcess.named() != null || valueBytes == 100;
        for (int keyBytes : both ? new int[] {8, 16} : new int[] {8}) {
            Path here = Files.createDirectory(directory.resolve("keys" + keyBytes));
            keepsValues(records(keyBytes, valueBytes, valueBytes), here);
        }
    }

    private void keepsValues(Records records, Path directory) throws Exception {
        int valueBytes = records.maxValueBytes();
        int small = variant.count(300, 60);
        int count = valueBytes <= 100 ? small : valueBytes <= 4096 ? 60 : valueBytes <= 100_000 ? 6 : 3;
        try (OpenStore store = OpenStore.create(variant, directory, records, count)) {
            store.session().begin(true);
            for (int at = 0; at < count; at++) {
                store.session().put(shuffled(at, count), 0);
            }
            store.session().commit();
            for (int id = 0; id < count; id += 3) {
                store.session().put(id, 1);
            }
            for (int id = 1; id < count; id += 3) {
                store.session().delete(id);
            }
            checkThirds(store, count);
            store.reopen();
            checkThirds(store, count);
        }
    }

    /** Of each three ids in a row the first was overwritten, the second deleted and the third left alone. */
    private void checkThirds(OpenStore store, int count) throws Exception {
        List<Entry> expected = new ArrayList<>();
        for (int id = 0; id < count; id++) {
            Entry entry = id % 3 == 1 ? null : Entry.of(store.records(), id, id % 3 == 0 ? 1 : 0);
            assertEquals(entry, store.get(id));
            if (entry != null) {
                expected.add(entry);
            }
        }
        store.checkFullScans(expected);
    }

    @Test
    void keepsValuesOfMixedSizes(@TempDir Path directory) throws Exception {
        Records records = records(8, 0, 3000);
        long[] ids = LongStream.range(0, 500).toArray();
        try (OpenStore store = OpenStore.create(variant, directory, records, ids.length)) {
            store.load(ids);
            store.reopen();
            List<Entry> expected = Entry.list(records, ids);
            for (Entry entry : expected) {
                assertEquals(entry, store.get(Long.parseLong(entry.id())));
            }
            store.checkFullScans(expected);
        }
    }

    @Test
    void storesTheBytesOfValues(@TempDir Path directory) throws Exception {
        Records records = records(8, 10, 300);
        long[] ids = LongStream.range(0, 200).toArray();
        try (OpenStore store = OpenStore.create(variant, directory, records, ids.length)) {
            store.load(ids);
            store.reopenWithForeignValues();
            List<Entry> expected = Entry.list(records, ids);
            for (int id = 0; id < ids.length; id++) {
                assertEquals(expected.get(id), store.get(id));
            }
            store.checkFullScans(expected);
        }
    }

    @Test
    void overwritesDeletesAndInsertsAgain(@TempDir Path directory) throws Exception {
        Records records = records();
        try (OpenStore store = OpenStore.create(variant, directory, records, 10)) {
            assertNull(store.get(3));
            store.session().delete(3);
            assertNull(store.get(3));
            for (int revision = 0; revision < 5; revision++) {
                store.session().put(3, revision);
                assertEquals(Entry.of(records, 3, revision), store.get(3));
            }
            store.session().delete(3);
            assertNull(store.get(3));
            store.session().delete(3);
            assertNull(store.get(3));
            store.session().put(3, 9);
            store.reopen();
            assertEquals(Entry.of(records, 3, 9), store.get(3));
        }
    }

    @Test
    void keepsBatchesOfPutsAndDeletes(@TempDir Path directory) throws Exception {
        Records records = records();
        try (OpenStore store = OpenStore.create(variant, directory, records, 1000)) {
            store.session().begin(true);
            store.session().commit();
            for (int batch = 0; batch < 10; batch++) {
                store.session().begin(true);
                for (int id = batch * 100; id < batch * 100 + 100; id++) {
                    store.session().put(id, 0);
                }
                if (batch > 0) {
                    store.session().delete((batch - 1) * 100L); // written by the batch before
                    store.session().delete(5000);
                }
                store.session().commit();
                assertEquals(Entry.of(records, batch * 100L + 99, 0), store.get(batch * 100L + 99));
            }
            store.session().begin(false);
            for (int id = 0; id < 1000; id++) {
                assertEquals(id % 100 == 0 && id < 900 ? null : Entry.of(records, id, 0), store.get(id));
            }
            store.session().commit();
            store.session().begin(true);
            store.session().put(0, 1);
            store.session().put(0, 2);
            store.session().delete(1);
            store.session().put(1, 3);
            store.session().put(2000, 0);
            store.session().delete(2000);
            store.session().commit();
            store.reopen();
            assertEquals(Entry.of(records, 0, 2), store.get(0), "the last write of a batch counts");
            assertEquals(Entry.of(records, 1, 3), store.get(1));
            assertNull(store.get(2000));
        }
    }

    /** A permutation of 0..count-1 for counts that 7919, a prime, does not divide. */
    private static long shuffled(int at, int count) {
        return (long) at * 7919 % count;
    }
}
