package storemark.engines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import storemark.engine.Records;
import storemark.engine.Unsupported;

/** Settings that the suites of published comparisons use do to a store what they say, as its files tell. */
class EngineSettingsTest {
    private static final Records RECORDS = new Records(3, 8, 1000, 1000, 0.0);
    private static final int COUNT = 3000;

    @TempDir
    Path directory;

    private static Variant available(String spec) {
        Variant variant = Variant.parse(spec);
        variant.assumeAvailable();
        return variant;
    }

    private OpenStore filled(Variant variant) throws Exception {
        OpenStore store = OpenStore.create(variant, directory, RECORDS, COUNT);
        for (long id = 0; id < COUNT; id++) {
            store.session().put(id, 0);
        }
        return store;
    }

    /** 3 MB of records fit in the default of 4 MiB, and fill a write buffer of 1 MiB at least once. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            leveldb                           | false
            leveldb:writeBuffer.1m            | true
            leveldb:tuned                     | false
            leveldb:tuned,writeBuffer.1m      | true
            leveldb-system                    | false
            leveldb-system:writeBuffer.1m     | true
            leveldb-java                      | false
            leveldb-java:writeBuffer.1m       | true
            leveldb-java:tuned,writeBuffer.1m | true
            """)
    void writesTableWhenWriteBufferIsFull(String spec, boolean tables) throws Exception {
        try (OpenStore store = filled(available(spec));
                Stream<Path> files = Files.list(directory)) {
            assertEquals(tables, files.anyMatch(file -> file.toString().matches(".*\\.(sst|ldb)")));
            assertEquals(Entry.of(RECORDS, COUNT / 2, 0), store.get(COUNT / 2));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "16", "-1", "two", "01"})
    void refusesInvalidCheckpointThreads(String number) {
        Variant variant = available("tupl:checkpointThreads." + number);
        boolean has19 = variant.traits().profiles().get("crc").unavailable() == null;
        Unsupported refused =
                assertThrows(Unsupported.class, () -> OpenStore.create(variant, directory, RECORDS, COUNT));
        String told = has19 ? "must be between 1 and 15" : "needs TuplDB 1.9";
        assertTrue(refused.getMessage().contains(told), refused::getMessage);
    }

    @Test
    void refusesDefaultTogetherWithTuned() {
        Variant variant = available("tupl:default,tuned");
        Unsupported refused =
                assertThrows(Unsupported.class, () -> OpenStore.create(variant, directory, RECORDS, COUNT));
        assertEquals("profiles default and tuned: must be one of them", refused.getMessage());
    }

    /** Stores have 32 MiB here. */
    @ParameterizedTest
    @CsvSource({"leveldb, 32m", "leveldb-java, 32m", "leveldb-system, 32m", "leveldb, 1k", "leveldb-java, 1k"})
    void refusesWriteBufferLargerThanCache(String engine, String size) {
        Variant variant = available(engine + ":writeBuffer." + size);
        Unsupported refused =
                assertThrows(Unsupported.class, () -> OpenStore.create(variant, directory, RECORDS, COUNT));
        assertTrue(refused.getMessage().contains("must be between 64k and 1g"), refused::getMessage);
    }

    /** The options are in the twelfth byte of a hash file's head (kchashdb.h, MOFFOPTS): 1 small, 2 linear. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            kyoto-treedb                         | 0
            kyoto-treedb:opts.s                  | 1
            kyoto-treedb:opts.l                  | 2
            kyoto-treedb:tuned                   | 2
            kyoto-treedb:pageSize.1k,opts.sl     | 3
            kyoto-treedb:tuned,opts.sl           | 3
            """)
    void writesTreeDbOptionsToItsFile(String spec, int options) throws Exception {
        Variant variant = available(spec);
        try (OpenStore store = filled(variant)) {
            store.reopen();
            assertEquals(Entry.of(RECORDS, 7, 0), store.get(7));
        }
        try (InputStream head = Files.newInputStream(directory.resolve("records.kct"))) {
            assertEquals(options, head.readNBytes(12)[11] & 3);
        }
    }

    @Test
    void refusesUnknownTreeDbOptions() {
        Variant variant = available("kyoto-treedb:opts.x");
        Unsupported refused =
                assertThrows(Unsupported.class, () -> OpenStore.create(variant, directory, RECORDS, COUNT));
        assertEquals("opts 'x': must be s, l or sl", refused.getMessage());
    }
}
