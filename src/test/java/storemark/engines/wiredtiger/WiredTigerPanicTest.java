package storemark.engines.wiredtiger;

import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import storemark.Thrown;
import storemark.engine.Durability;
import storemark.engine.Records;
import storemark.engines.OpenStore;
import storemark.engines.Variant;

/** After an error that the library does not recover from, closing ends, though a transaction was open. */
class WiredTigerPanicTest {
    private static final Records RECORDS = new Records(5, 8, 100, 100, 0);
    private static final int COUNT = 20_000;

    @Test
    @Timeout(60)
    void closingEndsAfterADamagedBlockWasRead(@TempDir Path directory) throws Exception {
        Variant wiredtiger = Variant.parse("wiredtiger");
        wiredtiger.assumeAvailable();
        try (OpenStore store = OpenStore.create(wiredtiger, directory, RECORDS, COUNT)) {
            store.load(LongStream.range(0, COUNT).toArray());
        }
        zeroTheMiddle(directory.resolve("records.wt"));

        OpenStore store = OpenStore.existing(wiredtiger, directory, Durability.NONE, RECORDS, COUNT);
        store.session().begin(false);
        Thrown.saying(IOException.class, "checksum", () -> store.scan(0, COUNT, true));
        assertThrows(IOException.class, store::closeSession);
        Thrown.saying(IOException.class, "left open", () -> store.store().close());
    }

    private static void zeroTheMiddle(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.allocate(4096), channel.size() / 2);
        }
    }
}
