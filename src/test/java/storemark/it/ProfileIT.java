package storemark.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Each cell has a flame graph, made by a fork that counts for nothing else. */
class ProfileIT extends WithJar {
    @Test
    void profilesAreKeptBesideResultsThatTheyDoNotChange() throws Exception {
        String run = "run --page-only --profile --engines lmdb --workloads read,update --threads 1 --entries 5k"
                + " --step 5k --time 500ms --warm-up 20ms --repetitions 2 --dir data --results results";
        Jar.Ended ended = jar.run(run).expect(0);
        Map<String, String> states = results.states();
        assertEquals(4, states.size());
        for (String cell : states.keySet()) {
            boolean first = cell.contains("-r1-");
            Path flames = here.resolve("results/cells/" + cell + ".flame.html");
            assertEquals(first, Files.exists(flames), cell);
            assertEquals(1, RunResults.metric(results.cell(cell), "wallRate").size(), "one fork of one step");
            if (first) {
                JsonNode samples =
                        results.json("cells/" + cell + ".profile.json").path("samples");
                assertTrue(samples.size() > 0, cell + ": " + samples);
                assertTrue(cell.contains("-update-") || samples.path("ENGINE").asLong() > 0, cell + ": " + samples);
                assertTrue(Files.readString(flames).contains("mdb_"), cell);
            }
        }
        assertEquals(
                2,
                ended.out().stream()
                        .filter(line -> line.contains("profile, not counted"))
                        .count(),
                ended::said);
        assertTrue(Files.readString(here.resolve("results/report.html")).contains("Where time went"));
        assertTrue(results.files().keySet().stream().noneMatch(name -> name.endsWith(".tmp")));
    }
}
