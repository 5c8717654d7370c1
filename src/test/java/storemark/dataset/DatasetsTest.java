package storemark.dataset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import storemark.engine.Engine;
import storemark.engine.EngineSpec;
import storemark.engine.Records;
import storemark.engines.Engines;
import storemark.workload.LoadOrder;

/** Loads, finds, lists and removes. */
class DatasetsTest {
    private final LogDataset log;

    DatasetsTest(@TempDir Path root) {
        log = new LogDataset(root);
    }

    @Test
    void loadsWritesAManifestAndIsFoundAgain() throws Exception {
        assertTrue(log.datasets().find(log.spec).isEmpty());
        log.load();

        Manifest manifest = log.datasets().find(log.spec).orElseThrow().manifest();
        assertEquals(LogDataset.ENTRIES, manifest.entries());
        assertEquals("log:fancy,colour.red", manifest.spec());
        assertEquals("log 1.0", manifest.engineVersion());
        assertEquals(Map.of("fancy", "does nothing, fancily", "colour", "red"), manifest.settings());
        assertEquals("process", manifest.durability());
        assertEquals(42, manifest.shape().records().seed());
        assertTrue(manifest.bytesOnDisk() >= LogDataset.ENTRIES * 112, "allocated: " + manifest.bytesOnDisk());
        assertTrue(manifest.created().matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ"), manifest.created());
        assertFalse(Files.exists(log.folder().resolve(Marker.LOADING)));
        assertTrue(log.engine.closed);
    }

    @Test
    void aSecondLoadReusesWhatIsThere() throws Exception {
        log.load();
        log.engine.failAt = 0; // any attempt to load would fail
        assertEquals(LogDataset.ENTRIES, log.load().manifest().entries());
        assertThrows(DatasetException.class, () -> log.datasets().load(log.spec, LogDataset.QUIETLY, true));
    }

    @Test
    void theWorkingDirectoryIsARootLikeOthers() {
        DatasetException none =
                assertThrows(DatasetException.class, () -> new Datasets(Path.of(".")).remove("not-there"));
        assertEquals("there is no dataset 'not-there' below .", none.getMessage());
    }

    @Test
    void anEmptyDatasetIsADataset() throws Exception {
        DatasetSpec empty = DatasetSpec.of(log.engine, EngineSpec.parse("log"), LogDataset.RECORDS, 0, null);
        Dataset dataset = log.datasets().load(empty, LogDataset.QUIETLY, false);
        assertEquals(
                0, dataset.verify(LogDataset.READING, Progress.Listener.NONE).records());
        assertTrue(log.datasets().find(empty).isPresent());
    }

    @Test
    void everythingThatMakesADatasetTellsItFromOthers() {
        EngineSpec plain = EngineSpec.parse("log");
        List<DatasetSpec> all = List.of(
                DatasetSpec.of(log.engine, plain, LogDataset.RECORDS, 10, null),
                DatasetSpec.of(log.engine, plain, LogDataset.RECORDS, 11, null),
                DatasetSpec.of(log.engine, EngineSpec.parse("log:fancy"), LogDataset.RECORDS, 10, null),
                DatasetSpec.of(log.engine, plain, new Records(43, 8, 100, 100, 0), 10, null),
                DatasetSpec.of(log.engine, plain, new Records(42, 16, 100, 100, 0), 10, null),
                DatasetSpec.of(log.engine, plain, new Records(42, 8, 99, 100, 0), 10, null),
                DatasetSpec.of(log.engine, plain, new Records(42, 8, 100, 100, 0.5), 10, null),
                new DatasetSpec(
                        log.engine, plain, LogDataset.RECORDS, 10, Path.of("/dev/one"), false, LoadOrder.ORDERED, 0),
                new DatasetSpec(
                        log.engine, plain, LogDataset.RECORDS, 10, Path.of("/dev/two"), false, LoadOrder.ORDERED, 0),
                new DatasetSpec(log.engine, plain, LogDataset.RECORDS, 10, null, true, LoadOrder.ORDERED, 0),
                DatasetSpec.of(log.engine, plain, LogDataset.RECORDS, 10, null).loaded(LoadOrder.RANDOM),
                DatasetSpec.of(log.engine, plain, LogDataset.RECORDS, 10, null).aged(1),
                DatasetSpec.of(log.engine, plain, LogDataset.RECORDS, 10, null).aged(10),
                DatasetSpec.of(inLayout(2), plain, LogDataset.RECORDS, 10, null));
        assertEquals(
                all.size(), all.stream().map(DatasetSpec::folderName).distinct().count());
        assertTrue(
                all.get(2).folderName().startsWith("log_fancy-10x8+100-"),
                all.get(2).folderName());
        assertTrue(
                all.get(5).folderName().startsWith("log-10x8+99-100-"),
                all.get(5).folderName());
    }

    /** The same engine once it keeps records in another form. */
    private static Engine inLayout(int version) {
        LogEngine engine = new LogEngine();
        engine.layout = version;
        return engine;
    }

    @Test
    void loadsAtRandomWhatIsVerifiedInOrder() throws Exception {
        Engine heap = Engines.load().of(EngineSpec.parse("heap"));
        DatasetSpec random = DatasetSpec.of(heap, EngineSpec.parse("heap"), LogDataset.RECORDS, 2500, null)
                .loaded(LoadOrder.RANDOM);
        Dataset dataset = log.datasets().load(random, LogDataset.QUIETLY, false);
        assertEquals("random", dataset.manifest().loaded());
        Verification found = dataset.verify(LogDataset.READING, Progress.Listener.NONE);
        assertEquals(2500, found.records());
        assertTrue(found.sound());
        assertTrue(log.datasets().find(random.loaded(LoadOrder.ORDERED)).isEmpty());
    }

    @Test
    void theRevisionsOfAWorkloadAreKeptInTheManifest() throws Exception {
        try (OpenDataset open = log.load().open(LogDataset.READING)) {
            open.allowRevisions(3);
            open.allowRevisions(2);
        }
        assertEquals(3, log.datasets().find(log.spec).orElseThrow().manifest().maxRevision());
    }

    @Test
    void listsOursAndLeavesOutTheRest() throws Exception {
        assertEquals(List.of(), log.datasets().list());
        Dataset dataset = log.load();
        dataset.copyTo(log.datasets().root().resolve("a-copy"), Progress.Listener.NONE);
        Path unfinished = Files.createDirectories(log.datasets().root().resolve("b-unfinished"));
        Ownership.claim(unfinished);
        Marker.loading(log.spec, Marker.Sitting.first("log 1.0"))
                .at(17, 2.5, null)
                .write(unfinished, false);
        Path foreign = Files.createDirectories(log.datasets().root().resolve("c-foreign"));
        Files.writeString(foreign.resolve("thesis.tex"), "precious");

        List<DatasetSummary> listed = log.datasets().list();
        assertEquals(
                List.of("a-copy", "b-unfinished", log.spec.folderName()),
                listed.stream()
                        .map(each -> each.folder().getFileName().toString())
                        .toList());
        assertTrue(listed.get(0).copy());
        assertTrue(
                listed.get(1).problem().contains("17 of 5,000 entries"),
                listed.get(1).problem());
        assertFalse(listed.get(2).copy());
        assertNull(listed.get(2).problem());
        assertEquals(LogDataset.ENTRIES, listed.get(2).manifest().entries());
        assertTrue(listed.get(2).bytesOnDisk() >= LogDataset.ENTRIES * 112);

        for (DatasetSummary each : listed) {
            log.datasets().remove(each.folder().getFileName().toString());
        }
        assertEquals(List.of(), log.datasets().list());
    }

    @Test
    void reportsProgressUpToTheEnd() throws Exception {
        List<Progress> reports = new ArrayList<>();
        log.datasets().load(log.spec, new LoadOptions(1 << 20, 1, reports::add), false);
        Progress loaded = reports.stream()
                .filter(each -> each.phase() == Progress.Phase.LOAD)
                .reduce((earlier, later) -> later)
                .orElseThrow();
        assertEquals(LogDataset.ENTRIES, loaded.done());
        assertEquals(LogDataset.ENTRIES, loaded.total());
        Progress last = reports.get(reports.size() - 1);
        assertEquals(Progress.Phase.SETTLE, last.phase());
        assertTrue(last.bytesOnDisk() >= LogDataset.ENTRIES * 112, "bytes: " + last.bytesOnDisk());
    }
}
