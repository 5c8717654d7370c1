package storemark.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import example.TreeMapEngine;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.jar.JarFile;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import storemark.Tree;

/** Somebody's engine, in a jar of its own beside ours on the class path, is found, run and charted like any other. */
class ForeignEngineIT extends WithJar {
    private static final List<String> WORKLOADS = List.of("insert", "read", "scan", "reverse", "update");

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

    /** As in a build of its own. */
    @Test
    void compilesAgainstTheJarOfTheInterfacesAlone() throws Exception {
        Path spi = Tree.list(Jar.ours().getParent()).stream()
                .filter(file -> file.toString().endsWith("-spi.jar"))
                .max(Comparator.comparing(file -> file.toFile().lastModified()))
                .orElseThrow();
        String classes = Files.createDirectory(here.resolve("classes")).toString();
        String source = "src/test/java/example/TreeMapEngine.java";
        int exitCode = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-cp", spi.toString(), "-d", classes, source);
        assertEquals(0, exitCode);
        try (JarFile jarOfInterfaces = new JarFile(spi.toFile())) {
            assertEquals(
                    List.of(),
                    jarOfInterfaces.stream()
                            .map(entry -> entry.getName())
                            .filter(name -> !name.matches("(META-INF|storemark/engine)/.*|storemark/"))
                            .toList());
        }
    }

    @Test
    void isMeasured() throws Exception {
        Jar.Ended ended = jar.run(
                        "run smoke --page-only --verify --engines treemap --durability none --entries 2k --step 1k --time 50ms --dir data --results results"
                                + " --workloads " + String.join(",", WORKLOADS))
                .expect(0);
        assertTrue(ended.said().contains("treemap"), ended::said);
        String csv = Files.readString(here.resolve("results/results.csv"));
        for (String workload : WORKLOADS) {
            assertTrue(csv.lines().anyMatch(line -> line.contains("treemap") && line.contains(workload)), workload);
        }
    }
}
