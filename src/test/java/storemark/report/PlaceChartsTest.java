package storemark.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import storemark.results.RunFile.State;
import storemark.workload.Workload;

class PlaceChartsTest extends WithRun {
    /** Each of them reads the same loaded store. */
    @Test
    void whatALoadTakesIsThatOfAnyWorkloadThatReadsIt() throws IOException {
        run.engines = List.of("lmdb", "tupl");
        run.only(Workload.READ, Workload.SCAN);
        run.states = Map.of("tupl-read", State.FAILED);
        Chart disk = PlaceCharts.disk(data()).findFirst().orElseThrow();
        assertEquals(
                List.of("lmdb", "tupl"),
                disk.series().stream().map(Chart.Line::name).toList());
    }
}
