package storemark.it;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script that compares engines with themselves runs; what it finds is for a quiet machine. */
class TwinsIT {
    @TempDir
    Path here;

    @Test
    void twinsAreMeasuredAndCompared() throws Exception {
        String text = Scripts.run(
                here.resolve("said"),
                Map.of("BASES", "lmdb", "STEP", "5%", "INCREMENTS", "10"),
                "scripts/twins.sh",
                here.resolve("run").toString(),
                "0 0 5",
                "--workloads",
                "read",
                "--repetitions",
                "1",
                "--retry",
                "0",
                "--warm-up",
                "50ms");
        // Two parts of a fork's increments, and one pair of equals among three.
        assertTrue(text.contains("A/A all         2 cells:"), text);
        assertTrue(text.contains("A/B all         4 cells:"), text);
    }
}
