package storemark.cli;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import storemark.workload.Draws;

/** Which build a jar is: a digest of what is in it, so that nothing has to be written into it that would change each time. */
final class BuildDigest {
    private static final int LENGTH = 12;

    private BuildDigest() {}

    /** The jar, or the folder, that {@code type} was loaded from. */
    static Path placeOf(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException impossible) {
            throw new IllegalStateException("a loaded class has an invalid location", impossible);
        }
    }

    /**
     * A digest of the names, sizes and CRC-32s of all files in {@code jar}, libraries and resources among them, as its own directory
     * lists them; neither their times nor their order count. It is the sum of a number for each file, which is quick to make: every run
     * makes it when it starts.
     *
     * @return {@value #LENGTH} hexadecimal digits
     * @throws IOException when {@code jar} cannot be read
     */
    static String of(Path jar) throws IOException {
        try (ZipFile files = new ZipFile(jar.toFile())) {
            long sum = files.stream()
                    .filter(entry -> !entry.isDirectory())
                    .mapToLong(BuildDigest::digest)
                    .sum();
            return HexFormat.of().toHexDigits(sum, LENGTH);
        }
    }

    /** Of one file: FNV-1a of its name, and both numbers, mixed. */
    private static long digest(ZipEntry entry) {
        long name = 0xCBF29CE484222325L;
        for (char each : entry.getName().toCharArray()) {
            name = (name ^ each) * 0x100000001B3L;
        }
        return Draws.of(name, entry.getSize(), entry.getCrc()).nextLong();
    }
}
