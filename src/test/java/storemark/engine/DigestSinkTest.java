package storemark.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Method;
import java.nio.Buffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
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
        Stream<Class<?>> named = Stream.concat(
                Stream.of(Buffer.class.getDeclaredMethods()).map(Method::getReturnType),
                Stream.of(Buffer.class.getDeclaredConstructors())
                        .flatMap(constructor -> Stream.of(constructor.getParameterTypes())));
        assertEquals(
                List.of(),
                named.filter(type -> !type.isPrimitive() && !type.isArray())
                        .map(Class::getName)
                        .filter(name -> !loaded.contains(" " + name + " "))
                        .toList());
    }

    static final class Started {
        public static void main(String[] arguments) {
            new DigestSink(Touch.LINE, 100);
        }
    }
}
