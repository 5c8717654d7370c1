package storemark.cli;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import storemark.text.Sha256;

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
     * SHA-256 of the names, sizes and CRC-32s of all files in {@code jar}, libraries and resources among them, as its own directory
     * lists them; neither their times nor their order count.
     *
     * @return the first {@value #LENGTH} hexadecimal digits
     * @throws IOException when {@code jar} cannot be read
     */
    static String of(Path jar) throws IOException {
        try (ZipFile files = new ZipFile(jar.toFile())) {
            String lines = files.stream()
                    .filter(entry -> !entry.isDirectory())
                    .map(BuildDigest::line)
                    .sorted()
                    .collect(Collectors.joining());
            return Sha256.of(lines, LENGTH);
        }
    }

    private static String line(ZipEntry entry) {
        return entry.getName() + " " + entry.getSize() + " " + Long.toHexString(entry.getCrc()) + "\n";
    }
}
