package storemark.engines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import storemark.Tree;
import storemark.engine.Capability;
import storemark.engine.Engine;
import storemark.engine.Records;

/**
 * Compares what engines declare about mapping, encryption and checksums with their files. Of checksums that reads do not check,
 * only that is tested.
 */
@Timeout(120)
class DeclarationsTest {
    private static final int COUNT = 5_000;
    private static final Records RECORDS = new Records(5, 8, 100, 100, 0);

    /** Engines that check their checksums only when a map is recovered, on request, or of headers alone. */
    private static final Set<String> NOT_CHECKED_BY_READS =
            Set.of("chronicle-map", "leveldb", "leveldb-java", "leveldb-system", "mvstore");

    @TempDir
    Path directory;

    static Stream<Variant> encrypted() {
        return thatCan(Capability.ENCRYPTION, "encryption");
    }

    static Stream<Variant> checkedByReads() {
        return thatCan(Capability.CHECKSUMS, "checksum")
                .filter(variant ->
                        !NOT_CHECKED_BY_READS.contains(variant.named().name()));
    }

    static Stream<Variant> notCheckedByReads() {
        return NOT_CHECKED_BY_READS.stream().sorted().map(Variant::parse);
    }

    static Stream<Engine> engines() {
        return Engines.load().all().stream().filter(engine -> !engine.name().equals("null"));
    }

    /** Engines that declare it, with what turns it on: a profile, the first value but the default of a setting, or nothing. */
    private static Stream<Variant> thatCan(Capability capability, String setting) {
        return engines().filter(engine -> engine.traits().can(capability)).map(engine -> {
            String profile = engine.traits().capability(capability).only();
            List<String> values = engine.traits().choices(setting);
            String how = profile != null ? ":" + profile : values.isEmpty() ? "" : ":" + setting + "." + values.get(1);
            return Variant.parse(engine.name() + how);
        });
    }

    private OpenStore filled(Variant variant, Path where) throws Exception {
        // Where each record is a file, few are enough: no number of them is mapped.
        int count = variant.count(COUNT, 200);
        OpenStore store = OpenStore.create(variant, Files.createDirectories(where), RECORDS, count);
        store.load(LongStream.range(0, count).toArray());
        store.store().settle();
        store.reopen();
        return store;
    }

    /** The bytes of a value in the middle, as a text that can be searched for. */
    private static String middle() {
        return new String(RECORDS.value(COUNT / 2, 0), StandardCharsets.ISO_8859_1);
    }

    private static boolean holds(Path where, String text) throws IOException {
        for (Path file : Tree.files(where)) {
            if (Files.readString(file, StandardCharsets.ISO_8859_1).contains(text)) {
                return true;
            }
        }
        return false;
    }

    @ParameterizedTest
    @MethodSource
    void encrypted(Variant variant) throws Exception {
        variant.assumeAvailable();
        Path plain = directory.resolve("plain");
        filled(Variant.parse(variant.named().name()), plain).close();
        filled(variant, directory.resolve("encrypted")).close();
        assertTrue(holds(plain, middle()), "or this test shows nothing");
        assertFalse(holds(directory.resolve("encrypted"), middle()));
    }

    /** One bit of a value is flipped in its file: a read must fail, or find nothing. */
    @ParameterizedTest
    @MethodSource
    void checkedByReads(Variant variant) throws Exception {
        variant.assumeAvailable();
        assertTrue(variant.traits().can(Capability.CHECKSUMS));
        assertEquals(Optional.empty(), readOfADamagedValue(variant), "a value with a wrong bit was handed over");
    }

    /** If a later version does check, this fails: then change the declaration and the docs. */
    @ParameterizedTest
    @MethodSource
    void notCheckedByReads(Variant variant) throws Exception {
        variant.assumeAvailable();
        Entry whole = Entry.of(RECORDS, COUNT / 2, 0);
        Optional<Entry> read = readOfADamagedValue(variant);
        assertTrue(read.isPresent() && !read.get().equals(whole), read::toString);
    }

    /** What a read finds after a bit of its value was flipped on disk: empty if it fails, or finds nothing. */
    private Optional<Entry> readOfADamagedValue(Variant variant) throws Exception {
        try (OpenStore whole = filled(variant, directory)) {
            assertEquals(Entry.of(RECORDS, COUNT / 2, 0), whole.get(COUNT / 2), "or this test shows nothing");
        }
        String value = middle();
        boolean turned = false;
        for (Path file : Tree.files(directory)) {
            int at = Files.readString(file, StandardCharsets.ISO_8859_1).indexOf(value);
            if (at >= 0) {
                turned = true;
                try (var channel = Files.newByteChannel(file, StandardOpenOption.WRITE)) {
                    channel.position(at + 50);
                    channel.write(java.nio.ByteBuffer.wrap(new byte[] {(byte) (value.charAt(50) ^ 1)}));
                }
            }
        }
        assertTrue(turned, "the value is in no file, so that nothing was damaged");
        try (OpenStore store = OpenStore.existing(variant, directory, variant.weakest(), RECORDS, COUNT)) {
            return Optional.ofNullable(store.get(COUNT / 2));
        } catch (Exception told) {
            return Optional.empty();
        }
    }

    /** Which of an engine's files are in this process' map is the kernel's word, not the library's. */
    @ParameterizedTest
    @MethodSource("engines")
    void mapped(Engine engine) throws Exception {
        boolean mapped = false;
        int tried = 0;
        Set<String> missing = new TreeSet<>();
        for (Variant variant : Variant.all()
                .filter(each -> each.named().name().equals(engine.name()))
                .toList()) {
            variant.whyNot().ifPresent(missing::add);
            if (variant.whyNot().isEmpty()) {
                Path where = directory.resolve(String.valueOf(tried++));
                try (OpenStore store = filled(variant, where)) {
                    store.get(100); // which the smallest of these stores has too
                    boolean maps = isMapped(where);
                    String only = engine.traits().capability(Capability.MMAP).only();
                    assertTrue(
                            !maps || only == null || variant.named().options().contains(only), variant::toString);
                    mapped |= maps;
                }
            }
        }
        assumeTrue(
                tried > 0,
                engine.name()
                        + (missing.isEmpty()
                                ? " is not asked for"
                                : " is not available: " + String.join("; ", missing)));
        assertEquals(
                engine.traits().can(Capability.MMAP), mapped, engine.traits().capability(Capability.MMAP)::how);
    }

    private static boolean isMapped(Path where) throws IOException {
        String below = where.toRealPath() + "/";
        return Files.readAllLines(Path.of("/proc/self/maps")).stream()
                .filter(line -> !line.endsWith("-shm") && !line.endsWith("/lock.mdb")) // hold no records
                .anyMatch(line -> line.contains(below));
    }
}
