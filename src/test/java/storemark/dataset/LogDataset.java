package storemark.dataset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import storemark.Thrown;
import storemark.dataset.DatasetException.Reason;
import storemark.engine.EngineSpec;
import storemark.engine.Records;

/** The dataset of a test, kept by an engine that fails where it is told to. */
final class LogDataset {
    static final Records RECORDS = new Records(42, 8, 100, 100, 0);
    static final long ENTRIES = 5000;
    static final LoadOptions QUIETLY = new LoadOptions(1 << 20, 1, Progress.Listener.NONE);
    static final OpenOptions READING = OpenOptions.of(1 << 20, 1);

    final LogEngine engine = new LogEngine();
    final DatasetSpec spec = DatasetSpec.of(engine, EngineSpec.parse("log:fancy,colour.red"), RECORDS, ENTRIES, null);
    private final Path root;

    LogDataset(Path root) {
        this.root = root;
    }

    Datasets datasets() {
        return new Datasets(root.resolve("data"));
    }

    Path folder() {
        return datasets().folder(spec);
    }

    Dataset load() throws Exception {
        return datasets().load(spec, QUIETLY, false);
    }

    DatasetException refusedToFind(Reason reason) {
        DatasetException refusal = Thrown.saying(
                DatasetException.class, folder().toString(), () -> datasets().find(spec));
        assertEquals(reason, refusal.reason());
        assertFalse(refusal.getMessage().contains("\n"), refusal.getMessage());
        if (reason != Reason.UNFINISHED) {
            DatasetException sameForLoad = assertThrows(DatasetException.class, this::load);
            assertEquals(refusal.getMessage(), sameForLoad.getMessage());
        }
        return refusal;
    }

    List<String> loadAgain() throws Exception {
        List<String> notes = new ArrayList<>();
        engine.failAt = -1;
        Progress.Listener listener = new Progress.Listener() {
            @Override
            public void progress(Progress progress) {}

            @Override
            public void note(String line) {
                notes.add(line);
            }
        };
        datasets().load(spec, new LoadOptions(1 << 20, 1, listener), false);
        return notes;
    }

    Manifest soundManifest() throws Exception {
        Dataset dataset = datasets().find(spec).orElseThrow();
        Verification found = dataset.verify(READING, Progress.Listener.NONE);
        assertEquals(List.of(), found.first());
        assertEquals(ENTRIES, found.records());
        return dataset.manifest();
    }

    static void cut(Path file, long bytes) throws IOException {
        try (var channel = java.nio.channels.FileChannel.open(file, java.nio.file.StandardOpenOption.WRITE)) {
            channel.truncate(channel.size() - bytes);
        }
    }
}
