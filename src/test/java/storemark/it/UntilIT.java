package storemark.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** {@code --until}: repetitions are added as long as time allows, also by a run that is resumed. */
class UntilIT extends WithJar {
    @Test
    void repetitionsAreAddedToAllEnginesUntilTheTimeIsUsedUp() throws Exception {
        Jar.Ended ended = jar.run(
                        "run smoke --engines lmdb,tupl --workloads insert --threads 1 --entries 2k --time 50ms"
                                + " --until 0.1% --within 20s --page-only --dir data --results results")
                .expect(0);
        String told = "the time for repetitions ended before all ratios were known to within 0.1%: insert x1";
        assertTrue(ended.said().contains(told), ended::said);
        assertTrue(ended.said().contains("note: to know all ratios to within 0.1% would take about "), ended::said);
        int before = repetitions();
        assertTrue(before >= 5, ended::said);
        ended = jar.run("run --resume results --page-only --dir data").expect(0);
        assertTrue(repetitions() > before, ended::said);
    }

    /** Of each engine, which has as many as the other. */
    private int repetitions() throws IOException {
        Map<String, Integer> done = new TreeMap<>();
        results.states().forEach((cell, state) -> {
            assertEquals("DONE", state, cell);
            done.merge(cell.replaceFirst("-.*", ""), 1, Integer::sum);
        });
        assertEquals(2, done.size(), done::toString);
        assertEquals(done.get("lmdb"), done.get("tupl"));
        return done.get("lmdb");
    }
}
