package storemark;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The house has one direction: each package imports only those named here. See docs/decisions for why they are these. */
class LayersTest {
    private static final Map<String, Set<String>> MAY_IMPORT = new TreeMap<>(Map.ofEntries(
            Map.entry("text", Set.of()),
            Map.entry("fork", Set.of()),
            Map.entry("statistics", Set.of()),
            Map.entry("engine", Set.of()),
            Map.entry("machine", Set.of("text")),
            Map.entry("results", Set.of("workload")),
            Map.entry("parameter", Set.of("engine", "text", "workload")),
            Map.entry("workload", Set.of("engine")),
            Map.entry("engines", Set.of("engine", "fork", "text")),
            Map.entry("handwritten", Set.of("dataset", "engine", "engines", "fork", "run", "statistics", "text")),
            Map.entry("dataset", Set.of("engine", "machine", "results", "text", "workload")),
            Map.entry("durability", Set.of("engine", "machine", "results", "run")),
            Map.entry("suite", Set.of("engine", "parameter", "results", "text", "workload")),
            Map.entry("report", Set.of("parameter", "results", "statistics", "text", "workload")),
            Map.entry(
                    "run",
                    Set.of(
                            "dataset",
                            "engine",
                            "fork",
                            "machine",
                            "parameter",
                            "results",
                            "suite",
                            "text",
                            "workload")),
            Map.entry(
                    "cli",
                    Set.of(
                            "dataset",
                            "durability",
                            "engine",
                            "engines",
                            "fork",
                            "machine",
                            "parameter",
                            "report",
                            "results",
                            "run",
                            "statistics",
                            "suite",
                            "text",
                            "workload")),
            Map.entry(
                    "jmh",
                    Set.of(
                            "dataset",
                            "engine",
                            "engines",
                            "fork",
                            "handwritten",
                            "machine",
                            "parameter",
                            "results",
                            "statistics",
                            "text",
                            "workload"))));

    private static final String ENGINES = "storemark.engines";

    /** Bind what has no Java library of its own; and H2, which is a database and the store below it. */
    private static final Set<String> SHARED_LIBRARIES = Set.of("jnr.ffi", "com.kenai", "org.h2");

    private static final Path CLASSES = Path.of("target/classes");

    /** Built by Java 22 or newer: classes of the same names, so they are looked at by themselves. */
    private static final Path CLASSES_22 = CLASSES.resolve("META-INF/versions/22");

    private static JavaClasses house;
    private static JavaClasses house22;

