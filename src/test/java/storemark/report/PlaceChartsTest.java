package storemark.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import storemark.results.RunFile.State;
import storemark.workload.Workload;

class PlaceChartsTest {
    @TempDir
    private Path folder;

    /** Each of them reads the same loaded store. */
    @Test
    void whatALoadTakesIsThatOfAnyWorkloadThatReadsIt() throws IOException {
        SyntheticRun run = new SyntheticRun();
        run.engines = List.of("lmdb", "tupl");
        run.workloads = List.of(Workload.READ, Workload.SCAN);
        run.threads = List.of(1);
        run.states = Map.of("tupl-read", State.FAILED);
        Chart disk = PlaceCharts.disk(new ReportData(List.of(run.write(folder))))
                .findFirst()
                .orElseThrow();
        assertEquals(
                List.of("lmdb", "tupl"),
                disk.series().stream().map(Chart.Line::name).toList());
    }
}
