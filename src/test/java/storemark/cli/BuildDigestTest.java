package storemark.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which builds are the same one. */
class BuildDigestTest {
    @TempDir
    Path folder;

    private int jars;

    /** A jar of files whose names are their contents, made at {@code millis}. */
    private String digest(long millis, String... files) throws IOException {
        Path jar = folder.resolve(++jars + ".jar");
        try (OutputStream out = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            zip.putNextEntry(new ZipEntry("folder" + jars + "/"));
            for (String file : files) {
                ZipEntry entry = new ZipEntry(file.split("=", 2)[0]);
                entry.setTime(millis);
                zip.putNextEntry(entry);
                zip.write(file.split("=", 2)[1].getBytes(StandardCharsets.UTF_8));
            }
        }
        return BuildDigest.of(jar);
    }

    @Test
    void theTimeAndTheOrderOfFilesMakeNoOtherBuild() throws IOException {
        String first = digest(1_000_000_000_000L, "a/B.class=one", "c/D.class=two");
        assertEquals(first, digest(1_700_000_000_000L, "c/D.class=two", "a/B.class=one"));
        assertTrue(first.matches("[0-9a-f]{12}"), first);
    }

    @Test
    void anyOtherContentMakesAnotherBuild() throws IOException {
        String first = digest(0, "a/B.class=one", "c/D.class=two");
        assertNotEquals(first, digest(0, "a/B.class=one", "c/D.class=twO"));
        assertNotEquals(first, digest(0, "a/B.class=one"));
        assertNotEquals(first, digest(0, "a/B.class=two", "c/D.class=one"));
        assertNotEquals(first, digest(0, "a/X.class=one", "c/D.class=two"));
        assertNotEquals(first, digest(0, "a/B.class=one", "c/D.class=two", "e=f"));
    }
}