    @BeforeAll
    static void look() {
        // Of classes outside of the house only the names are asked for.
        ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false);
        ClassFileImporter reader = new ClassFileImporter().withImportOption(place -> !place.contains("jmh_generated"));
        house = reader.importPath(CLASSES.resolve("storemark"));
        house22 = reader.importPath(CLASSES_22);
    }

    /** Else every collection in the tests to come would go over them. */
    @AfterAll
    static void forget() {
        house = null;
        house22 = null;
    }

    private static void check(ArchRule rule) {
        rule.check(house);
        rule.allowEmptyShould(true).check(house22);
    }

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
                    check(noClasses()
                            .that()
                            .resideInAPackage("storemark." + layer.getKey() + "..")
                            .should()
                            .dependOnClassesThat()
                            .resideInAnyPackage(forbidden));
                }));
    }

    /** Packages whose classes depend on each other one way only. */
    private static final Set<String> WITHOUT_CYCLES = Set.of("cli", "fork", "jmh", "run", "suite");

    @TestFactory
    Stream<DynamicTest> classesDependOnEachOtherOneWay() {
        return WITHOUT_CYCLES.stream()
                .map(layer -> DynamicTest.dynamicTest(
                        layer,
                        () -> check(
                                slices().assignedFrom(classesOf(layer)).should().beFreeOfCycles())));
    }

    /** Each class with those inside of it. */
    private static SliceAssignment classesOf(String layer) {
        return new SliceAssignment() {
            @Override
            public String getDescription() {
                return "classes of " + layer;
            }

            @Override
            public SliceIdentifier getIdentifierOf(JavaClass type) {
                return type.getPackageName().equals("storemark." + layer)
                        ? SliceIdentifier.of(type.getName().replaceFirst("\\$.*", ""))
                        : SliceIdentifier.ignore();
            }
        };
    }

    @Test
    void theClassesForNewerJavasAreLookedAtToo() {
        assumeTrue(Files.isDirectory(CLASSES_22), "skipped: Java 22 or newer builds them");
        assertTrue(house22.contain("storemark.engines.lmdb.LmdbFfmSession"), () -> house22.size() + " classes");
        assertTrue(house.contain("storemark.engines.lmdb.LmdbFfm"), () -> house.size() + " classes");
    }

    @Test
    void everyPackageIsListed() {
        Set<String> found = new TreeSet<>();
        for (JavaClass type : house) {
            found.add(type.getPackageName().replaceFirst("^storemark\\.?", "").replaceFirst("\\..*", ""));
        }
        assertEquals(MAY_IMPORT.keySet(), found);
    }

    /** What layers at the bottom import beside Java's own packages, each with its reason; nothing but Java where there is none. */
    private static final Map<String, Set<String>> LIBRARIES = new TreeMap<>(Map.of(
            "engine", Set.of(),
            // jnr-ffi in ExclusiveOpen alone, below: a flag of open(2) that Java has not; com.sun.management is the
            // JDK's own; Jackson reads what util-linux writes.
            "machine", Set.of("jnr.ffi", "com.sun.management", "com.fasterxml.jackson"),
            "statistics", Set.of("org.apache.commons.statistics", "org.apache.commons.math3"),
            "text", Set.of(),
            "workload", Set.of()));

    @TestFactory
    Stream<DynamicTest> layersAtTheBottomImportNothingButJava() {
        return LIBRARIES.entrySet().stream()
                .map(layer -> DynamicTest.dynamicTest(layer.getKey(), () -> {
                    Stream<String> ours = Stream.concat(
                                    Stream.of(layer.getKey()), MAY_IMPORT.get(layer.getKey()).stream())
                            .map(name -> "storemark." + name);
                    String[] allowed = Stream.of(Stream.of("java"), ours, layer.getValue().stream())
                            .flatMap(names -> names)
                            .map(name -> name + "..")
                            .toArray(String[]::new);
                    check(classes()
                            .that()
                            .resideInAPackage("storemark." + layer.getKey() + "..")
                            .should()
                            .onlyDependOnClassesThat()
                            .resideInAnyPackage(allowed));
                }));
    }

    /** The packages of engines, {@code storemark.engines.lmdb} and so on, each with the libraries that it imports. */
    private static Map<String, Set<String>> librariesOfEngines() {
        Map<String, Set<String>> libraries = new TreeMap<>();
        Stream.concat(house.stream(), house22.stream())
                .filter(type -> type.getPackageName().startsWith(ENGINES + "."))
                .forEach(type -> type.getDirectDependenciesFromSelf().stream()
                        .map(dependency -> dependency.getTargetClass().getBaseComponentType())
                        .filter(target -> !target.isPrimitive()
                                && !target.getPackageName().matches("(storemark|java).*"))
                        .forEach(target -> libraries
                                .computeIfAbsent(type.getPackageName(), name -> new TreeSet<>())
                                .add(target.getPackageName().replaceFirst("^(\\w+\\.\\w+).*", "$1"))));
        return libraries;
    }

    @TestFactory
    Stream<DynamicTest> eachEngineImportsNoOtherEngine() {
        Set<String> engines = Stream.concat(house.stream(), house22.stream())
                .map(JavaClass::getPackageName)
                .filter(name -> name.startsWith(ENGINES + "."))
                .collect(Collectors.toCollection(TreeSet::new));
        assertTrue(engines.size() > 10, engines::toString);
        return engines.stream()
                .map(engine -> DynamicTest.dynamicTest(
                        engine,
                        () -> check(noClasses()
                                .that()
                                .resideInAPackage(engine + "..")
                                .should()
                                .dependOnClassesThat()
                                .resideInAnyPackage(engines.stream()
                                        .filter(other -> !other.equals(engine))
                                        .map(other -> other + "..")
                                        .toArray(String[]::new)))));
    }

    @Test
    void whatEnginesShareImportsNoEngine() {
        check(noClasses()
                .that()
                .resideInAPackage(ENGINES)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(ENGINES + ".*.."));
    }

    @Test
    void eachLibraryBelongsToOneEngine() {
        Map<String, String> owners = new TreeMap<>();
        librariesOfEngines()
                .forEach((engine, libraries) -> libraries.stream()
                        .filter(library -> !SHARED_LIBRARIES.contains(library))
                        .forEach(library -> {
                            String other = owners.put(library, engine);
                            assertNull(other, library + " is imported by " + engine + " and by " + other);
                        }));
    }

    @Test
    void onlyAdaptersKnowTheLibrariesOfEngines() {
        String[] libraries = librariesOfEngines().values().stream()
                .flatMap(Set::stream)
                .distinct()
                .map(library -> library + "..")
                .toArray(String[]::new);
        assertTrue(libraries.length > 8, () -> Arrays.toString(libraries));
        check(noClasses()
                .that()
                .resideOutsideOfPackages(ENGINES + "..", "storemark.handwritten..")
                .and()
                .haveNameNotMatching(".*machine\\.CLibrary.*") // ask the kernel through jnr-ffi, as Java cannot
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(libraries));
    }
}
