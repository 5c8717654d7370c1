package storemark.engines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import storemark.engine.Records;

/**
 * Whether the kernel reads ahead where a memory map misses, which past memory decides the rate: what it was told, by its own word
 * ({@code VmFlags} of {@code /proc/self/smaps}, where {@code rr} is MADV_RANDOM).
 */
@Timeout(60)
class ReadAheadTest {
    private static final int COUNT = 1000;

    private static final Pattern MAP = Pattern.compile("([0-9a-f]+)-([0-9a-f]+) .*");

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({
        "lmdb, true",
        "lmdb:nordahead, false",
        "lmdb:tuned, false",
        "'lmdb:ffm,nordahead', false",
        "tupl:mapped, false",
    })
    void readsAheadInMapUnlessTold(String engine, boolean ahead) throws Exception {
        Variant variant = Variant.parse(engine);
        variant.assumeAvailable();
        assumeTrue(
                !engine.startsWith("tupl") || Variant.parse("tupl:crc").whyNot().isEmpty(),
                "tupl:mapped: TuplDB 1.3 tells the kernel nothing, 1.9 does");
        try (OpenStore store = OpenStore.create(variant, directory, new Records(5, 8, 100, 100, 0), COUNT)) {
            store.load(LongStream.range(0, COUNT).toArray());
            store.get(COUNT / 2);
            String flags = flags(directory.toRealPath() + "/");
            assertTrue(flags.startsWith("VmFlags:"), "no file of the store is mapped");
            assertEquals(ahead, !(flags + " ").contains(" rr "), flags);
        }
    }

    /** Of the largest map of a file below {@code path}: an engine may map its lock file too. */
    private static String flags(String path) throws IOException {
        String largest = "";
        long size = 0;
        long here = 0;
        for (String line : Files.readAllLines(Path.of("/proc/self/smaps"))) {
            Matcher map = MAP.matcher(line);
            if (map.matches()) {
                here = line.contains(path)
                        ? Long.parseUnsignedLong(map.group(2), 16) - Long.parseUnsignedLong(map.group(1), 16)
                        : 0;
            } else if (line.startsWith("VmFlags:") && here > size) {
                size = here;
                largest = line;
            }
        }
        return largest;
    }
}
