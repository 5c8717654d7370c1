package storemark.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import storemark.engines.Engines;
import storemark.it.ListedEngines.Listed;

/** What the jar, as it is handed out, finds on this machine. */
class EnginesIT {
    /** Engines that use the system's library, and the name of its file. */
    private static final Map<String, String> OF_THE_SYSTEM = Map.of(
            "kyoto-treedb", "libkyotocabinet.so",
            "bdb", "libdb-5.3.so",
            "leveldb-system", "libleveldb.so",
            "wiredtiger", "libwiredtiger.so");

    @TempDir
    static Path here;

    private static ListedEngines listed;

    @BeforeAll
    static void ask() throws Exception {
        listed = ListedEngines.of(new Jar(here));
    }

    private static Set<String> specs(List<Listed> some) {
        return some.stream().map(Listed::spec).collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void everyEngineIsListed() {
        Set<String> registered = new TreeSet<>();
        Engines.load().all().forEach(engine -> registered.add(engine.name()));
        assertTrue(registered.containsAll(OF_THE_SYSTEM.keySet()), registered::toString);
        assertEquals(registered, specs(listed.engines()));
    }

    @Test
    void whatNeedsNothingOfTheSystemIsAvailable() {
        List<Listed> missing = listed.engines().stream()
                .filter(engine -> !OF_THE_SYSTEM.containsKey(engine.spec()) && !engine.available())
                .toList();
        assertTrue(
                missing.isEmpty(),
                () -> missing.stream()
                        .map(engine -> engine.spec() + ": " + engine.says())
                        .collect(Collectors.joining("\n")));
    }

    /** A line that says which version, or what is missing and what to do. */
    @Test
    void everyEngineStatesItsVersionOrWhyThereIsNone() {
        for (Listed engine : listed.engines()) {
            if (engine.available()) {
                boolean versioned = engine.says().matches(".*\\d.*");
                assertTrue(versioned || engine.spec().equals("null"), engine.spec() + ": " + engine.says());
            } else {
                assertTrue(engine.reason().contains("install"), engine.spec() + ": " + engine.says());
            }
        }
        for (Listed each : listed.all()) {
            assertFalse(!each.available() && each.reason().isBlank(), each.spec() + " does not say why");
        }
    }

    @Test
    void withTheLibrariesOfTheSystemAllAreAvailable() throws Exception {
        Set<String> missing = new TreeSet<>();
        Set<String> available =
                specs(listed.engines().stream().filter(Listed::available).toList());
        for (Map.Entry<String, String> engine : OF_THE_SYSTEM.entrySet()) {
            boolean installed = isInstalled(engine.getValue());
            assertEquals(
                    installed,
                    available.contains(engine.getKey()),
                    engine.getValue() + " is " + (installed ? "" : "not ") + "known to the system's loader");
            if (!installed) {
                missing.add(engine.getValue());
            }
        }
        assumeTrue(missing.isEmpty(), () -> "skipped: not installed: " + missing + "; see install-native-engines.sh");
        assertEquals(listed.engines().size(), available.size());
    }

    /** Asks the loader's cache, which the adapters know nothing of. */
    private static boolean isInstalled(String library) throws Exception {
        Process asked = new ProcessBuilder("/sbin/ldconfig", "-p")
                .redirectErrorStream(true)
                .start();
        String known = new String(asked.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assumeTrue(asked.waitFor() == 0, "skipped: this system has no ldconfig to ask");
        return known.contains(library);
    }
}
