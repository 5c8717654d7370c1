package storemark.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import storemark.engine.EngineSpec;
import storemark.run.Plans;
import storemark.run.Workspace;
import storemark.suite.Cell;
import storemark.workload.Workload;

/** Which cells a further repetition has. */
class UntilTest {
    private final List<Cell> plan = Plans.cells(Map.of(
            "engines", "lmdb heap null",
            "workloads", "read update mix remove",
            "threads", "1 2",
            "passes", "2",
            "repetitions", "5"));
    private final Workspace workspace = Plans.workspace(Path.of("data"), false);

    private List<String> next(Workload workload, List<Cell> all) {
        Set<String> wide = all.stream()
                .filter(cell -> cell.workload() == workload && cell.threads() == 2 && cell.pass() == 1)
                .map(Cell::id)
                .collect(Collectors.toSet());
        return new Until(null, all, workspace, null)
                .repetitionOf(wide).stream().map(Cell::toString).toList();
    }

    @Test
    void aRepetitionHasAllEnginesOfAComparisonButNotTheControl() {
        assertEquals(
                List.of("lmdb read, 2 threads, repetition 6", "heap read, 2 threads, repetition 6"),
                next(Workload.READ, plan));
        assertEquals(2, next(Workload.REMOVE, plan).size(), "a removal has a copy of its own");
    }

    @Test
    void whatFollowsOthersOnACopyFollowsThemAgain() {
        List<String> six = Stream.of("update", "update pass 2", "mix")
                .flatMap(what -> Stream.of("lmdb ", "heap ").map(engine -> engine + what))
                .map(what -> what + ", 2 threads, repetition 6")
                .toList();
        assertEquals(six, next(Workload.MIX, plan));
    }

    @Test
    void whatIsThereAlreadyIsNotAddedAgain() {
        List<Cell> longer = new ArrayList<>(plan);
        plan.stream()
                .filter(cell -> cell.repetition() == 1 && cell.engine().equals(EngineSpec.parse("lmdb")))
                .filter(cell -> cell.workload() == Workload.UPDATE && cell.threads() == 2)
                .forEach(cell -> longer.add(cell.withRepetition(6)));
        assertEquals(4, next(Workload.MIX, longer).size());
        assertEquals(
                List.of("lmdb update, 2 threads, repetition 7", "heap update, 2 threads, repetition 7"),
                next(Workload.UPDATE, longer).subList(0, 2));
    }
}
