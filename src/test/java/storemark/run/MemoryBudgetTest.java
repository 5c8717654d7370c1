package storemark.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import storemark.engine.Unsupported;
import storemark.parameter.Parameters;
import storemark.suite.Cell;
import storemark.suite.Settings;
import storemark.suite.Suite;

/** The parts of a budget never exceed it, whatever an engine keeps on the heap. */
class MemoryBudgetTest {
    private static final long MIB = 1 << 20;
    private static final Workspace WORKSPACE = Plans.workspace(Path.of("data"), false);

    private static List<Cell> cells(String engine, Map<String, String> more) {
        Settings settings = Settings.ofMap(Map.of("engines", engine, "workloads", "read", "threads", "1"));
        return WORKSPACE.divide(new Suite("test", "", List.of(settings))
                .with(Settings.ofMap(more))
                .cells());
    }

    private static Cell cell(String engine, Map<String, String> more) {
        return cells(engine, more).get(0);
    }

    @Property
    void heapAndCacheFit(
            @ForAll @IntRange(min = 192, max = 1 << 20) int mebibytes,
            @ForAll @DoubleRange(max = 4) double heapPerByte,
            @ForAll @IntRange(max = 64) int heapAnyway) {
        long budget = mebibytes * MIB;
        MemoryBudget rule = new MemoryBudget(budget);
        long cache = rule.cacheBytes(size -> Math.round(size * heapPerByte) + heapAnyway * MIB);
        long engineHeap = Math.round(cache * heapPerByte) + heapAnyway * MIB;
        long nativeCache = heapPerByte < 1 ? cache : 0;
        assertTrue(cache >= MIB);
        if (cache > MIB) {
            assertTrue(rule.heapBytes(engineHeap) + nativeCache < budget, () -> cache + " of " + budget);
        }
    }

    @Test
    void aNativeCacheGetsThreeQuartersOfWhatTheJvmLeaves() {
        assertEquals(70 * MIB, cell("rocksdb", Map.of("memory", "256m")).get(Parameters.CACHE));
        long heap = 512 * MIB;
        long jvm = 112 * MIB + heap / 24;
        assertEquals(
                (long) (0.75 * ((8L << 30) - heap - jvm)) / MIB * MIB,
                cell("rocksdb", Map.of("memory", "8g")).get(Parameters.CACHE));
    }

    @Test
    void aCacheOnTheHeapBringsItsHeapAlong() {
        Cell cell = cell("je", Map.of("memory", "1g"));
        long cache = cell.get(Parameters.CACHE);
        assertEquals(128 * MIB + cache * 10 / 6, MemoryBudget.heapBytes(WORKSPACE.store(cell)));
        assertTrue(
                cache < cell("rocksdb", Map.of("memory", "1g")).get(Parameters.CACHE) * 6 / 10,
                "60% of its heap at most");
        assertEquals(31 * MIB, cell("je", Map.of("memory", "256m")).get(Parameters.CACHE), "16 MiB beside it for code");
    }

    @Test
    void everyEngineFitsInTheLeastBudget() throws Exception {
        for (var engine : Plans.ENGINES.all()) {
            if (!engine.name().equals("heap")) {
                MemoryBudget.check(WORKSPACE.store(cell(engine.name(), Map.of("memory", "192m"))));
            }
        }
    }

    @Test
    void dataOnTheHeapThatDoNotFitAreRefused() {
        Cell cell = cell("heap", Map.of("memory", "256m", "entries", "10M"));
        String message = assertThrows(Unsupported.class, () -> MemoryBudget.check(WORKSPACE.store(cell)))
                .getMessage();
        assertTrue(
                message.startsWith("memory of 256 MiB is too small: the JVM takes 162 MiB, a cache of 1 MiB and"),
                message);
    }

    @Test
    void aGivenCacheIsTakenAsItIsAndRefusedWhereItDoesNotFit() throws Exception {
        Cell fits = cell("rocksdb", Map.of("memory", "256m", "cache", "80m"));
        assertEquals(80 * MIB, fits.get(Parameters.CACHE));
        MemoryBudget.check(WORKSPACE.store(fits));
        Cell exceeds = cell("rocksdb", Map.of("memory", "256m", "cache", "128m"));
        assertNotNull(assertThrows(Unsupported.class, () -> MemoryBudget.check(WORKSPACE.store(exceeds))));
    }

    @Test
    void withoutABudgetNothingChanges() throws Exception {
        Cell cell = cell("je", Map.of());
        assertEquals(1 << 30, cell.get(Parameters.CACHE));
        assertTrue(MemoryBudget.flags(WORKSPACE.store(cell)).contains("-Xmx2219m"), "512 MiB, and what JE keeps");
        MemoryBudget.check(WORKSPACE.store(cell));
    }

    @Test
    void aBudgetThatAJvmFillsIsAMistake() {
        String message = assertThrows(IllegalArgumentException.class, () -> cells("lmdb", Map.of("memory", "128m")))
                .getMessage();
        assertEquals("memory: '128m': must be 192 MiB or more, most of which a Java process takes for itself", message);
    }
}
