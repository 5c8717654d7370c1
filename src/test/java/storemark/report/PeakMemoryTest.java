package storemark.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import storemark.results.RunFile.State;
import storemark.workload.Workload;

/** In the made-up run the control's highest is 1000 bytes, in the first step, and each next engine has 100 more. */
class PeakMemoryTest extends WithRun {
    /** {@code lmdb 0, tupl 100}: each line with its value at the first place. */
    private static String values(Chart chart) {
        return chart.series().stream()
                .map(line -> line.name() + " " + Math.round(line.points().get(0)[1]))
                .collect(Collectors.joining(", "));
    }

    @Test
    void itIsWhatAForkTakesAboveTheControls() throws IOException {
        run.workloads = List.of(Workload.READ, Workload.INSERT);
        run.engines = List.of("lmdb", "tupl", "rocksdb:tuned", "null");
        Chart bars = chart("peak-memory");
        assertEquals("lmdb 0, tupl 100, rocksdb:tuned 200", values(bars), "the control is what they are above of");
        assertTrue(bars.subtitle().get(0).startsWith("minus the control's (null)"), bars.subtitle()::toString);
        assertEquals("highest resident memory above the control's", bars.y().name());
    }

    @Test
    void withoutTheControlItIsAllOfTheProcess() throws IOException {
        run.workloads = List.of(Workload.READ);
        run.engines = List.of("lmdb", "tupl");
        Chart bars = chart("peak-memory");
        assertEquals("lmdb 1000, tupl 1100", values(bars));
        assertTrue(bars.subtitle().get(0).startsWith("of the whole process"), bars.subtitle()::toString);
    }

    /** One bar above the control's beside one of a whole process would compare nothing. */
    @Test
    void aWorkloadWhoseControlFailedHasAChartOfItsOwn() throws IOException {
        run.only(Workload.READ, Workload.INSERT);
        run.engines = List.of("lmdb", "tupl", "null");
        run.states = Map.of("null-insert", State.FAILED);
        Chart above = chart("peak-memory-1");
        assertEquals(List.of("read, 1 thread"), above.categories());
        assertEquals("lmdb 0, tupl 100", values(above));
        Chart whole = chart("peak-memory-2");
        assertEquals(List.of("insert, 1 thread"), whole.categories());
        assertEquals("lmdb 1000, tupl 1100", values(whole));
    }

    @Test
    void storesOfSeveralSizesHaveALineAboveTheControls() throws IOException {
        run.only(Workload.READ, Workload.INSERT);
        run.steps = 1;
        run.sizes = List.of(1000L, 10_000L);
        run.engines = List.of("lmdb", "tupl", "null");
        Chart lines = chart("memory-records");
        assertEquals("lmdb 0, tupl 100", values(lines));
        assertTrue(
                lines.subtitle().stream().anyMatch(line -> line.startsWith("minus the control's")),
                lines.subtitle()::toString);
    }
}
