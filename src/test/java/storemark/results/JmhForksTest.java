package storemark.results;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import storemark.results.RunFile.CellEntry;
import storemark.results.RunFile.State;
import storemark.workload.Workload;

/** The repetitions of a cell are one result in what viewers of JMH's JSON read. */
class JmhForksTest {
    @TempDir
    Path parent;

    private static String metric(String rows) {
        return "{'score': 1, 'scoreError': 'NaN', 'scoreConfidence': ['NaN', 'NaN'], 'scorePercentiles': {'0.0': 1,"
                + " '50.0': 1, '100.0': 1}, 'scoreUnit': 'ops/s', 'rawData': [" + rows + "]}";
    }

    private static String result(int threads, String rates, String secondary) {
        return "{'benchmark': 'Read.read', 'mode': 'thrpt', 'threads': " + threads
                + ", 'forks': 1, 'params': {'engine': 'heap'}, 'primaryMetric': " + metric(rates)
                + ", 'secondaryMetrics': {" + secondary + "}}";
    }

    private static JsonNode json(String text) throws IOException {
        return Json.MAPPER.readTree(text.replace('\'', '"'));
    }

    private Path run(int repetitions, List<Integer> threads) throws IOException {
        List<CellEntry> cells = new ArrayList<>();
        for (int repetition = 1; repetition <= repetitions; repetition++) {
            for (int count : threads) {
                String id = "read-t" + count + "-r" + repetition;
                cells.add(new CellEntry(
                        id, "heap", Workload.READ, count, repetition, Map.of("engine", "heap"), State.PENDING, null));
            }
        }
        RunFile file = new RunFile("s", null, "2026-11-21T08:00:00Z", "1", Map.of(), List.of(), cells);
        RunFolder folder =
                RunFolder.create(parent.resolve("run"), file, Map.of(), new RunPlan("s", List.of(), Map.of()));
        for (CellEntry cell : cells) {
            String rates = "[" + cell.threads() * (2 * cell.repetition() - 1) + ", "
                    + cell.threads() * 2 * cell.repetition() + "]";
            String disk = "'diskBytes': " + metric("[10, " + 10 * cell.repetition() + "]");
            folder.finish(cell.id(), json("[" + result(cell.threads(), rates, disk) + "]"));
        }
        folder.complete();
        return folder.path();
    }

    private static JsonNode read(Path file) throws IOException {
        return Json.MAPPER.readTree(Files.readAllBytes(file));
    }

    @Test
    void aCellMeasuredOnceIsAResultOfOneFork() throws IOException {
        Path run = run(1, List.of(1, 2));
        assertEquals(2, read(run.resolve("jmh.json")).size());
        JsonNode result = read(run.resolve("jmh-t2.json")).get(0);
        assertEquals(1, result.get("forks").asInt());
        assertEquals(json("[[2, 4]]"), result.at("/primaryMetric/rawData"));
        assertEquals(3, result.at("/primaryMetric/score").asDouble());
        assertEquals("NaN", result.at("/primaryMetric/scoreError").asText());
    }

    /** At one thread 1 to 6: the mean is 3.5, its deviation 1.871, and Student's t 6.869 for 99.9% and five degrees of freedom. */
    @Test
    void repetitionsAreForksOfOneResult() throws IOException {
        Path run = run(3, List.of(1, 2));
        assertEquals(2, read(run.resolve("jmh.json")).size());
        assertEquals(
                read(run.resolve("jmh.json")).get(1),
                read(run.resolve("jmh-t2.json")).get(0));
        JsonNode result = read(run.resolve("jmh-t1.json"));
        assertEquals(1, result.size());
        assertEquals(3, result.at("/0/forks").asInt());
        JsonNode score = result.at("/0/primaryMetric");
        assertEquals(json("[[1, 2], [3, 4], [5, 6]]"), score.get("rawData"));
        assertEquals(3.5, score.get("score").asDouble(), 1e-9);
        assertEquals(6.8688 * 1.8708 / Math.sqrt(6), score.get("scoreError").asDouble(), 1e-3);
        assertEquals(3.5 - 5.2461, score.at("/scoreConfidence/0").asDouble(), 1e-3);
        assertEquals(3.5 + 5.2461, score.at("/scoreConfidence/1").asDouble(), 1e-3);
        assertEquals(json("{'0.0': 1.0, '50.0': 3.5, '100.0': 6.0}"), score.get("scorePercentiles"));
        assertTrue(Files.exists(run.resolve("cells/read-t1-r3.json")));
        assertEquals(
                1, read(run.resolve("cells/read-t1-r3.json")).at("/0/forks").asInt(), "cells stay as they are");
    }

    /** By the rule of jmh-visualizer's parser: results of one benchmark and equal parameters are taken for different modes. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void aViewerFindsEachCellOnceInTheFileOfItsThreads(int repetitions) throws IOException {
        Path run = run(repetitions, List.of(1, 2, 4));
        for (int threads : List.of(1, 2, 4)) {
            Set<String> names = new HashSet<>();
            for (JsonNode result : read(run.resolve("jmh-t" + threads + ".json"))) {
                assertTrue(names.add(result.get("benchmark") + " " + result.get("params")), names::toString);
                assertEquals(threads, result.get("threads").asInt());
                assertEquals(repetitions, result.get("forks").asInt());
                assertEquals(repetitions, result.at("/primaryMetric/rawData").size());
                assertEquals(
                        repetitions,
                        result.at("/secondaryMetrics/diskBytes/rawData").size());
            }
            assertEquals(1, names.size());
        }
    }

    /** As JMH does by the policy that they were recorded with. */
    @Test
    void scoreOfOurMetricsIsTheHighestValue() throws IOException {
        JsonNode disk = read(run(3, List.of(1)).resolve("jmh.json")).at("/0/secondaryMetrics/diskBytes");
        assertEquals(json("[[10, 10], [10, 20], [10, 30]]"), disk.get("rawData"));
        assertEquals(30, disk.get("score").asDouble());
        assertEquals("NaN", disk.get("scoreError").asText());
        assertEquals(json("[30.0, 30.0]"), disk.get("scoreConfidence"));
    }

    @Test
    void aForkThatLacksAMetricHasAnEmptyRow() throws IOException {
        JsonNode joined = JmhForks.join(
                List.of(json(result(1, "[1, 2]", "")), json(result(1, "[3, 4]", "'a/b': " + metric("[5, 7]")))));
        JsonNode metric = joined.get("secondaryMetrics").get("a/b");
        assertEquals(json("[[], [5, 7]]"), metric.get("rawData"));
        assertEquals(6, metric.get("score").asDouble());
        assertEquals("NaN", metric.get("scoreError").asText(), "of two values");
    }
}
