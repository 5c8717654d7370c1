package storemark.dataset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import storemark.engine.EngineSpec;
import storemark.engine.Records;
import storemark.engine.Session;
import storemark.engine.Store;
import storemark.engines.ComposedStore;
import storemark.engines.OpenStore;
import storemark.engines.Variant;
import storemark.machine.StoreFiles;

class VerifierTest {
    private static final Records RECORDS = new Records(7, 8, 100, 100, 0);
    private static final long ENTRIES = 5000;
    private static final int ENTRY_BYTES = 12 + 100;

    private static final ProgressMeter QUIETLY =
            new ProgressMeter(Progress.Phase.VERIFY, ENTRIES, Progress.Listener.NONE, () -> -1L, null);

    @TempDir
    Path root;

    private final LogEngine engine = new LogEngine();

    private Verification loadAndVerify(Records records) throws Exception {
        return dataset(records).verify(LogDataset.READING, Progress.Listener.NONE);
    }

    private Dataset dataset(Records records) throws Exception {
        DatasetSpec spec = DatasetSpec.of(engine, EngineSpec.parse("log"), records, ENTRIES, null);
        return new Datasets(root).load(spec, LogDataset.QUIETLY, false);
    }

    @ParameterizedTest
    @CsvSource({"8, 100, 100, true", "16, 0, 300, true", "8, 0, 0, true", "16, 1, 20, false"})
    void aRightStoreIsSound(int keyBytes, int minValueBytes, int maxValueBytes, boolean ordered) throws Exception {
        engine.ordered = ordered;
        Records records = new Records(7, keyBytes, minValueBytes, maxValueBytes, 0.3);
        Verification verification = loadAndVerify(records);
        assertEquals(List.of(), verification.first());
        assertTrue(verification.sound());
        assertEquals(ENTRIES, verification.records());
        long bytes = LongStream.range(0, ENTRIES).map(records::valueBytes).sum() + ENTRIES * keyBytes;
        assertEquals(bytes, verification.bytes());
    }

    @Test
    void aWrongByteIsNamed() throws Exception {
        engine.spoilt.add(1234L);
        assertProblems("id 1234: value of revision 0 differs at byte 17");
    }

    @Test
    void anEngineThatMakesValuesInPlaceOfStoringThemIsFound() throws Exception {
        engine.makesValues = true;
        Verification verification = loadAndVerify(RECORDS);
        assertEquals(ENTRIES, verification.problems());
        assertEquals(
                "id 0: value of revision 0 differs at byte 0",
                verification.first().get(0));
    }

