package storemark.engines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import storemark.Thrown;
import storemark.engine.Capability;
import storemark.engine.Records;
import storemark.engine.Unsupported;
import storemark.machine.StoreFiles;

/** A codec that is asked for is at work: values that can be compressed take less space, and none does without it. */
class EngineCompressionTest {
    private static final int COUNT = 1000; // lzma is slow

    static Stream<Variant> plain() {
        return Engines.load().all().stream()
                .filter(engine -> engine.traits().can(Capability.COMPRESSION))
                .map(engine -> Variant.parse(engine.name()));
    }

    /** With each value of the setting but the first, which is the default. */
    static Stream<Variant> compressing() {
        return plain().flatMap(plain -> plain.traits().choices("compression").stream()
                .skip(1)
                .map(codec -> Variant.parse(plain + ":compression." + codec)));
    }

    @Test
    void hasSettingForEveryDeclaredCompression() {
        List<String> tried =
                compressing().map(variant -> variant.named().name()).distinct().toList();
        assertEquals(plain().map(Variant::toString).toList(), tried);
        assertTrue(tried.size() > 3, tried::toString);
    }

    @ParameterizedTest
    @MethodSource("compressing")
    @Timeout(120)
    void compressibleValuesTakeLessSpace(Variant variant, @TempDir Path directory) throws Exception {
        assertTrue(ratio(variant, directory) < 0.6);
    }

    @ParameterizedTest
    @MethodSource("plain")
    @Timeout(120)
    void compressesNothingByDefault(Variant variant, @TempDir Path directory) throws Exception {
        assertTrue(ratio(variant, directory) > 0.9);
    }

    @ParameterizedTest
    @MethodSource("plain")
    void refusesUnknownCodec(Variant plain, @TempDir Path directory) {
        plain.assumeAvailable();
        Variant unknown = Variant.parse(plain + ":compression.squeeze");
        Records records = records(0);
        Thrown.saying(
                Unsupported.class,
                "squeeze",
                () -> OpenStore.create(unknown, directory, records, 1).close());
    }

    private static Records records(double compressibility) {
        return new Records(3, 8, 1000, 1000, compressibility);
    }

    /** The space of values of which four fifths compress to nothing, over that of values that do not compress at all. */
    private static double ratio(Variant variant, Path directory) throws Exception {
        variant.assumeAvailable();
        return (double) diskBytes(variant, directory.resolve("compressible"), 0.8)
                / diskBytes(variant, directory.resolve("random"), 0);
    }

    private static long diskBytes(Variant variant, Path directory, double compressibility) throws Exception {
        Files.createDirectory(directory);
        Records records = records(compressibility);
        try (OpenStore store = OpenStore.create(variant, directory, records, COUNT)) {
            store.load(LongStream.range(0, COUNT).toArray());
            store.store().settle();
            store.reopen(); // which writes tables out of logs, where there are any
            for (int id = 0; id < COUNT; id += 200) {
                assertEquals(Entry.of(records, id, 0), store.get(id));
            }
        }
        return StoreFiles.allocatedBytes(directory);
    }
}
