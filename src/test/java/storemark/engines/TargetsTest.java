package storemark.engines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import storemark.LoopDevice;
import storemark.Tree;
import storemark.engine.Capability;
import storemark.engine.Records;
import storemark.engine.StoreSpec;
import storemark.engine.Target;
import storemark.engine.Unsupported;

/**
 * Where stores can be put, by what engines declare: what they can works, with O_DIRECT proven by the kernel's own word on the open
 * files; what they cannot is refused, with the reason that they declare.
 */
@ParameterizedClass
@MethodSource("storemark.engines.Variant#all")
@Timeout(120)
record TargetsTest(Variant variant) {
    private static final Records RECORDS = new Records(7, 8, 100, 100, 0);
    private static final int COUNT = 2_000;
    private static final long DEVICE_BYTES = 256L << 20;
    /** As many drives have them: what O_DIRECT takes of a smaller block, it may refuse here. */
    private static final String LARGE_BLOCKS = "--sector-size 4096";
    /** The flag as {@code fcntl.h} of each architecture has it. */
    private static final int O_DIRECT = System.getProperty("os.arch").equals("aarch64") ? 0200000 : 040000;

    /** A place, and what an engine has to be able to do for it. */
    enum Place {
        FILES,
        FILES_DIRECT,
        DEVICE,
        DEVICE_DIRECT;

        List<Capability> needs() {
            return switch (this) {
                case FILES -> List.of();
                case FILES_DIRECT -> List.of(Capability.DIRECT_IO_FILE);
                case DEVICE -> List.of(Capability.BLOCK_DEVICE);
                case DEVICE_DIRECT -> List.of(Capability.BLOCK_DEVICE, Capability.DIRECT_IO_DEVICE);
            };
        }

        boolean onDevice() {
            return needs().contains(Capability.BLOCK_DEVICE);
        }

        boolean direct() {
            return this == FILES_DIRECT || this == DEVICE_DIRECT;
        }
    }

    @BeforeEach
    void available() {
        variant.assumeAvailable();
    }

    @ParameterizedTest
    @EnumSource
    void supportsDeclaredTargetsAndRefusesOthers(Place place, @TempDir Path directory) throws Exception {
        Path nowhere = Path.of("/dev/no-such-device");
        StoreSpec wanted = spec(new Target(directory, place.onDevice() ? nowhere : null, place.direct()));
        try {
            variant.engine().check(wanted);
        } catch (Unsupported refused) {
            assertRefusedAsDeclared(place, refused);
            return;
        }
        place.needs().forEach(need -> assertTrue(variant.traits().can(need), need.label() + " is not refused"));
        if (!place.onDevice()) {
            works(new Target(directory, null, place.direct()), directory);
            return;
        }
        try (LoopDevice loop = LoopDevice.create(directory, DEVICE_BYTES, LARGE_BLOCKS)) {
            Path store = Files.createDirectory(directory.resolve("store"));
            works(new Target(store, loop.path(), place.direct()), loop.path());
        }
    }

    private StoreSpec spec(Target target) {
        return variant.at(target, variant.weakest(), RECORDS, COUNT, true);
    }

    /** A profile may rule out what the engine can do; then the reason is the profile's. */
    private void assertRefusedAsDeclared(Place place, Unsupported refused) {
        assertFalse(refused.getMessage().isBlank());
        assertTrue(
                !variant.named().options().isEmpty()
                        || place.needs().stream()
                                .anyMatch(need -> !variant.traits().can(need)
                                        || variant.traits().capability(need).only() != null),
                () -> "declared without a profile, and refused: " + refused.getMessage());
        place.needs().stream()
                .filter(need -> !variant.traits().can(need))
                .findFirst()
                .map(need ->
                        need.label() + ": " + variant.traits().capability(need).how())
                .ifPresent(declared -> assertEquals(declared, refused.getMessage()));
    }

