package storemark.it;

import static org.junit.jupiter.api.Assertions.assertTrue;

import example.TreeMapEngine;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Somebody's engine, in a jar of its own beside ours on the class path, is found, run and charted like any other. */
class ForeignEngineIT {
    private static final List<String> WORKLOADS = List.of("insert", "read", "scan", "reverse", "update");

    @TempDir
    Path here;

    private Jar jar;

    @BeforeEach
    void packTheEngine() throws Exception {
        Path engine = EngineJar.pack(here.resolve("treemap-engine.jar"), TreeMapEngine.class, "1", "TreeMapSession");
        jar = Jar.with(engine, here);
    }

    @Test
    void isListed() throws Exception {
        Jar.Ended listed = jar.run("engines").expect(0);
        assertTrue(listed.said().contains("treemap        an example, Java "), listed::said);
        assertTrue(listed.said().contains("lmdb  "), listed::said);
    }

    @Test
    void isMeasured() throws Exception {
        Jar.Ended ended = jar.run(
                        ("run smoke --page-only --verify --engines treemap --durability none --entries 2k --step 1k --time 50ms --dir data --results results"
                                        + " --workloads " + String.join(",", WORKLOADS))
                                .split(" "))
                .expect(0);
        assertTrue(ended.said().contains("treemap"), ended::said);
        String csv = Files.readString(here.resolve("results/results.csv"));
        for (String workload : WORKLOADS) {
            assertTrue(csv.lines().anyMatch(line -> line.contains("treemap") && line.contains(workload)), workload);
        }
    }
}
