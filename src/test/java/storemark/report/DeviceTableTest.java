package storemark.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import storemark.results.Measurement.Step;
import storemark.results.Metric;
import storemark.workload.Workload;

/** A thousand operations an increment, of which each reads 4 KiB and writes 200 bytes. */
class DeviceTableTest {
    private static final Map<Metric, Double> STEP = Map.of(
            Metric.keyRange, 100.0,
            Metric.operations, 1000.0,
            Metric.ioReadBytes, 4_096_000.0,
            Metric.ioWriteBytes, 200_000.0,
            Metric.deviceReads, 950.0,
            Metric.deviceReadBytes, 4_200_000.0,
            Metric.deviceWrites, 50.0,
            Metric.deviceWriteBytes, 210_000.0);

    private static Step step(Object... changes) {
        Map<Metric, Double> metrics = new TreeMap<>(STEP);
        for (int at = 0; at < changes.length; at += 2) {
            metrics.put((Metric) changes[at], (Double) changes[at + 1]);
        }
        return new Step(1000, metrics);
    }

    private Table table(Workload workload, Step... steps) {
        MadeUpCells cells = new MadeUpCells();
        cells.add("lmdb", workload, Map.of(), List.of(steps));
        return DeviceTable.of(cells.data());
    }

    private List<String> row(Workload workload, Step... steps) {
        return table(workload, steps).rows().get(0).cells().stream()
                .map(Table.Cell::text)
                .toList();
    }

    @Test
    void requestsAreDividedByOperations() {
        assertEquals(List.of("lmdb", "4.2k", "0.95", "210", "0.05"), row(Workload.UPDATE, step()));
    }

    @Test
    void countsSharedWithOtherProcessesAreMarkedAsShared() {
        Step shared = step(Metric.deviceReadBytes, 4_600_000.0);
        assertEquals(List.of("lmdb", "device shared", "device shared", "210", "0.05"), row(Workload.UPDATE, shared));
    }

    @Test
    void aLittleOfOthersInAWorkloadThatDoesNotUseTheDeviceIsNothing() {
        Step inMemory = step(Metric.ioReadBytes, 0.0, Metric.deviceReads, 1.0, Metric.deviceReadBytes, 4000.0);
        assertEquals("0.001", row(Workload.READ, inMemory).get(2));
    }

    @Test
    void aCurveIsOfItsLargestKeyRangeAndInsertsAreOfAllIncrements() {
        Step second = step(Metric.keyRange, 200.0, Metric.deviceReads, 2000.0);
        assertEquals("2", row(Workload.READ, step(), second).get(2));
        assertEquals("1.48", row(Workload.INSERT, step(), second).get(2));
    }

    @Test
    void runsWhoseDeviceWasNotCountedHaveNoTable() {
        Map<Metric, Double> old = new TreeMap<>(STEP);
        old.keySet().removeIf(metric -> metric.name().startsWith("device"));
        assertNull(table(Workload.READ, new Step(1000, old)));
    }
}