    private void works(Target target, Path data) throws Exception {
        int count = variant.count(COUNT, 200);
        try (OpenStore store = OpenStore.create(variant, target, RECORDS, count)) {
            store.load(LongStream.range(0, count).toArray());
            for (long id = 0; id < count; id += count / 2) {
                store.session().put(id, 1);
            }
            store.store().settle();
            store.reopen();
            for (long id = 0; id < count; id += count / 4) {
                assertEquals(Entry.of(RECORDS, id, id % (count / 2) == 0 ? 1 : 0), store.get(id));
            }
            Map<Path, Boolean> open = openFiles(data);
            if (target.directIo()) {
                assertTrue(open.containsValue(true), "O_DIRECT is not among the flags of " + open);
                assertTrue(target.device() == null || !open.containsValue(false), () -> "cached too: " + open);
            } else {
                assertFalse(open.containsValue(true), () -> "O_DIRECT without the setting: " + open);
            }
            if (target.device() != null) {
                assertTrue(store.store().bytesOnDisk() > COUNT * 100L, "pages on the device are counted");
                assertTrue(store.store().bytesOnDisk() < DEVICE_BYTES, "pages in use, not the device");
            }
        }
    }

    /** This process' open files that are {@code data} or below it, and whether each has O_DIRECT. */
    private static Map<Path, Boolean> openFiles(Path data) throws IOException {
        Map<Path, Boolean> files = new TreeMap<>();
        List<Path> descriptors = Tree.list(Path.of("/proc/self/fd"));
        List<Path> closed = new ArrayList<>();
        for (Path descriptor : descriptors) {
            try {
                Path file = Files.readSymbolicLink(descriptor);
                if (file.startsWith(data.toRealPath())) {
                    files.merge(file, (flags(descriptor) & O_DIRECT) != 0, Boolean::logicalAnd);
                }
            } catch (NoSuchFileException gone) {
                closed.add(descriptor); // the one that listed this folder, or a file an engine has closed since
            }
        }
        assertTrue(closed.size() < descriptors.size(), "no descriptor could be read");
        return files;
    }

    private static int flags(Path descriptor) throws IOException {
        for (String line : Files.readAllLines(
                Path.of("/proc/self/fdinfo", descriptor.getFileName().toString()))) {
            if (line.startsWith("flags:")) {
                return Integer.parseInt(line.substring(6).strip(), 8);
            }
        }
        throw new IOException(descriptor + " has no flags");
    }

    @Test
    void neverCreatesMissingDevice(@TempDir Path directory) throws Exception {
        Path missing = directory.resolve("sdz");
        StoreSpec spec = spec(new Target(Files.createDirectory(directory.resolve("store")), missing, false));
        try {
            variant.engine().check(spec);
        } catch (Unsupported refused) {
            return; // told in the test above
        }
        try {
            variant.engine().open(spec).close();
            throw new AssertionError("opened a device that does not exist");
        } catch (NoSuchFileException told) {
            assertFalse(Files.exists(missing));
        }
    }

    @Test
    void neverWritesToReservedEndOfDevice(@TempDir Path directory) throws Exception {
        try {
            variant.engine().check(spec(new Target(directory, Path.of("/dev/no-such-device"), false)));
        } catch (Unsupported refused) {
            return;
        }
        long bytes = 8L << 20;
        try (LoopDevice loop = LoopDevice.create(directory, bytes)) {
            Target target = new Target(Files.createDirectory(directory.resolve("store")), loop.path(), false);
            Exception told = assertThrows(
                    Exception.class,
                    () -> {
                        try (OpenStore store = OpenStore.create(variant, target, RECORDS, 1_000_000)) {
                            for (long from = 0; from < 200_000; from += 1000) { // LMDB writes at commits alone
                                store.load(LongStream.range(from, from + 1000).toArray());
                            }
                            store.store().settle(); // what was in memory until now
                        }
                    },
                    "filled " + target.deviceBytes() + " bytes with more");
            assertFalse(String.valueOf(told.getMessage()).isBlank(), told.toString());
            try (var channel = Files.newByteChannel(loop.path())) {
                channel.position(bytes - Target.RESERVED_BYTES);
                java.nio.ByteBuffer end = java.nio.ByteBuffer.allocate(Target.RESERVED_BYTES);
                while (end.hasRemaining() && channel.read(end) > 0) {
                    // to the end
                }
                assertEquals(java.nio.ByteBuffer.allocate(Target.RESERVED_BYTES), end.rewind());
            }
        }
    }
}
