package storemark.engines.mvstore;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import storemark.engine.Durability;
import storemark.engine.Loader;
import storemark.engine.Records;
import storemark.engine.Session;
import storemark.engine.Sink;
import storemark.engine.Store;
import storemark.engine.StoreSpec;
import storemark.engine.Target;

/** MVStore overwrites the pages of versions that are not in use: a scan must keep hold of the one that it walks. */
class MvStoreVersionsTest {
    private static final Records RECORDS = new Records(3, 8, 1000, 1000, 0.0);
    private static final int COUNT = 5000;

    @Test
    @Timeout(120)
    void scanReadsItsVersionWhilePagesAreReplaced(@TempDir Path directory) throws Exception {
        StoreSpec spec = new StoreSpec(
                Target.directory(directory),
                Durability.PROCESS,
                RECORDS,
                COUNT,
                1 << 20, // far less than the data, or the cache would have the old pages
                2,
                true,
                Set.of(),
                Map.of());
        try (Store store = new MvStoreEngine().open(spec)) {
            try (Loader loader = store.loader()) {
                for (int id = 0; id < COUNT; id++) {
                    loader.append(id, 0);
                }
            }
            try (Session scanning = store.session();
                    Session writing = store.session()) {
                ReplacesAll sink = new ReplacesAll(writing);
                assertEquals(COUNT, scanning.scan(0, COUNT + 1, true, sink));
                assertEquals(COUNT, sink.values);
            }
        }
    }

    /** At its first value it has every record written again, one commit each, twice. */
    private static final class ReplacesAll extends Sink {
        private final Session writing;
        private int values;

        ReplacesAll(Session writing) {
            this.writing = writing;
        }

        @Override
        public void value(byte[] buffer, int offset, int length) {
            if (values++ > 0) {
                return;
            }
            try {
                for (int at = 0; at < 2 * COUNT; at++) {
                    writing.put(at % COUNT, 1);
                }
            } catch (Exception failed) {
                throw new AssertionError(failed);
            }
        }

        @Override
        public void value(ByteBuffer buffer) {
            throw new AssertionError("MVStore hands over arrays");
        }
    }
}
