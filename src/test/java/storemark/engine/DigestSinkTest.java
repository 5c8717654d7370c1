package storemark.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Method;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import storemark.OwnJvm;

/** What a digest is of. All other tests compare digests with digests, which would be equal if they were of nothing. */
class DigestSinkTest {
    /** Shorter than a word and than a line, and with a last word that is a line's first, or begins within it. */
    private static final int[] LENGTHS = {0, 1, 7, 8, 9, 64, 71, 72, 73, 100, 136, 200};

    private static byte[] value(int length) {
        byte[] value = new byte[length];
        for (int at = 0; at < length; at++) {
            value[at] = (byte) (37 * at + 11);
        }
        return value;
    }

    private static long digest(Touch touch, byte[] value) {
        DigestSink sink = new DigestSink(touch, value.length);
        sink.value(value, 0, value.length);
        return sink.digest();
    }

    @ParameterizedTest
    @EnumSource
    void aDigestIsOfAllBytesThatAreTouchedAndOfNoOthers(Touch touch) {
        for (int length : LENGTHS) {
            for (int at = 0; at < length; at++) {
                byte[] other = value(length);
                other[at] ^= 1;
                boolean touched = switch (touch) {
                    case NONE, COPY -> false;
                    case LINE -> at % 64 < Long.BYTES || at >= length - Long.BYTES;
                    case FULL -> true;
                };
                boolean differs = digest(touch, other) != digest(touch, value(length));
                assertEquals(touched, differs, touch + ": byte " + at + " of " + length);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aDigestIsTheSameFromEveryBuffer(Touch touch) {
        for (int length : LENGTHS) {
            byte[] value = value(length);
            for (ByteBuffer buffer : List.of(ByteBuffer.allocate(length + 3), ByteBuffer.allocateDirect(length + 3))) {
                buffer.position(3).put(value).position(3);
                DigestSink sink = new DigestSink(touch, length);
                sink.value(buffer);
                assertEquals(digest(touch, value), sink.digest(), touch + ": " + buffer);
            }
        }
    }

    /** Where one is not, HotSpot may compile an engine's loop for good with calls in place of loads. */
    @Test
    void classesThatBuffersNameAreLoadedBeforeAnythingIsCompiled() throws Exception {
        Process java = new ProcessBuilder(OwnJvm.command(Started.class, List.of("-Xlog:class+load")))
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
