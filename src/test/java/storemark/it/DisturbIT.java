package storemark.it;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Turns that are disturbed on purpose are marked. How many others are says something on a quiet machine only. */
class DisturbIT {
    private static final Pattern PLANTED = Pattern.compile("(?:memory|kernel|cpu) +([0-9]+) turns: +([0-9]+) marked");

    @TempDir
    Path here;

    @Test
    void plantedDisturbancesAreFound() throws Exception {
        String text = Scripts.run(
                here.resolve("said"),
                Map.of("HOG", "2", "QUIET", "1", "WORKLOADS", "read"),
                "scripts/disturb.sh",
                here.resolve("run").toString(),
                "--entries",
                "250k",
                "--warm-up",
                "200ms",
                "--repetitions",
                "1");
        int planted = 0;
        int marked = 0;
        for (Matcher line = PLANTED.matcher(text); line.find(); ) {
            planted += Integer.parseInt(line.group(1));
            marked += Integer.parseInt(line.group(2));
        }
        assertTrue(planted >= 10 && marked >= 0.9 * planted, text); // docs/checks.md: 92 of 95
        assertTrue(text.contains("between turns: "), text);
    }
}
