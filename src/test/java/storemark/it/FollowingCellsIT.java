package storemark.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import example.FragileEngine;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import storemark.Tree;

/** Update and mix go over one store, pass after pass: none is measured on a store that those before it have not been over. */
class FollowingCellsIT extends WithJar {
    private static final String RUN =
            "run --page-only --engines fragile --durability none --workloads update,mix --mix read50-update50 --passes 2"
                    + " --threads 1 --entries 1k --step 1k --time 50ms --dir . --results results";

    /** The mix goes over what the update has left: without that copy the update is repeated, and its result stays. */
    @Test
    void aCopyThatIsLostIsMadeAgainByTheCellsBefore() throws Exception {
        String run = "run --page-only --engines lmdb --workloads update,mix --mix read50-update50 --threads 1"
                + " --entries 2k --step 2k --time 50ms --dir data --results results";
        jar.run(run).expect(0);
        List<String> cells = List.copyOf(results.states().keySet());
        JsonNode update = results.cell(cells.get(0));
        Files.delete(results.folder().resolve("cells/" + cells.get(1) + ".json"));
        Jar.Ended ended = jar.run("run --page-only --resume results --dir data").expect(0);
        String repeated = "repeated to rebuild its store, not counted: lmdb update, 1 thread";
        assertTrue(ended.said().contains(repeated), ended::said);
        assertEquals(update, results.cell(cells.get(0)));
        assertEquals(Set.of("DONE"), Set.copyOf(results.outcomes()), ended::said);
    }

    @Test
    void cellsAfterAFailedOneFailAndAllAreMeasuredOnResume() throws Exception {
        Path engine = EngineJar.pack(here.resolve("fragile.jar"), FragileEngine.class, "FragileSession");
        jar = Jar.with(engine, here);
        Path broken = Files.createFile(here.resolve("broken"));
        jar.run(RUN).expect(1);
        List<String> cells = List.copyOf(results.states().keySet());
        assertEquals(4, cells.size());
        assertEquals(Set.of("FAILED"), Set.copyOf(results.outcomes()));
        assertTrue(results.reason(cells.get(0)).contains("this store is broken"), () -> cells.get(0));
        for (String follower : cells.subList(1, 4)) {
            assertEquals(
                    "it needs the store that fragile update, 1 thread leaves, and that cell failed",
                    results.reason(follower));
        }

        Files.delete(broken);
        Jar.Ended ended = jar.run("run --page-only --resume results --dir .").expect(0);
        assertEquals(Set.of("DONE"), Set.copyOf(results.outcomes()), ended::said);
        List<Path> kept = Tree.list(results.folder().resolve("cells"));
        assertTrue(kept.stream().noneMatch(file -> file.toString().matches(".*\\.(tmp|log)")), kept::toString);
        List<Path> left = Tree.list(here);
        assertTrue(left.stream().noneMatch(file -> file.toString().contains("-copy-")), left::toString);
    }
}
