package storemark.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script that compares engines with themselves runs; what it finds is for a quiet machine. */
class TwinsIT {
    @TempDir
    Path here;

    @Test
    void twinsAreMeasuredAndCompared() throws Exception {
        Path said = here.resolve("said");
        ProcessBuilder script = new ProcessBuilder(
                        "scripts/twins.sh",
                        here.resolve("run").toString(),
                        "0 0 5",
                        "--workloads",
                        "read",
                        "--repetitions",
                        "1")
                .redirectErrorStream(true)
                .redirectOutput(said.toFile());
        script.environment().put("BASES", "lmdb");
        Process process = script.start();
        try {
            assertTrue(process.waitFor(5, TimeUnit.MINUTES));
        } finally {
            process.destroy();
        }
        String text = Files.readString(said);
        assertEquals(0, process.exitValue(), text);
        // Two sizes of the store, four parts of a fork's increments, and one pair of equals among three.
        assertTrue(text.contains("A/A all         8 cells:"), text);
        assertTrue(text.contains("A/B all        16 cells:"), text);
    }
}
