package storemark.engines.chroniclemap;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import storemark.Thrown;
import storemark.engine.Records;
import storemark.engines.OpenStore;
import storemark.engines.Variant;

/** A file that the library would wait for, fill anew or call unexpected is refused at once as damaged. */
class ChronicleMapDamageTest {
    private static final Records RECORDS = new Records(3, 8, 100, 100, 0.0);
    private static final int ENTRIES = 1000;

    private final Variant variant = Variant.parse("chronicle-map");

    @TempDir
    private Path directory;

    private Path file;

    @BeforeEach
    void load() throws Exception {
        try (OpenStore store = OpenStore.create(variant, directory, RECORDS, ENTRIES)) {
            store.session().put(1, 0);
        }
        file = directory.resolve("records.cm");
    }

    @Test
    void refusesZeroedFirstPage() throws Exception {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.allocate(4096), 0);
        }
        assertRefused("has no header");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 8, 11})
    void refusesFileThatEndsInHeader(long bytes) throws Exception {
        cut(bytes);
        assertRefused("has no header");
        assertTrue(Files.size(file) == bytes, "nothing was written");
    }

    @ParameterizedTest
    @ValueSource(longs = {100, 5000, 40_000})
    void refusesTruncatedFile(long bytes) throws Exception {
        cut(bytes);
        assertRefused("is damaged or cut short: it has " + bytes + " bytes");
    }

    private void cut(long bytes) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(bytes);
        }
    }

    private void assertRefused(String words) {
        Thrown.saying(
                IOException.class,
                words,
                () -> OpenStore.existing(variant, directory, variant.weakest(), RECORDS, ENTRIES)
                        .close());
    }
}
