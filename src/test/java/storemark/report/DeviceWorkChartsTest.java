package storemark.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import storemark.results.DurabilityFile;
import storemark.workload.Workload;

/** Charts of what a commit costs the device, as docs/durability.json has it. */
class DeviceWorkChartsTest extends WithRun {
    private static final Path COUNTED = Path.of("docs", "durability.json");

    private ReportData data(String engine, String version) throws Exception {
        run.engines = List.of(engine, "null");
        run.only(Workload.READ);
        run.versions = Map.of(engine, version);
        return data();
    }

    @Test
    void theEnginesOfARunAreDrawnWhereTheirVersionWasCounted() throws Exception {
        var counted = DurabilityFile.read(COUNTED).withWork().get(0);
        List<Chart> charts =
                DeviceWorkCharts.of(data(counted.engine(), counted.version())).toList();
        assertEquals(2, charts.size());
        for (Chart chart : charts) {
            assertEquals(List.of(counted.engine()), chart.marks().rows());
            assertEquals(counted.work().size(), chart.series().size());
        }
        assertEquals(
                counted.work().get(0).flushes(),
                charts.get(0).series().get(0).points().get(0)[1]);
        assertEquals(
                counted.work().get(0).bytes() / 1024,
                charts.get(1).series().get(0).points().get(0)[1]);
    }

    @Test
    void anotherVersionHasNoCharts() throws Exception {
        var counted = DurabilityFile.read(COUNTED).withWork().get(0);
        assertEquals(List.of(), Topic.charts(data(counted.engine(), "0.0")).get(Topic.PROMISES));
    }

    @Test
    void picturesNameAllEngines() throws Exception {
        DeviceWorkCharts.draw(COUNTED, folder);
        for (String id : List.of("device-flushes", "device-bytes")) {
            assertTrue(Files.size(folder.resolve(id + ".png")) > 0);
            String svg = Files.readString(folder.resolve(id + ".svg"));
            DurabilityFile.read(COUNTED)
                    .withWork()
                    .forEach(
                            one -> assertTrue(svg.contains(">" + one.engine() + "<"), id + " without " + one.engine()));
        }
    }
}
