package storemark.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import example.TreeMapEngine;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Somebody's engine, in a jar of its own beside ours on the class path, is found, run and charted like any other. */
class ForeignEngineIT {
    @TempDir
    private Path temporary;

    private Path engineJar;

    @BeforeEach
    void packTheEngine() throws Exception {
        engineJar = EngineJar.pack(temporary.resolve("treemap-engine.jar"), TreeMapEngine.class, "1", "TreeMapSession");
    }

    @Test
    void isListed() throws Exception {
        String listed = storemark("engines");
        assertTrue(listed.contains("treemap        an example, Java "), listed);
        assertTrue(listed.contains("lmdb  "), listed);
    }

    @Test
    void isMeasured() throws Exception {
        Path results = temporary.resolve("run");
        String said = storemark(
                "run",
                "smoke",
                "--engines",
                "treemap,null",
                "--workloads",
                "insert,read,scan,reverse,update",
                "--entries",
                "2k",
                "--step",
                "1k",
                "--time",
                "50ms",
                "--dir",
                temporary.resolve("data").toString(),
                "--results",
                results.toString());
        assertTrue(said.contains("treemap"), said);
        String csv = Files.readString(results.resolve("results.csv"));
        for (String workload : List.of("insert", "read", "scan", "reverse", "update")) {
            assertTrue(csv.lines().anyMatch(line -> line.contains("treemap") && line.contains(workload)), workload);
        }
    }

    private String storemark(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.io.tmpdir=" + temporary,
                "-cp",
                System.getProperty("storemark.jar") + System.getProperty("path.separator") + engineJar,
                "storemark.cli.Main"));
        command.addAll(List.of(arguments));
        Path output = temporary.resolve("output");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        int code = process.waitFor();
        String said = Files.readString(output);
        assertEquals(0, code, said);
        return said;
    }
}
