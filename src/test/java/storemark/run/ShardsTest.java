package storemark.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import storemark.suite.Cell;
import storemark.suite.Settings;
import storemark.suite.Suites;

/** What stays together when a plan is divided, and that every machine divides it in the same way. */
class ShardsTest {

    @TempDir
    Path directory;

    /** On a machine without some of the engines. */
    private Workspace workspace(String... lacking) {
        return Plans.workspace(directory, false, lacking);
    }

    private static List<Cell> fiveTimes(String suite) throws IOException {
        Settings five = Settings.ofMap(Map.of("repetitions", "5"));
        return Suites.read(suite).with(five).cells();
    }

    private static Map<String, Set<Integer>> shardsBy(List<Cell> plan, Shards shards, Function<Cell, String> what) {
        return plan.stream()
                .collect(Collectors.groupingBy(
                        what,
                        TreeMap::new,
                        Collectors.mapping(
                                cell -> shards.numbers().get(cell.id()), Collectors.toCollection(TreeSet::new))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"quick", "smoke", "all-engines", "lmdb-vs-tupldb", "symas-2012", "ycsb"})
    void whatTakesTurnsStaysTogetherInEverySuite(String suite) throws IOException {
        List<Cell> plan = Suites.read(suite).cells();
        Shards shards = new Shards(plan, 3, workspace());
        assertEquals(
                plan.stream().map(Cell::id).toList(),
                List.copyOf(shards.numbers().keySet()));
        assertEquals(Set.of(1, 2, 3), Set.copyOf(shards.numbers().values()));
        shardsBy(plan, shards, cell -> Comparison.what(cell).toString())
                .forEach((what, numbers) -> assertEquals(1, numbers.size(), what));
    }

    @Test
    void updatesMixesAndPassesOverOneCopyStayTogether() {
        List<Cell> plan = Plans.cells(Map.of("workloads", "read update mix", "passes", "2", "repetitions", "2"));
        Shards shards = new Shards(plan, 4, workspace());
        Map<String, Set<Integer>> numbers =
                shardsBy(plan, shards, cell -> (cell.workload().writes() ? "copy " : "read ") + cell.repetition());
        assertEquals(4, numbers.size());
        assertEquals(
                4,
                numbers.values().stream()
                        .peek(one -> assertEquals(1, one.size(), numbers::toString))
                        .distinct()
                        .count(),
                numbers::toString);
    }

    /** Shares are of the rate that was measured as fast as possible. */
    @Test
    void sharesOfARateStayWithIt() {
        List<Cell> plan = Plans.cells(
                Map.of("workloads", "read scan", "rate", "max:10%-50%", "time", "300ms", "repetitions", "2"));
        Map<String, Set<Integer>> numbers =
                shardsBy(plan, new Shards(plan, 4, workspace()), cell -> cell.workload() + " " + cell.repetition());
        numbers.forEach((what, shards) -> assertEquals(1, shards.size(), what));
        assertEquals(4, numbers.size());
    }

    @Test
    void theRepetitionsOfAllEnginesAreUnitsOfTheirOwn() throws IOException {
        new Shards(fiveTimes("all-engines"), 40, workspace());
        String message = assertThrows(
                        IllegalArgumentException.class, () -> new Shards(fiveTimes("all-engines"), 41, workspace()))
                .getMessage();
        assertTrue(message.startsWith("--shard: the plan has 40 units"), message);
    }

    /** The order of a plan depends on the disk that is free, and engines may be missing: neither may move a cell. */
    @Test
    void machinesThatDifferDivideAPlanAlike() throws IOException {
        List<Cell> plan = fiveTimes("all-engines");
        Shards here = new Shards(plan, 8, workspace());
        Shards there = new Shards(plan, 8, workspace("bdb", "lmdb"));
        assertEquals(here.numbers(), there.numbers());
    }

    @Test
    void shardsAreAsLongAsTheirGroupsAllow() throws IOException {
        List<Cell> plan = fiveTimes("all-engines");
        Shards shards = new Shards(plan, 8, workspace());
        Map<Integer, Double> seconds = new TreeMap<>();
        plan.forEach(cell -> seconds.merge(shards.numbers().get(cell.id()), Cost.measuring(cell), Double::sum));
        assertTrue(Collections.max(seconds.values()) < 1.1 * Collections.min(seconds.values()), seconds::toString);
    }

    @Test
    void theTableHasALineForEachCell() {
        List<Cell> plan =
                new ArrayList<>(Plans.cells(Map.of("workloads", "read scan", "engines", "null heap", "threads", "1")));
        Collections.shuffle(plan, new Random(1));
        List<String> lines = new Shards(plan, 2, workspace()).table().lines().toList();
        assertEquals("shard unit seconds cell", lines.get(0));
        assertEquals(1 + plan.size(), lines.size());
        assertTrue(
                lines.get(1).matches(" +[12] +1 +[0-9.]+ (null|heap)-(read|scan)-t1-p1-r1-[0-9a-f]{8}"),
                lines::toString);
    }

    @Test
    void theReferenceIsTheControlAndAnEngine() {
        assertEquals(
                List.of("null read, 1 thread", "lmdb read, 1 thread"),
                Shards.reference().stream().map(Cell::toString).toList());
    }
}