    @Test
    void aByteFlippedOnDiskIsNamed() throws Exception {
        Dataset dataset = dataset(RECORDS);
        Path log = dataset.folder().resolve("store").resolve(LogEngine.FILE);
        try (FileChannel channel = FileChannel.open(log, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            long at = 4321L * ENTRY_BYTES + 12 + 99;
            ByteBuffer last = ByteBuffer.allocate(1);
            channel.read(last, at);
            channel.write(ByteBuffer.wrap(new byte[] {(byte) (last.get(0) ^ 0x80)}), at);
        }
        Verification verification = dataset.verify(LogDataset.READING, Progress.Listener.NONE);
        assertEquals(List.of("id 4321: value of revision 0 differs at byte 99"), verification.first());
    }

    @Test
    void missingRecordsAreNamedAndCounted() throws Exception {
        engine.dropped.addAll(List.of(77L, 1000L, 1001L, 1002L));
        Verification verification = assertProblems("id 77 is missing", "ids 1000 to 1002 are missing");
        assertEquals(4, verification.problems());
        assertEquals(ENTRIES - 4, verification.records());
    }

    @Test
    void recordsThatAreMissingAtTheEndOfTheFileAreNoticed() throws Exception {
        Dataset dataset = dataset(RECORDS);
        LogDataset.cut(dataset.folder().resolve("store").resolve(LogEngine.FILE), 3 * ENTRY_BYTES);
        Verification verification = dataset.verify(LogDataset.READING, Progress.Listener.NONE);
        assertEquals(List.of("ids 4997 to 4999 are missing"), verification.first());
    }

    @Test
    void wrongOrderIsNamed() throws Exception {
        engine.swapped = 99;
        assertProblems("id 99 is missing", "id 99 comes after id 100: out of order");
    }

    @Test
    void aRecordThatComesTwiceIsNamed() throws Exception {
        engine.twice = 98;
        assertProblems("id 98 comes twice");
    }

    @Test
    void anEngineWithoutScansIsAskedForEveryId() throws Exception {
        engine.ordered = false;
        engine.dropped.add(5L);
        engine.spoilt.add(6L);
        assertProblems("id 5 is missing", "id 6: value of revision 0 differs at byte 17");
    }

    @Test
    void valuesWithoutKeysProveNothing() throws Exception {
        engine.handsOverKeys = false;
        assertProblems(
                "values come without keys before any record",
                "reading stopped before any record: a scan from id 0 found no id from there on");
    }

    @Test
    void onlyTheFirstProblemsAreListedButAllAreCounted() throws Exception {
        LongStream.range(0, 3000).filter(id -> id % 2 == 1).forEach(engine.spoilt::add);
        Verification verification = loadAndVerify(RECORDS);
        assertEquals(1500, verification.problems());
        assertEquals(Verification.LISTED, verification.first().size());
    }

    private Verification assertProblems(String... lines) throws Exception {
        Verification verification = loadAndVerify(RECORDS);
        assertEquals(List.of(lines), verification.first());
        assertFalse(verification.sound());
        return verification;
    }

    /** Ids overwritten with later revisions, and ids above the dataset's, in a store of the oracle. */
    @Test
    void revisionsAreRightUpToTheHighestAllowed() throws Exception {
        try (OpenStore heap = OpenStore.create(Variant.parse("heap"), root, RECORDS, 100)) {
            Store store = heap.store();
            Session session = heap.session();
            for (long id = 0; id < 100; id++) {
                session.put(id, (int) (id % 3));
            }
            assertTrue(new Verifier(RECORDS, 100, 2)
                    .verify(store, true, 1, QUIETLY)
                    .sound());
            Verification strict = new Verifier(RECORDS, 100, 1).verify(store, true, 1, QUIETLY);
            assertEquals(33, strict.problems());
            assertEquals(
                    "id 2: value is that of no revision from 0 to 1",
                    strict.first().get(0));

            session.put(-1, 0);
            Verification more = new Verifier(RECORDS, 99, 2).verify(store, true, 1, QUIETLY);
            assertEquals(
                    List.of("id 99 is too many: the last is 98", "id 18446744073709551615 is too many: the last is 98"),
                    more.first());
        }
    }

    @Test
    void anErrorOfTheEngineEndsTheReadingAndIsAProblem() throws Exception {
        Dataset dataset = dataset(RECORDS);
        try (OpenDataset open = dataset.open(LogDataset.READING)) {
            Callable<Session> sessions = () -> {
                throw new IllegalStateException("page 17\nhas a bad checksum");
            };
            Store failing = new ComposedStore(sessions, () -> {});
            Verification verification = new Verifier(RECORDS, ENTRIES, 0).verify(failing, true, 1, QUIETLY);
            assertEquals(
                    List.of("reading stopped before any record: page 17 has a bad checksum"), verification.first());
            assertEquals(ENTRIES, open.dataset().manifest().entries());
        }
    }

    @Property(tries = 10)
    void everyLossAndEveryWrongValueIsCountedOnce(
            @ForAll Set<@LongRange(max = 2499) Long> dropped,
            @ForAll Set<@LongRange(min = 2500, max = 4998) Long> spoilt)
            throws Exception {
        LogEngine faulty = new LogEngine();
        faulty.dropped.addAll(dropped);
        faulty.dropped.remove(0L); // the ends are looked at by the load itself
        faulty.spoilt.addAll(spoilt);
        Path scratch = Files.createTempDirectory("storemark-verify");
        Datasets datasets = new Datasets(scratch);
        DatasetSpec spec = DatasetSpec.of(faulty, EngineSpec.parse("log"), RECORDS, ENTRIES, null);
        Dataset dataset = datasets.load(spec, LogDataset.QUIETLY, false);
        Verification verification = dataset.verify(LogDataset.READING, Progress.Listener.NONE);
        new Folder(dataset.folder()).remove();
        StoreFiles.deleteTree(scratch);
        assertEquals(faulty.dropped.size() + faulty.spoilt.size(), verification.problems());
        assertEquals(ENTRIES - faulty.dropped.size(), verification.records());
    }

    /** Enough records for several ranges, and what is wrong on both sides of where they meet. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void rangesReadInParallelFindWhatOneThreadFinds(boolean ordered) throws Exception {
        long entries = 60_000; // six ranges of 10,000
        try (OpenStore heap = OpenStore.create(Variant.parse("heap"), root, RECORDS, entries)) {
            heap.load(LongStream.range(0, entries).toArray());
            Store store = heap.store();
            Verifier verifier = new Verifier(RECORDS, entries, 0);
            Verification sound = verifier.verify(store, ordered, 4, QUIETLY);
            assertEquals(List.of(), sound.first());
            assertEquals(entries, sound.records());

            for (long id : new long[] {9_999, 10_000, 29_998, 59_999}) {
                heap.session().delete(id);
            }
            heap.session().put(40_000, 1);
            Verification found = verifier.verify(store, ordered, 4, QUIETLY);
            List<String> lines = List.of(
                    "id 9999 is missing",
                    "id 10000 is missing",
                    "id 29998 is missing",
                    "id 40000: value of revision 0 differs at byte 0",
                    "id 59999 is missing");
            assertEquals(lines, found.first());
            assertEquals(5, found.problems());
            assertEquals(entries - 4, found.records());
        }
    }

    @Test
    void orderIsLookedAtWhereRangesMeet() throws Exception {
        engine.swapped = 29_999; // and 30,000, where the fourth of six ranges begins
        DatasetSpec spec = DatasetSpec.of(engine, EngineSpec.parse("log"), RECORDS, 60_000, null);
        Dataset dataset = new Datasets(root).load(spec, LogDataset.QUIETLY, false);
        Verification found = dataset.verify(OpenOptions.of(1 << 20, 2), Progress.Listener.NONE);
        assertFalse(found.sound());
        assertTrue(
                found.first().stream().anyMatch(line -> line.contains("29999") && line.endsWith("out of order")),
                () -> "" + found.first());
    }
}
