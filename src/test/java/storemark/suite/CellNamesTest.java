package storemark.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What people read while a run goes on: enough to tell cells apart, and no more. */
class CellNamesTest {
    private static List<String> names(String groups) {
        String settings = "settings: {engines: [lmdb, tupl], threads: [1]}\n";
        List<Cell> cells = Suites.parse("s", "s.yaml", settings + groups).cells();
        CellNames names = new CellNames(cells);
        return cells.stream().map(names::of).toList();
    }

    @Test
    void whatAllCellsOfAWorkloadShareIsNotSaid() {
        assertEquals(
                List.of("lmdb read, 1 thread", "tupl read, 1 thread"),
                names("groups: [{workloads: [read], cache: 4m, value-bytes: 1000}]"));
    }

    @Test
    void namesStateParametersThatDiffer() {
        assertEquals(
                List.of(
                        "lmdb read, 1 thread, cache of 4 MiB",
                        "tupl read, 1 thread, cache of 4 MiB",
                        "lmdb read, 1 thread, cache of 128 MiB",
                        "tupl read, 1 thread, cache of 128 MiB",
                        "lmdb insert, 1 thread",
                        "tupl insert, 1 thread"),
                names("""
                        groups:
                        - {workloads: [read], matrix: {cache: [4m, 128m]}}
                        - {workloads: [insert], cache: 4m}
                        """));
    }

    @Test
    void aMixThatDoesNotScanHasNoLengthOfScans() {
        assertEquals(
                List.of(
                        "lmdb mix, 1 thread, read 100%",
                        "lmdb mix, 1 thread, scan 95%, insert 5%, scans of 10",
                        "lmdb mix, 1 thread, scan 95%, insert 5%, scans of 20"),
                names("""
                        groups:
                        - {engines: [lmdb], workloads: [mix], mix: read100}
                        - {engines: [lmdb], workloads: [mix], mix: scan95-insert5, matrix: {scan-length: [10, 20]}}
                        """));
    }
}
