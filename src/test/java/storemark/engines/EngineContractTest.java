package storemark.engines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import storemark.engine.Capability;
import storemark.engine.Durability;
import storemark.engine.Records;
import storemark.engine.StoreSpec;
import storemark.engine.Unsupported;

/** What every engine must do in every profile. Random sequences are left to {@link EngineOperationsTest}. */
@ParameterizedClass
@MethodSource("variants")
@Timeout(60)
record EngineContractTest(Variant variant) {
    static Stream<Variant> variants() {
        return Variant.all();
    }

    private static Records records(int keyBytes, int minValueBytes, int maxValueBytes) {
        return new Records(7, keyBytes, minValueBytes, maxValueBytes, 0.0);
    }

    private static Records records() {
        return records(8, 100, 100);
    }

    @BeforeEach
    void available() {
        variant.whyNot().ifPresent(reason -> assumeTrue(false, variant + " is not available: " + reason));
    }

    @Test
    void saysWhatItIs() throws Exception {
        assertTrue(
                variant.engine().version().matches(".*[0-9].*"),
                variant.engine().version());
        assertFalse(variant.traits().license().isBlank());
        for (Capability capability : Capability.values()) {
            assertFalse(variant.traits().capability(capability).how().isBlank(), capability.label());
        }
    }

    @ParameterizedTest(name = "{0} bytes, keys of {1}")
    @CsvSource({
        "0, 8", "1, 8", "100, 8", "4096, 8", "100000, 8", "1048576, 8",
        "0, 16", "1, 16", "100, 16", "4096, 16", "100000, 16", "1048576, 16"
    })
    void keepsValuesOfEverySize(int valueBytes, int keyBytes, @TempDir Path directory) throws Exception {
        Records records = records(keyBytes, valueBytes, valueBytes);
        int count = valueBytes <= 100 ? 300 : valueBytes <= 4096 ? 60 : valueBytes <= 100_000 ? 12 : 6;
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
                assertTrue(store.session().delete(id));
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
        checkFullScans(store, expected);
    }

    private void checkFullScans(OpenStore store, List<Entry> expected) throws Exception {
        if (variant.traits().can(Capability.SCAN)) {
            assertEquals(expected, store.scan(0, expected.size() + 1, true));
        }
        if (variant.traits().can(Capability.REVERSE_SCAN)) {
            List<Entry> backwards = new ArrayList<>(expected);
            Collections.reverse(backwards);
            assertEquals(backwards, store.scan(last(store.records()), expected.size() + 1, false));
        }
    }

    @Test
    void keepsValuesOfMixedSizes(@TempDir Path directory) throws Exception {
        Records records = records(8, 0, 3000);
        long[] ids = LongStream.range(0, 500).toArray();
        try (OpenStore store = OpenStore.create(variant, directory, records, ids.length)) {
            store.load(ids);
            store.reopen();
            List<Entry> expected = entries(records, ids);
            for (Entry entry : expected) {
                assertEquals(entry, store.get(Long.parseLong(entry.id())));
            }
            checkFullScans(store, expected);
        }
    }

    @ParameterizedTest(name = "keys of {0}")
    @ValueSource(ints = {8, 16})
    void scansFromPresentAndAbsentKeysAndPastTheEnd(int keyBytes, @TempDir Path directory) throws Exception {
        assumeTrue(variant.traits().can(Capability.SCAN), variant + " keeps no order");
        long[] ids = LongStream.range(0, 40).map(at -> at * 10 + 5).toArray(); // 5, 15, ... 395
        try (OpenStore store = OpenStore.create(variant, directory, records(keyBytes, 20, 20), ids.length)) {
            assertEquals(List.of(), store.scan(0, 5, true), "an empty store");
            store.load(ids);
            checkScans(store, ids, true);
            if (variant.traits().can(Capability.REVERSE_SCAN)) {
                checkScans(store, ids, false);
            }
            store.session().begin(false);
            checkScans(store, ids, true);
            store.session().commit();
        }
    }

