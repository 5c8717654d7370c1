package storemark.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import storemark.workload.Workload;

class ChoiceTest extends WithRun {
    private static Choice.Fork fork(Choice choice, String engine) {
        return choice.cells().stream()
                .filter(cell -> cell.engine().equals(engine))
                .findFirst()
                .orElseThrow()
                .forks()
                .get(0);
    }

    /** In the second part of the comparison the machine is twice as fast, which only the common engine tells. */
    @Test
    void partsOfAComparisonAreAsIfInTurnsThroughTheCommonEngine() throws IOException {
        run.engines = List.of("lmdb", "tupl", "rocksdb");
        run.only(Workload.READ);
        run.entries = 100_000;
        run.noise = 0;
        run.common = "lmdb";
        run.comparison = cell -> cell.engine().equals("rocksdb") ? 2 : 1;
        run.weather = (cell, step) -> cell.engine().equals("rocksdb") ? 2 : 1;
        Choice choice = Choice.of(List.of(results()), one -> Map.of());
        Choice.Fork tupl = fork(choice, "tupl");
        Choice.Fork rocksdb = fork(choice, "rocksdb");
        assertEquals(tupl.turns(), rocksdb.turns());
        for (int point = 0; point < tupl.points().size(); point++) {
            double ratio = rocksdb.points().get(point)[1] / tupl.points().get(point)[1];
            assertEquals(1.55 / 2.1, ratio, 0.01);
        }
    }

    @Test
    void whatAllCellsOfARunHaveInCommonIsSaid() throws IOException {
        run.workloads = List.of(Workload.READ);
        run.more = Map.of("distribution", "zipfian", "touch", "none");
        Choice choice = Choice.of(List.of(results()), one -> Map.of());
        String conditions = choice.runs().get(0).conditions();
        assertTrue(conditions.contains("touch: none, zipfian keys"), conditions);
        assertFalse(conditions.contains("records"), conditions);
    }
}
