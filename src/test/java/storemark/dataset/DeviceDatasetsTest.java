package storemark.dataset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import storemark.LoopDevice;
import storemark.Opened;
import storemark.Thrown;
import storemark.engine.EngineSpec;
import storemark.engine.Records;
import storemark.engine.Session;
import storemark.engine.Unsupported;
import storemark.engines.Engines;

/** A device holds one store at a time, and a store is opened only where its manifest and the device's header agree. */
class DeviceDatasetsTest {
    private static final LoadOptions LOAD = new LoadOptions(32 << 20, 1, Progress.Listener.NONE);
    private static final OpenOptions OPEN = OpenOptions.of(32 << 20, 1);

    @TempDir
    Path directory;

    @AutoClose
    private final Opened opened = new Opened();

    private LoopDevice loop;
    private Datasets datasets;

    @BeforeEach
    void makeDevice() throws Exception {
        loop = opened.add(LoopDevice.create(directory, 128L << 20));
        datasets = new Datasets(directory.resolve("data"));
        new Device(loop.path()).take("128m", datasets.root());
    }

    private DatasetSpec spec(String engine, long entries) {
        EngineSpec spec = EngineSpec.parse(engine);
        return DatasetSpec.of(Engines.load().of(spec), spec, new Records(1, 8, 100, 100, 0), entries, loop.path());
    }

    private Optional<DeviceHeader> header() throws Exception {
        try (FileChannel channel = FileChannel.open(loop.path())) {
            return DeviceHeader.read(channel);
        }
    }

    @Test
    void isKeptAndFoundAgain() throws Exception {
        DatasetSpec spec = spec("tupl:device", 5000);
        Dataset loaded = datasets.load(spec, LOAD, false);
        assertFalse(header().orElseThrow().isOpen(), "closed after its load");
        assertEquals(Optional.of(loaded.folder()), datasets.on(new Device(loop.path())));
        try (OpenDataset open = loaded.open(OPEN)) {
            assertEquals(loaded, open.dataset());
            assertTrue(header().orElseThrow().isOpen());
        }
        assertFalse(header().orElseThrow().isOpen());
        assertTrue(loaded.verify(OPEN, Progress.Listener.NONE).sound());
        assertTrue(loaded.manifest().bytesOnDisk() > 5000 * 108, "pages on the device are counted");
        String store = loaded.manifest().deviceStore();
        assertEquals(store, datasets.load(spec, LOAD, false).manifest().deviceStore(), "not loaded twice");
        assertTrue(new Datasets(directory.resolve("elsewhere")).find(spec).isEmpty(), "its manifest is not beside it");
    }

    @Test
    void isGoneWhenAnotherStoreHasComeInItsPlace() throws Exception {
        DatasetSpec first = spec("tupl:device", 5000);
        DatasetSpec second = spec("tupl:device,cipher", 4000);
        Dataset displaced = datasets.load(first, LOAD, false);
        datasets.load(second, LOAD, false);
        assertTrue(datasets.find(first).isEmpty());
        Thrown.saying(DatasetException.class, "does not hold the store of 5,000 entries", () -> displaced.open(OPEN));

        datasets.load(first, LOAD, false);
        assertTrue(datasets.find(first)
                .orElseThrow()
                .verify(OPEN, Progress.Listener.NONE)
                .sound());
        assertTrue(datasets.find(second).isEmpty());
    }

    /** Whatever an engine does to the beginning of its device, with or without the page cache, is known when it is closed. */
    @ParameterizedTest
    @ValueSource(strings = {"tupl:device", "tupl:device,direct", "tupl:device,direct,cipher"})
    void isKnownByItsBeginning(String engine) throws Exception {
        Dataset loaded = datasets.load(spec(engine, 5000), LOAD, false);
        new Device(loop.path()).check(null, datasets.root());
        try (FileChannel channel = FileChannel.open(loop.path())) {
            assertTrue(header().orElseThrow().isAsLeft(channel));
        }
        try (FileChannel channel = FileChannel.open(loop.path(), StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap("somebody's data".getBytes(StandardCharsets.UTF_8)), 12345);
        }
        DatasetException refused =
                Thrown.saying(DatasetException.class, "was written to by another program", () -> loaded.open(OPEN));
        assertTrue(refused.getMessage().endsWith("add --erase-device=128m"), refused::getMessage);
        assertThrows(DatasetException.class, () -> datasets.load(spec("tupl:device", 100), LOAD, false));
    }

    @Test
    void isLoadedAgainOnceAWorkloadHasWrittenToIt() throws Exception {
        DatasetSpec spec = spec("tupl:device,direct", 5000);
        Dataset written = datasets.load(spec, LOAD, false);
        assertThrows(Unsupported.class, () -> written.copyTo(directory.resolve("copy"), Progress.Listener.NONE));
        written.markModified();
        try (OpenDataset open = written.open(OPEN);
                Session session = open.store().session()) {
            open.allowRevisions(3);
            session.put(17, 3);
        }
        assertTrue(written.verify(OPEN, Progress.Listener.NONE).sound());
        assertEquals(
                DatasetException.Reason.WRITTEN,
                assertThrows(DatasetException.class, () -> datasets.find(spec)).reason());
        Dataset again = datasets.load(spec, LOAD, false);
        assertFalse(again.manifest().written());
        assertEquals(0, again.manifest().maxRevision());
    }

    @Test
    void aDeviceThatIsTooSmallStopsTheLoadInOneLine() throws Exception {
        DatasetException full =
                assertThrows(DatasetException.class, () -> datasets.load(spec("tupl:device", 2_000_000), LOAD, false));
        assertTrue(
                full.getMessage().matches("load of tupl:device stopped at [0-9,]+ of 2,000,000 entries: .*"),
                full::getMessage);
        assertTrue(header().isPresent(), "the end of the device is not the engine's");
        assertThrows(DatasetException.class, () -> datasets.find(spec("tupl:device", 2_000_000)));
    }
}
