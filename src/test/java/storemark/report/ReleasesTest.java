package storemark.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import storemark.engine.Engine;
import storemark.engine.Unavailable;
import storemark.engines.Engines;

class ReleasesTest {
    private static final Set<String> OF_NO_LIBRARY = Set.of("files-flat", "files-nested", "heap", "null");

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            TuplDB 1.3.11                 | 1.3.11 (2017)
            LMDB 0.9.33, lmdbjava 0.9.3   | 0.9.33 (2024)
            H2 2.4.240 (2025-09-22)       | 2.4.240 (2025)
            Berkeley DB 5.3.28            | 5.3.28 (2013)
            Some Store 0.1                | 0.1
            the control: stores nothing   | ''
            files of Linux 6.1.0, Java 17 | ''
            """)
    void givesNumberAndYear(String version, String expected) {
        assertEquals(expected, Releases.of(version));
    }

    @Test
    void givesNothingForEngineThatWasNotAvailable() {
        assertEquals("", Releases.of(null));
    }

    static Stream<Engine> engines() {
        return Engines.load().all().stream()
                .filter(engine -> !engine.getClass().getName().contains("example"));
    }

    /** Fails when a library is updated without its year. */
    @ParameterizedTest
    @MethodSource("engines")
    void knowsYearOfEachLibrary(Engine engine) {
        String version;
        try {
            version = engine.version();
        } catch (Unavailable missing) {
            assumeTrue(false, engine.name() + " is not available: " + missing.getMessage());
            return;
        }
        String release = Releases.of(version);
        assertEquals(OF_NO_LIBRARY.contains(engine.name()), release.isEmpty(), version);
        assertTrue(
                release.isEmpty() || release.endsWith(")"), () -> "releases.properties lacks the year of " + version);
    }
}
