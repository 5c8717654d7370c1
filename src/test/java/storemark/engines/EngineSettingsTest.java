package storemark.engines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import storemark.Thrown;
import storemark.Tree;
import storemark.engine.Durability;
import storemark.engine.Records;
import storemark.engine.Session;
import storemark.engine.Store;
import storemark.engine.StoreSpec;
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
        return filled(variant, COUNT);
    }

    private OpenStore filled(Variant variant, int count) throws Exception {
        OpenStore store = OpenStore.create(variant, directory, RECORDS, count);
        for (long id = 0; id < count; id++) {
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
        try (OpenStore store = filled(available(spec))) {
            List<Path> files = Tree.list(directory);
            assertEquals(tables, files.stream().anyMatch(file -> file.toString().matches(".*\\.(sst|ldb)")));
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
        Thrown.saying(
                Unsupported.class,
                "must be between 64k and 1g",
                () -> OpenStore.create(variant, directory, RECORDS, COUNT));
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

    /** A file of a rollback journal has 1 as the versions of its format, in bytes 18 and 19; one of a log 2. */
    @ParameterizedTest
    @CsvSource({"sqlite:journal.delete, 1", "sqlite, 2"})
    void writesSqliteJournalModeToItsFile(String spec, int version) throws Exception {
        try (OpenStore store = filled(available(spec))) {
            store.reopen();
            assertEquals(Entry.of(RECORDS, 7, 0), store.get(7));
        }
        try (InputStream head = Files.newInputStream(directory.resolve("records.db"))) {
            assertEquals(version, head.readNBytes(20)[19]);
        }
    }

    @ParameterizedTest
    @CsvSource({"rocksdb, true", "rocksdb:log.on, false"})
    void logsRocksDbWritesAtDurabilityNoneWhereAsked(String spec, boolean empty) throws Exception {
        try (OpenStore store = filled(available(spec))) {
            assertEquals(COUNT, store.scan(0, COUNT, true).size());
            long bytes = Tree.list(directory).stream()
                    .filter(file -> file.toString().endsWith(".log"))
                    .mapToLong(file -> file.toFile().length())
                    .sum();
            assertEquals(empty, bytes == 0);
        }
    }

    @ParameterizedTest
    @CsvSource({"sqlite:synchronous.off, POWER", "rocksdb:log.off, PROCESS", "rocksdb:log.off, POWER"})
    void refusesSettingThatDurabilityRulesOut(String spec, Durability durability) {
        Variant variant = available(spec);
        Thrown.saying(
                Unsupported.class,
                "at durability " + durability.label(),
                () -> OpenStore.create(variant, directory, durability, RECORDS, COUNT));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            files-nested               | [0-9a-f](/[0-9a-f]){2}/[0-9a-f]{16}
            files-nested:folders.2x256 | [0-9a-f]{2}/[0-9a-f]{2}/[0-9a-f]{16}
            """)
    void spreadsFilesOverFolders(String spec, String path) throws Exception {
        Path records = directory.resolve("records");
        int count = 300;
        try (OpenStore store = filled(available(spec), count)) {
            assertEquals(Entry.of(RECORDS, 7, 0), store.get(7));
            List<String> names = Tree.files(records).stream()
                    .map(file -> records.relativize(file).toString())
                    .toList();
            assertEquals(count, names.size());
            assertTrue(names.stream().allMatch(name -> name.matches(path)), () -> names.get(0));
        }
    }

    @Test
    void writesNoLogForBerkeleyDbWithoutOne() throws Exception {
        Variant variant = available("bdb:log.off");
        StoreSpec spec = oneThread(variant, true);
        try (Store store = variant.engine().open(spec);
                Session session = store.session()) {
            for (long id = 0; id < COUNT; id++) {
                session.put(id, 0);
            }
            session.begin(true);
            session.delete(8);
            session.commit();
        }
        try (Store store = variant.engine().open(oneThread(variant, false));
                Session session = store.session()) {
            assertEquals(Entry.of(RECORDS, 7, 0), OpenStore.get(session, RECORDS, 7));
            assertNull(OpenStore.get(session, RECORDS, 8));
        }
        assertEquals(
                List.of(directory.resolve("records.db")),
                Tree.list(directory).stream()
                        .filter(file -> !file.getFileName().toString().contains("lock"))
                        .toList());
        Unsupported refused = assertThrows(
                Unsupported.class, () -> OpenStore.create(variant, directory, RECORDS, COUNT), "five threads");
        assertTrue(refused.getMessage().contains("must be 1 thread"), refused::getMessage);
    }

    private StoreSpec oneThread(Variant variant, boolean create) {
        StoreSpec five = variant.in(directory, Durability.NONE, RECORDS, COUNT, create);
        return new StoreSpec(
                five.target(),
                five.durability(),
                RECORDS,
                COUNT,
                five.cacheBytes(),
                1,
                create,
                five.profiles(),
                five.settings());
    }

    /** Those that a library would ignore, or refuse only once a store has been loaded. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            sqlite:pageSize.0         | power of two from 512 to 64k
            sqlite:pageSize.5k        | power of two from 512 to 64k
            sqlite:pageSize.128k      | power of two from 512 to 64k
            lmdb:mapSize.64g          | a whole number of GiB, such as 64
            lmdb:mapSize.0            | a whole number of GiB, such as 64
            leveldb:writeBuffer.2g    | must be between 64k and 1g
            leveldb-java:writeBuffer.1k | must be between 64k and 1g
            kyoto-treedb:opts.x       | opts 'x': must be s, l or sl
            """)
    void refusesAheadWhatALibraryWouldNotTake(String engine, String told) {
        Variant variant = Variant.parse(engine);
        StoreSpec spec = variant.in(directory, variant.weakest(), RECORDS, COUNT, true);
        Thrown.saying(Unsupported.class, told, () -> variant.engine().check(spec));
    }
}
