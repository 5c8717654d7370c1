package storemark.engines.lmdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import storemark.LoopDevice;
import storemark.Thrown;
import storemark.engine.DigestSink;
import storemark.engine.Records;
import storemark.engine.Session;
import storemark.engine.Store;
import storemark.engine.Target;
import storemark.engine.Touch;
import storemark.engine.Unavailable;
import storemark.engine.Unsupported;
import storemark.engines.Entry;
import storemark.engines.OpenStore;
import storemark.engines.Variant;

/**
 * What LMDB 1.0 answers with a fault of the memory, and with that the end of the process, must not reach it. Every test here that
 * fails may do so by taking the JVM with it.
 */
@Tag("lmdb-1.0")
class LmdbDeviceTest {
    private static final Records RECORDS = new Records(3, 8, 100, 100, 0);
    private static final Variant VARIANT = Variant.parse("lmdb:1.0");

    @TempDir
    Path directory;

    @BeforeEach
    void available() {
        VARIANT.assumeAvailable();
    }

    private Target on(LoopDevice loop) {
        return new Target(directory, loop.path(), false);
    }

    private static void fill(LoopDevice loop, byte[] start) throws IOException {
        try (FileChannel channel = FileChannel.open(loop.path(), StandardOpenOption.WRITE)) {
            channel.write(java.nio.ByteBuffer.wrap(start), 0);
        }
    }

    @Test
    void statesVersionAndRefusesTheOther() throws Exception {
        assertTrue(VARIANT.version().startsWith("LMDB 1.0."), VARIANT.version());
        try (OpenStore store = OpenStore.create(VARIANT, Target.directory(directory), RECORDS, 10)) {
            store.session().put(1, 0);
        }
        Thrown.saying(
                Unavailable.class,
                "a process can use only one",
                () -> OpenStore.existing(Variant.parse("lmdb"), directory, VARIANT.weakest(), RECORDS, 10));
    }

    /** Random bytes, and pages that call themselves LMDB's meta pages and hold nothing that could be true. */
    @ParameterizedTest
    @ValueSource(strings = {"zeros", "random", "meta"})
    void createsStoreOnUsedDevice(String before) throws Exception {
        try (LoopDevice loop = LoopDevice.create(directory, 64L << 20)) {
            byte[] start = new byte[4 << 20];
            if (before.equals("random")) {
                new Random(5).nextBytes(start);
            } else if (before.equals("meta")) {
                java.util.Arrays.fill(start, (byte) 0x08); // P_META is 8 in the flags of a page
            }
            fill(loop, start);
            try (OpenStore store = OpenStore.create(VARIANT, on(loop), RECORDS, 5000)) {
                store.load(LongStream.range(0, 5000).toArray());
                store.reopen();
                assertEquals(Entry.of(RECORDS, 4999, 0), store.get(4999));
            }
        }
    }

    @Test
    void createsNothingBesideDevice() throws Exception {
        try (LoopDevice loop = LoopDevice.create(directory, 64L << 20)) {
            OpenStore.create(VARIANT, on(loop), RECORDS, 10).close();
            assertTrue(Files.notExists(Path.of(loop.path() + "-lock")));
        }
    }

    @Test
    void refusesWritemapOnDevice() throws Exception {
        try (LoopDevice loop = LoopDevice.create(directory, 64L << 20)) {
            Variant writemap = Variant.parse("lmdb:1.0,writemap");
            String digest = loop.digest();
            Thrown.saying(
                    Unsupported.class,
                    "WRITEMAP on a block device",
                    () -> writemap.engine().open(writemap.at(on(loop), writemap.weakest(), RECORDS, 10, true)));
            assertEquals(digest, loop.digest());
        }
    }

    @Test
    void refusesDeviceSmallerThanMap() throws Exception {
        try (LoopDevice loop = LoopDevice.create(directory, 4L << 20)) {
            Thrown.saying(
                    IOException.class, "is too small for LMDB", () -> OpenStore.create(VARIANT, on(loop), RECORDS, 10));
        }
        try (LoopDevice loop = LoopDevice.create(directory, 64L << 20)) {
            Variant large = Variant.parse("lmdb:1.0,mapSize.1");
            assertThrows(IOException.class, () -> OpenStore.create(large, on(loop), RECORDS, 10));
        }
    }

    /** Data for ten times the device: the map ends where the device does, so LMDB says that it is full. */
    @Test
    void fullDeviceIsAnError() throws Exception {
        try (LoopDevice loop = LoopDevice.create(directory, 16L << 20)) {
            try (OpenStore store = OpenStore.create(VARIANT, on(loop), RECORDS, 1_000_000)) {
                Thrown.saying(
                        Exception.class,
                        "-30792", // MDB_MAP_FULL
                        () -> store.load(LongStream.range(0, 1_000_000).toArray()));
            }
        }
    }

    @Test
    void opensStoreWhoseDeviceHasAnotherName() throws Exception {
        try (LoopDevice loop = LoopDevice.create(directory, 64L << 20)) {
            try (OpenStore store = OpenStore.create(VARIANT, on(loop), RECORDS, 10)) {
                store.load(LongStream.range(0, 10).toArray());
            }
            Path link = directory.resolve("data.mdb");
            Files.delete(link);
            Files.createSymbolicLink(link, Path.of("/dev/as-it-was-named"));
            try (Store store = VARIANT.engine().open(VARIANT.at(on(loop), VARIANT.weakest(), RECORDS, 10, false));
                    Session session = store.session()) {
                assertTrue(session.get(9, new DigestSink(Touch.NONE, 0)));
            }
        }
    }

    @Test
    void opensNothingIfThereIsNoStore() throws Exception {
        try (LoopDevice loop = LoopDevice.create(directory, 64L << 20)) {
            assertThrows(
                    IOException.class,
                    () -> VARIANT.engine().open(VARIANT.at(on(loop), VARIANT.weakest(), RECORDS, 10, false)));
        }
    }
}
