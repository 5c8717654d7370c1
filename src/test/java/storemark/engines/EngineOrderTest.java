package storemark.engines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import storemark.engine.Capability;
import storemark.engine.Records;
import storemark.engine.Unsupported;
import storemark.machine.StoreFiles;

/** What every engine must do in every profile with the order of keys: scans from anywhere, and loads of what comes in order. */
@ParameterizedClass
@MethodSource("storemark.engines.Variant#allButDefault")
@Timeout(60)
record EngineOrderTest(Variant variant) {
    private static Records records(int keyBytes, int valueBytes) {
        return new Records(7, keyBytes, valueBytes, valueBytes, 0.0);
    }

    @BeforeEach
    void available() {
        variant.assumeAvailable();
    }

    @ParameterizedTest(name = "keys of {0}")
    @ValueSource(ints = {8, 32})
    void scansFromPresentAndAbsentKeysAndPastTheEnd(int keyBytes, @TempDir Path directory) throws Exception {
        assumeTrue(variant.traits().can(Capability.SCAN), variant + " keeps no order");
        long[] ids = LongStream.range(0, 40).map(at -> at * 10 + 5).toArray(); // 5, 15, ... 395
        try (OpenStore store = OpenStore.create(variant, directory, records(keyBytes, 20), ids.length)) {
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
        long end = store.records().highestId();
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
    void refusesScanWithoutKeyOrder(@TempDir Path directory) throws Exception {
        assumeTrue(
                !variant.traits().can(Capability.SCAN) || !variant.traits().can(Capability.REVERSE_SCAN),
                variant + " scans both ways");
        try (OpenStore store = OpenStore.create(variant, directory, records(8, 100), 10)) {
            store.session().put(1, 0);
            if (!variant.traits().can(Capability.SCAN)) {
                assertThrows(Unsupported.class, () -> store.scan(0, 1, true));
            }
            assertThrows(Unsupported.class, () -> store.scan(5, 1, false));
        }
    }

    @ParameterizedTest(name = "keys of {0}")
    @ValueSource(ints = {8, 32})
    void ordersRandomIdsAsUnsignedNumbers(int keyBytes, @TempDir Path directory) throws Exception {
        Records records = records(keyBytes, 50);
        SplittableRandom random = new SplittableRandom(11);
        int count = variant.count(400, 100);
        long[] ids = LongStream.concat(LongStream.of(0, records.highestId()), random.longs(count))
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
            store.checkFullScans(Entry.list(records, unsigned(ids)));
        }
    }

    @ParameterizedTest(name = "keys of {0}")
    @ValueSource(ints = {8, 32})
    void loadsInOrderThenWrites(int keyBytes, @TempDir Path directory) throws Exception {
        Records records = records(keyBytes, 100);
        int count = variant.count(1500, 300);
        int some = count / 3;
        int other = count * 4 / 5;
        long[] ids =
                unsigned(new SplittableRandom(5).longs(count).map(records::idOf).toArray());
        try (OpenStore store = OpenStore.create(variant, directory, records, ids.length + 1)) {
            store.load(ids);
            List<Entry> expected = Entry.list(records, ids);
            store.checkFullScans(expected);
            store.store().settle();
            long account = store.store().bytesOnDisk();
            long bytes = account >= 0 ? account : StoreFiles.allocatedBytes(directory);
            assertTrue(
                    bytes >= ids.length * 100L, // keys may share prefixes
                    () -> bytes + " bytes on disk, which is less than the values");
            store.reopen();
            store.checkFullScans(expected);
            store.session().put(ids[some], 1);
            store.session().delete(ids[other]);
            store.session().put(ids[other] + 1, 0);
            store.reopen();
            assertEquals(Entry.of(records, ids[some], 1), store.get(ids[some]));
            assertNull(store.get(ids[other]));
            assertEquals(Entry.of(records, ids[other] + 1, 0), store.get(ids[other] + 1));
            assertEquals(expected.get(count - 1), store.get(ids[count - 1]));
        }
    }

    @Test
    void loadsNothing(@TempDir Path directory) throws Exception {
        try (OpenStore store = OpenStore.create(variant, directory, records(8, 100), 0)) {
            store.load();
            store.reopen();
            store.checkFullScans(List.of());
            assertNull(store.get(0));
        }
    }

    private static long[] unsigned(long... ids) {
        return LongStream.of(ids)
                .boxed()
                .sorted(Long::compareUnsigned)
                .mapToLong(Long::longValue)
                .toArray();
    }
}
