package storemark.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Map;
import java.util.Set;
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
        Jar.Running resumed = jar.start("run --resume results --page-only --dir data");
        resumed.await("a further repetition", () -> haveMoreThan(before));
        resumed.process().destroy(); // else it would use up as much time again
        ended = resumed.await();
        jar.expectNobodyAlive();
        assertTrue(haveMoreThan(before), ended::said);
    }

    /** Of each engine, which has as many as the other. */
    private int repetitions() throws IOException {
        assertEquals(Set.of("DONE"), Set.copyOf(results.outcomes()));
        Map<String, Integer> done = done();
        assertEquals(2, done.size(), done::toString);
        assertEquals(done.get("lmdb"), done.get("tupl"));
        return done.get("lmdb");
    }

    /** Repetitions that are measured, by engine. */
    private Map<String, Integer> done() throws IOException {
        Map<String, Integer> done = new TreeMap<>();
        results.states().forEach((cell, state) -> {
            if (state.equals("DONE")) {
                done.merge(cell.replaceFirst("-.*", ""), 1, Integer::sum);
            }
        });
        return done;
    }

    private boolean haveMoreThan(int repetitions) {
        try {
            Map<String, Integer> done = done();
            return done.size() == 2 && done.values().stream().allMatch(each -> each > repetitions);
        } catch (IOException changing) {
            return false; // run.json is being replaced: look again
        }
    }
}