    private void checkScans(OpenStore store, long[] ids, boolean ascending) throws Exception {
        long end = last(store.records());
        for (long from : new long[] {0, 4, 5, 6, 14, 15, 200, 205, 394, 395, 396, 1000, end}) {
            for (int limit : new int[] {1, 2, 7, 40, 100}) {
                List<Entry> expected = LongStream.of(ids)
                        .filter(id -> id == from || ascending == Long.compareUnsigned(id, from) > 0)
                        .boxed()
                        .sorted(ascending ? Long::compare : Collections.reverseOrder(Long::compare))
                        .limit(limit)
                        .map(id -> Entry.of(store.records(), id, 0))
                        .toList();
                assertEquals(expected, store.scan(from, limit, ascending), from + " limit " + limit);
            }
        }
    }

    @Test
    void refusesToScanWhereItKeepsNoOrder(@TempDir Path directory) throws Exception {
        assumeTrue(
                !variant.traits().can(Capability.SCAN) || !variant.traits().can(Capability.REVERSE_SCAN),
                variant + " scans both ways");
        try (OpenStore store = OpenStore.create(variant, directory, records(), 10)) {
            store.session().put(1, 0);
            if (!variant.traits().can(Capability.SCAN)) {
                assertThrows(Unsupported.class, () -> store.scan(0, 1, true));
            }
            assertThrows(Unsupported.class, () -> store.scan(5, 1, false));
        }
    }

