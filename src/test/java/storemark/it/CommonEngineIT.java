package storemark.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import storemark.machine.MemoryLimit;

/** Three engines and the control, with memory for two and the control at once: two parts, and a kill in the second one. */
class CommonEngineIT extends WithJar {
    private static final List<String> FIRST = List.of("lmdb", "tupl", "null");
    private static final String SECOND = "sqlite";

    @Test
    void laterPartsMeasureTheFirstEngineAgainAlsoAfterAKill() throws Exception {
        long budget = MemoryLimit.availableBytes() * 3 / 4 * 2 / 5 / (1 << 20);
        Jar.Running run = jar.start(
                "run smoke --engines lmdb,tupl,null,sqlite --workloads read --threads 1 --entries 2k --step 1k"
                        + " --time 50ms --warm-up 50ms --repetitions 1 --retry 0 --cache 16m --memory-advisory --page-only"
                        + " --dir data --results results --memory " + budget + "m");
        run.await("the common engine's second fork", this::isMeasuredAgain);
        run.kill();
        Map<String, String> before = results.finished();
        assertEquals(FIRST, engines(before.keySet()));
        jar.expectNobodyAlive();
        Jar.Ended ended = jar.run("run --resume results --dir data --page-only").expect(0);
        Map<String, String> after = results.finished();
        before.forEach((name, content) -> assertEquals(content, after.get(name), name));
        assertEquals(Set.of("DONE"), Set.copyOf(results.outcomes()), ended::said);
        assertTrue(
                run.hasSaid("measured again in 1 of them, to compare the parts (not in the estimate): lmdb"),
                "before the run");
        expectCommonRates();
        assertFalse(
                results.files().keySet().stream().anyMatch(name -> name.endsWith(".tmp")),
                () -> results.folder().toString());
        String csv = Files.readString(results.folder().resolve("results.csv"));
        assertTrue(csv.lines().findFirst().orElseThrow().contains(",commonRate,commonDisturbed,commonComparison,"));
        String report = Files.readString(results.folder().resolve("report.html"));
        assertTrue(
                report.contains("in turns only within each part: lmdb, tupl, null; sqlite, lmdb again;"
                        + " compared through lmdb"),
                "in the chart");
    }

    /** Whether the first part is done, and its first engine has begun once more. */
    private boolean isMeasuredAgain() {
        try {
            return engines(results.finished().keySet()).equals(FIRST)
                    && results.files().keySet().stream()
                            .anyMatch(name -> name.startsWith("cells/lmdb-") && name.endsWith(".progress.tmp"));
        } catch (IOException | UncheckedIOException changing) {
            return false;
        }
    }

    /** In the order of the run. */
    private static List<String> engines(Set<String> finished) {
        List<String> engines = new ArrayList<>(FIRST);
        engines.add(SECOND);
        engines.removeIf(engine -> finished.stream().noneMatch(name -> name.startsWith(engine + "-")));
        return engines;
    }

    private JsonNode cell(String engine) throws IOException {
        String id = results.states().keySet().stream()
                .filter(cell -> cell.startsWith(engine + "-"))
                .findFirst()
                .orElseThrow();
        return results.cell(id);
    }

    private void expectCommonRates() throws IOException {
        JsonNode common = cell("lmdb");
        List<Double> own = RunResults.metric(common, "commonRate");
        List<Double> again = RunResults.metric(cell(SECOND), "commonRate");
        assertEquals(2, own.size());
        for (int at = 0; at < own.size(); at++) {
            assertEquals(common.at("/primaryMetric/rawData/0/" + at).asDouble(), own.get(at));
            assertTrue(again.get(at) > 0);
            assertNotEquals(own.get(at), again.get(at));
        }
        for (String engine : List.of("lmdb", "tupl", "null", SECOND)) {
            JsonNode cell = cell(engine);
            assertEquals(FIRST.contains(engine) ? own : again, RunResults.metric(cell, "commonRate"), engine);
            assertEquals(RunResults.metric(common, "comparison"), RunResults.metric(cell, "commonComparison"), engine);
            assertEquals(
                    FIRST.contains(engine),
                    RunResults.metric(cell, "comparison").equals(RunResults.metric(common, "comparison")));
        }
    }
}
