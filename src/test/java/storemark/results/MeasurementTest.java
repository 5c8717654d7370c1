package storemark.results;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import storemark.Thrown;
import storemark.results.RunFile.CellEntry;
import storemark.results.RunFile.State;
import storemark.workload.Workload;

class MeasurementTest {
    @TempDir
    Path parent;

    private Path folder;

    private RunFolder run;

    @BeforeEach
    void start() throws IOException {
        start(Workload.READ);
    }

    private void start(Workload workload) throws IOException {
        folder = parent.resolve(workload.label());
        CellEntry cell = new CellEntry("one", "lmdb", workload, 2, 1, Map.of("entries", "10"), State.PENDING, null);
        run = RunFolder.create(
                folder,
                new RunFile("s", null, "2026-11-21T08:00:00Z", "1", Map.of(), List.of(), List.of(cell)),
                Map.of(),
                new RunPlan("s", List.of(), Map.of()));
    }

    private List<Measurement> read(String json) throws IOException {
        run.finish("one", Json.MAPPER.readTree(json));
        return Results.read(folder).measurements();
    }

    private static String json(String mode, String rawData, String secondary) {
        return """
                [{"mode": "%s", "params": {"entries": "20", "pass": "2"}, "secondaryMetrics": {%s},
                  "primaryMetric": {"score": 1.0, "rawData": %s}}]""".formatted(mode, secondary, rawData);
    }

    @Test
    void theScoreOfThroughputIsTheRate() throws IOException {
        Measurement read = read(json("thrpt", "[[1500.0, 2000.0]]", "")).get(0);
        assertEquals(
                List.of(1500.0, 2000.0),
                read.steps().stream().map(Measurement.Step::rate).toList());
        assertEquals(
                "lmdb read 2 1",
                read.engine() + " " + read.workload() + " " + read.threads() + " " + read.repetition());
        assertEquals(Map.of("entries", "20"), read.parameters(), "as run, but for what was not in the plan");
        assertEquals(1750, read.meanRate(read.steps()), 1e-9);
    }

    @Test
    void singleShotsAreRatedByTheWallAndAveragedByTheirTime() throws IOException {
        String wall = "\"wallRate\": {\"rawData\": [[100.0, 300.0]]}";
        start(Workload.INSERT);
        Measurement insert = read(json("ss", "[[9.0, 9.0]]", wall)).get(0);
        assertEquals(100, insert.steps().get(0).rate());
        // Equal work at 100/s and at 300/s takes 4/300 s for two operations.
        assertEquals(150, insert.meanRate(insert.steps()), 1e-9);
    }

    /** 300 operations at 100/s and 600 at 300/s take 5 s; settling takes 10 s more. */
    @Test
    void theDebtIsPaidByTheSameOperations() throws IOException {
        String secondary =
                "\"wallRate\": {\"rawData\": [[100.0, 300.0]]}, \"operations\": {\"rawData\": [[300.0, 600.0]]},"
                        + " \"settleNanos\": {\"rawData\": [[-1.0, 1e10]]}";
        Measurement update = read(json("thrpt", "[[100.0, 300.0]]", secondary)).get(0);
        assertEquals(180, update.rateWithoutDebt(), 1e-9);
        assertEquals(60, update.rateWithDebt(), 1e-9);
        assertEquals(1e10, update.settleNanos());

        String unpaid = secondary.replace("1e10", "-1.0");
        Measurement read = read(json("thrpt", "[[100.0, 300.0]]", unpaid)).get(0);
        assertTrue(Double.isNaN(read.rateWithDebt()), "what was not measured is not taken for nothing");
    }

    @Test
    void everyForkIsARepetition() throws IOException {
        List<Measurement> forks = read(json("thrpt", "[[1.0], [2.0], [3.0]]", ""));
        assertEquals(
                List.of(1, 2, 3), forks.stream().map(Measurement::repetition).toList());
        assertEquals(3, forks.get(2).steps().get(0).rate());
    }

    @Test
    void whatCouldNotBeReadIsNoNumber() throws IOException {
        String secondary = "\"keyRange\": {\"rawData\": [[5.0, -1.0]]}, \"entries\": {\"rawData\": [[\"NaN\", 7.0]]}";
        List<Measurement.Step> steps =
                read(json("thrpt", "[[\"NaN\", 2.0]]", secondary)).get(0).steps();
        assertTrue(Double.isNaN(steps.get(0).rate()));
        assertEquals(5, steps.get(0).metric(Metric.keyRange));
        assertTrue(Double.isNaN(steps.get(1).metric(Metric.keyRange)));
        assertTrue(Double.isNaN(steps.get(0).metric(Metric.entries)));
        assertTrue(Double.isNaN(steps.get(0).metric(Metric.rssBytes)));
    }

    @Test
    void aMetricThatLacksAStepIsNotTrusted() throws IOException {
        String shifted = "\"keyRange\": {\"rawData\": [[5.0]]}";
        Measurement read = read(json("thrpt", "[[1.0, 2.0]]", shifted)).get(0);
        assertTrue(Double.isNaN(read.steps().get(0).metric(Metric.keyRange)));
    }

    @Test
    void aFileThatIsNoResultIsNamed() {
        for (String broken : List.of("[]", "{}", "[{}]", json("thrpt", "[]", ""))) {
            Thrown.saying(IOException.class, "one.json is not one JMH result", () -> read(broken));
        }
    }

    @Test
    void cellsThatAreNotDoneAreNotRead() throws IOException {
        Files.deleteIfExists(folder.resolve("cells/one.json"));
        assertEquals(List.of(), Results.read(folder).measurements());
    }
}