    @Test
    void overwritesDeletesAndInsertsAgain(@TempDir Path directory) throws Exception {
        Records records = records();
        try (OpenStore store = OpenStore.create(variant, directory, records, 10)) {
            assertNull(store.get(3));
            assertFalse(store.session().delete(3));
            for (int revision = 0; revision < 5; revision++) {
                store.session().put(3, revision);
                assertEquals(Entry.of(records, 3, revision), store.get(3));
            }
            assertTrue(store.session().delete(3));
            assertNull(store.get(3));
            assertFalse(store.session().delete(3));
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
                    assertTrue(store.session().delete((batch - 1) * 100L), "written by the batch before");
                    assertFalse(store.session().delete(5000));
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

    @ParameterizedTest(name = "keys of {0}")
    @ValueSource(ints = {8, 16})
    void ordersRandomIdsAsUnsignedNumbers(int keyBytes, @TempDir Path directory) throws Exception {
        Records records = records(keyBytes, 50, 50);
        SplittableRandom random = new SplittableRandom(11);
        long[] ids = LongStream.concat(LongStream.of(0, last(records)), random.longs(400))
                .map(records::idOf)
                .boxed()
                .distinct()
                .mapToLong(Long::longValue)
                .toArray();
        try (OpenStore store = OpenStore.create(variant, directory, records, ids.length)) {
            for (long id : ids) {
                store.session().put(id, 0);
            }
            for (long id : ids) {
                assertEquals(Entry.of(records, id, 0), store.get(id));
            }
            checkFullScans(store, entries(records, unsigned(ids)));
        }
    }

    @ParameterizedTest(name = "keys of {0}")
    @ValueSource(ints = {8, 16})
    void loadsInOrderAndGoesOnFromThere(int keyBytes, @TempDir Path directory) throws Exception {
        Records records = records(keyBytes, 100, 100);
        long[] ids =
                unsigned(new SplittableRandom(5).longs(1500).map(records::idOf).toArray());
        try (OpenStore store = OpenStore.create(variant, directory, records, ids.length + 1)) {
            store.load(ids);
            List<Entry> expected = entries(records, ids);
            checkFullScans(store, expected);
            store.store().settle();
            assertTrue(store.store().bytesOnDisk() != 0, "-1 or what there is");
            store.reopen();
            checkFullScans(store, expected);
            store.session().put(ids[500], 1);
            assertTrue(store.session().delete(ids[1200]));
            store.session().put(ids[1200] + 1, 0);
            store.reopen();
            assertEquals(Entry.of(records, ids[500], 1), store.get(ids[500]));
            assertNull(store.get(ids[1200]));
            assertEquals(Entry.of(records, ids[1200] + 1, 0), store.get(ids[1200] + 1));
            assertEquals(expected.get(1499), store.get(ids[1499]));
        }
    }

    @Test
    void loadsNothing(@TempDir Path directory) throws Exception {
        try (OpenStore store = OpenStore.create(variant, directory, records(), 0)) {
            store.load();
            store.reopen();
            checkFullScans(store, List.of());
            assertNull(store.get(0));
        }
    }

    @ParameterizedTest
    @EnumSource
    void keepsTheDurabilitiesThatItClaimsAndRefusesTheRest(Durability durability, @TempDir Path directory)
            throws Exception {
        Records records = records();
        StoreSpec spec = variant.in(directory, durability, records, 10, true);
        assertFalse(variant.traits().durability(durability).how().isBlank());
        if (!variant.traits().durability(durability).supported()) {
            assertThrows(Unsupported.class, () -> variant.traits().check(spec));
            return;
        }
        try (OpenStore store = OpenStore.create(variant, directory, durability, records, 10)) {
            store.session().put(1, 0);
            store.session().begin(true);
            store.session().put(2, 0);
            store.session().put(3, 0);
            store.session().commit();
            store.session().delete(3);
            store.reopen();
            assertEquals(Entry.of(records, 1, 0), store.get(1));
            assertEquals(Entry.of(records, 2, 0), store.get(2));
            assertNull(store.get(3));
        }
    }

    @Test
    void refusesProfilesAndSettingsThatItDoesNotHave(@TempDir Path directory) {
        StoreSpec good = variant.in(directory, variant.weakest(), records(), 10, true);
        StoreSpec profile = with(good, Set.of("no-such-profile"), Map.of());
        StoreSpec setting = with(good, Set.of(), Map.of("noSuchSetting", "1"));
        assertThrows(Unsupported.class, () -> variant.traits().check(profile));
        assertThrows(Unsupported.class, () -> variant.traits().check(setting));
    }

    private static StoreSpec with(StoreSpec from, Set<String> profiles, Map<String, String> settings) {
        return new StoreSpec(
                from.target(),
                from.durability(),
                from.records(),
                from.entries(),
                from.cacheBytes(),
                from.threads(),
                from.create(),
                profiles,
                settings);
    }

    @ParameterizedTest(name = "create {0}")
    @ValueSource(booleans = {true, false})
    void createsNothingWhereTheDirectoryIsMissing(boolean create, @TempDir Path directory) throws Exception {
        StoreSpec spec = variant.in(directory.resolve("missing"), variant.weakest(), records(), 10, create);
        assertThrows(Exception.class, () -> variant.engine().open(spec).close());
        assertEquals(List.of(), list(directory));
    }

    @Test
    void createsNothingWhereThereIsNoStoreToOpen(@TempDir Path directory) throws Exception {
        StoreSpec spec = variant.in(directory, variant.weakest(), records(), 10, false);
        Exception refused =
                assertThrows(Exception.class, () -> variant.engine().open(spec).close());
        assertFalse(String.valueOf(refused.getMessage()).isBlank());
        assertEquals(List.of(), list(directory));
    }

    /** Engines that allow a second opener stay as they are; those that detect it say so. Neither may hurt the first. */
    @Test
    void isNotHurtByASecondOpener(@TempDir Path directory) throws Exception {
        Records records = records();
        try (OpenStore first = OpenStore.create(variant, directory, records, 100)) {
            first.session().put(1, 0);
            try (OpenStore second = OpenStore.existing(variant, directory, variant.weakest(), records, 100)) {
                assertEquals(Entry.of(records, 1, 0), second.get(1));
            } catch (Exception refused) {
                assertFalse(String.valueOf(refused.getMessage()).isBlank(), refused.toString());
            }
            first.session().put(2, 0);
            first.reopen();
            assertEquals(Entry.of(records, 1, 0), first.get(1));
            assertEquals(Entry.of(records, 2, 0), first.get(2));
        }
    }

    /** The highest id of the key format. */
    private static long last(Records records) {
        return records.keyBytes() == 8 ? -1L : Records.DECIMAL_IDS - 1;
    }

    private static List<Path> list(Path directory) throws Exception {
        try (Stream<Path> files = Files.list(directory)) {
            return files.toList();
        }
    }

    private static List<Entry> entries(Records records, long... ids) {
        return LongStream.of(ids).mapToObj(id -> Entry.of(records, id, 0)).toList();
    }

    private static long[] unsigned(long... ids) {
        return LongStream.of(ids)
                .boxed()
                .sorted(Long::compareUnsigned)
                .mapToLong(Long::longValue)
                .toArray();
    }

    /** A permutation of 0..count-1 for counts that 7919, a prime, does not divide. */
    private static long shuffled(int at, int count) {
        return (long) at * 7919 % count;
    }
}
