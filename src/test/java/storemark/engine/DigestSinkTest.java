package storemark.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Method;
import java.nio.Buffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Digests themselves are held by the contract suite: each engine's scans and reads against the oracle's. */
class DigestSinkTest {
    /** Where one is not, HotSpot may compile an engine's loop for good with calls in place of loads. */
    @Test
    void classesThatBuffersNameAreLoadedBeforeAnythingIsCompiled() throws Exception {
        Process java = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xlog:class+load",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Started.class.getName())
                .redirectErrorStream(true)
                .start();
        String loaded = new String(java.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, java.waitFor(), loaded);
        for (Method method : Buffer.class.getDeclaredMethods()) {
            if (!method.getReturnType().isPrimitive() && !method.getReturnType().isArray()) {
                assertTrue(
                        loaded.contains(" " + method.getReturnType().getName() + " "),
                        () -> method + " is of a class that is not loaded");
            }
        }
    }

    static final class Started {
        public static void main(String[] arguments) {
            new DigestSink(Touch.LINE, 100);
        }
    }
}
