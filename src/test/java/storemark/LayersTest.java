package storemark;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The house has one direction: each package imports only those named here. See docs/decisions for why they are these. */
class LayersTest {
    private static final Map<String, Set<String>> MAY_IMPORT = new TreeMap<>(Map.ofEntries(
            Map.entry("text", Set.of()),
            Map.entry("engine", Set.of()),
            Map.entry("machine", Set.of()),
            Map.entry("results", Set.of()),
            Map.entry("workload", Set.of("engine")),
            Map.entry("engines", Set.of("engine", "text")),
            Map.entry("dataset", Set.of("engine", "machine", "results", "workload")),
            Map.entry("suite", Set.of("engine", "results", "text", "workload")),
            Map.entry("report", Set.of("results", "text")),
            Map.entry("run", Set.of("dataset", "engine", "machine", "results", "suite", "text", "workload")),
            Map.entry(
                    "cli",
                    Set.of(
                            "dataset",
                            "engine",
                            "engines",
                            "machine",
                            "report",
                            "results",
                            "run",
                            "suite",
                            "text",
                            "workload")),
            Map.entry("jmh", Set.of("dataset", "engine", "engines", "machine", "results", "text", "workload"))));

    private static final String[] ENGINE_LIBRARIES = {
        "org.lmdbjava..",
        "org.cojen.tupl..",
        "org.rocksdb..",
        "org.sqlite..",
        "com.sleepycat..",
        "org.h2..",
        "jetbrains.exodus..",
        "org.mapdb..",
        "net.openhft..",
        "org.iq80.leveldb..",
        "org.fusesource..",
        "jnr.ffi..",
        "com.kenai.jffi.."
    };

    private static final JavaClasses HOUSE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("storemark");

    @TestFactory
    Stream<DynamicTest> eachPackageImportsOnlyWhatItMay() {
        return MAY_IMPORT.entrySet().stream()
                .map(layer -> DynamicTest.dynamicTest(layer.getKey(), () -> {
                    Set<String> allowed = new TreeSet<>(layer.getValue());
                    allowed.add(layer.getKey());
                    String[] forbidden = MAY_IMPORT.keySet().stream()
                            .filter(other -> !allowed.contains(other))
                            .map(other -> "storemark." + other + "..")
                            .toArray(String[]::new);
                    noClasses()
                            .that()
                            .resideInAPackage("storemark." + layer.getKey() + "..")
                            .should()
                            .dependOnClassesThat()
                            .resideInAnyPackage(forbidden)
                            .check(HOUSE);
                }));
    }

    @Test
    void everyPackageIsListed() {
        Set<String> found = new TreeSet<>();
        for (JavaClass type : HOUSE) {
            found.add(type.getPackageName().replaceFirst("^storemark\\.?", "").replaceFirst("\\..*", ""));
        }
        assertEquals(MAY_IMPORT.keySet(), found);
    }

    @Test
    void onlyAdaptersKnowTheLibrariesOfEngines() {
        noClasses()
                .that()
                .resideOutsideOfPackage("storemark.engines..")
                .and()
                .haveNameNotMatching(".*HarnessCostBenchmark.*") // compares with a hand-written loop over lmdbjava
                .and()
                .haveNameNotMatching(".*jmh_generated.*")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(ENGINE_LIBRARIES)
                .check(HOUSE);
    }

    @Test
    void listedLibrariesAreThose() {
        // The list above must not rot: what the adapters import and is no library of ours to share is in it.
        Set<String> known = new TreeSet<>();
        Arrays.stream(ENGINE_LIBRARIES).map(name -> name.replace("..", "")).forEach(known::add);
        classes()
                .that()
                .resideInAPackage("storemark.engines")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(Stream.concat(
                                known.stream().map(name -> name + ".."),
                                Stream.of(
                                        "storemark.engine",
                                        "storemark.engines..",
                                        "storemark.text",
                                        "java..",
                                        "javax.."))
                        .toArray(String[]::new))
                .check(HOUSE);
    }
}
