package storemark.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.junit.jupiter.api.Test;
import storemark.engine.Engine;
import storemark.engines.Engines;
import storemark.results.RunFile.Footprint;

class LibraryFootprintTest {
    private static final Map<String, Long> ENTRIES = Map.of(
            "org/one/A.class", 10L,
            "org/one/linux.so", 300L,
            "org/one/windows.dll", 5000L,
            "org/shared/S.class", 2L,
            "org/other/B.class", 7L);

    private final Properties parts = new Properties();

    private Footprint of(String engine, Set<String> profiles, String platform) throws IOException {
        return new LibraryFootprint(parts, ENTRIES, platform).of(engine, profiles, "One 1.9.1");
    }

    @Test
    void classesAreThoseOfItsPartsAndNativeFilesThoseOfThePlatform() throws IOException {
        parts.put("one.classes", "org/one/ org/shared/");
        parts.put("one.native.amd64", "org/one/linux.so");
        assertEquals(new Footprint(12, 300), of("one", Set.of(), "amd64"));
        assertEquals(new Footprint(12, -1), of("one", Set.of(), "riscv64"), "nobody knows what it loads there");
        parts.put("one.native.amd64", "org/one/gone.so");
        assertEquals(new Footprint(12, -1), of("one", Set.of(), "amd64"), "what is listed is not in the jar");
    }

    @Test
    void aLibraryInJavaHasNoNativeFiles() throws IOException {
        parts.put("two.classes", "org/other/");
        assertEquals(new Footprint(7, 0), of("two", Set.of(), "riscv64"));
        assertNull(of("null", Set.of(), "amd64"), "no library");
    }

    @Test
    void aProfileOrAVersionMayBeAnotherLibrary() throws IOException {
        parts.put("one.classes", "org/one/");
        parts.put("one:new.classes", "org/other/");
        assertEquals(7, of("one", Set.of("new"), "amd64").classBytes());
        assertEquals(10, of("one", Set.of("tuned"), "amd64").classBytes());
        parts.put("one@1.9.classes", "org/shared/");
        assertEquals(2, of("one", Set.of(), "amd64").classBytes());
        parts.remove("one@1.9.classes");
        parts.put("one@1.3.classes", "org/shared/");
        assertEquals(10, of("one", Set.of(), "amd64").classBytes());
    }

    /** Every JVM has mapped its own library. */
    @Test
    void aFileOfTheSystemIsFoundAmongWhatIsMapped() throws IOException {
        parts.put("one.classes", "org/one/");
        parts.put("one.system", "libjvm.so");
        assertTrue(of("one", Set.of(), "amd64").nativeBytes() > 1 << 20);
        parts.put("one.system", "libnothing.so");
        assertEquals(-1, of("one", Set.of(), "amd64").nativeBytes());
    }

    @Test
    void everyEngineWithALibraryIsListed() throws IOException {
        LibraryFootprint here = LibraryFootprint.ofClassPath();
        for (Engine engine : Engines.load().all()) {
            if (!Set.of("null", "heap", "files-flat", "files-nested").contains(engine.name())) {
                Footprint found = here.of(engine.name(), Set.of(), "1");
                assertNotNull(found, engine.name());
                assertTrue(found.classBytes() > 10_000, () -> engine.name() + ": " + found);
            }
        }
    }
}
