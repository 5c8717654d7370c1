package storemark.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import storemark.results.Measurement;
import storemark.results.Measurement.Step;
import storemark.results.Metric;
import storemark.workload.Workload;

class DataSizeTest {
    /** A store that grows by the given bytes from step to step of 100 records. */
    private static DataSize growing(List<Integer> growth, double budget) {
        return DataSize.of(List.of(series("e", growth, budget)), Metric.entries).get(0);
    }

    private static Series series(String name, List<Integer> growth, double budget) {
        List<Step> steps = new ArrayList<>();
        double bytes = 0;
        for (int step = 1; step <= growth.size(); step++) {
            bytes += growth.get(step - 1);
            steps.add(new Step(
                    1, Map.of(Metric.entries, step * 100.0, Metric.diskBytes, bytes, Metric.keyRange, step * 100.0)));
        }
        Measurement insert = new Measurement("c", name, Workload.INSERT, 1, 1, Map.of(), steps);
        return new Series(0, name, 0, 0, budget, Map.of(), Map.of(), List.of(insert), List.of());
    }

    private static String label(Series... series) {
        return DataSize.past(List.of(series), Metric.entries).label();
    }

    @Test
    void storesThatPassMemoryAreNamedWhereOthersDoNot() {
        Series small = series("small", List.of(10, 10), 1024);
        Series large = series("large", List.of(1000, 1000), 1024);
        Series larger = series("larger", List.of(2000, 1000), 1024);
        Series largest = series("largest", List.of(3000, 1000), 1024);
        assertEquals("large exceeds 1 KiB memory", label(small, large));
        assertEquals("large and larger exceed 1 KiB memory", label(large, small, larger));
        assertEquals("3 of 4 stores exceed 1 KiB memory", label(large, small, larger, largest));
        assertEquals("data exceed 1 KiB memory", label(large, larger, largest));
    }

    @Property
    void theSizeAtTheCrossingIsTheBudget(
            @ForAll @Size(min = 1, max = 20) List<@IntRange(min = 1, max = 1_000_000) Integer> growth,
            @ForAll @DoubleRange(min = 0.01, max = 0.99) double share) {
        double last = growth.size() * 100.0;
        double budget = share * growing(growth, 1).share(last);
        DataSize size = growing(growth, budget);
        double crossing = size.crossing(last);
        assertTrue(crossing <= last);
        assertEquals(1, size.share(crossing), 1e-9);
    }

    @Test
    void betweenAndBeyondTheStepsItIsAStraightLine() {
        DataSize size = growing(List.of(1000, 3000), 4000);
        assertEquals(500 / 4000.0, size.share(50));
        assertEquals(2500 / 4000.0, size.share(150));
        assertEquals(7000 / 4000.0, size.share(300));
        assertEquals(Double.POSITIVE_INFINITY, size.crossing(200));
    }
}
