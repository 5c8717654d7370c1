package storemark.jmh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Field;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Param;
import storemark.parameter.Parameter;
import storemark.parameter.Parameters;
import storemark.parameter.Values;

/** JMH's parameters are rows of the table: its annotations take compile-time constants only. */
class ParametersTest {
    private static final List<Class<?>> STATES = List.of(
            Trial.class,
            WriteShape.class,
            MixShape.class,
            ScanBenchmark.ScanShape.class,
            SequentialBenchmark.WalkShape.class,
            Pacing.class,
            ReadWhileWritingBenchmark.WriterShape.class,
            Pass.class);
    /** Is counted by a run. */
    private static final Set<String> OF_JMH_ALONE = Set.of("pass");

    private static Map<String, String> defaults() {
        Map<String, String> defaults = new TreeMap<>();
        STATES.stream().flatMap(state -> Stream.of(state.getDeclaredFields())).forEach(field -> put(field, defaults));
        return defaults;
    }

    private static void put(Field field, Map<String, String> defaults) {
        Param param = field.getAnnotation(Param.class);
        if (param != null) {
            assertEquals(1, param.value().length, field::toString);
            String before = defaults.put(field.getName(), param.value()[0]);
            assertTrue(before == null || before.equals(param.value()[0]), field::toString);
        }
    }

    private static String jmhName(Parameter<?> parameter) {
        return String.valueOf(parameter.jmhName());
    }

    @Test
    void haveTheDefaultsOfTheTable() {
        Map<String, String> defaults = defaults();
        assertEquals("null", defaults.remove("engine"), "the control, where runs compare several");
        Values table = Values.read(Parameters.ofCells(), parameter -> null);
        Values jmh = Values.read(Parameters.ofCells(), parameter -> {
            String text = defaults.get(jmhName(parameter));
            return text == null ? null : List.of(text);
        });
        for (Parameter<?> parameter : Parameters.ofCells()) {
            assertEquals(table.text(parameter), jmh.text(parameter), parameter::toString);
        }
    }

    @Test
    void areAllInTheTable() {
        Set<String> names = defaults().keySet();
        names.removeAll(OF_JMH_ALONE);
        assertEquals(
                Parameters.ofCells().stream()
                        .map(Parameter::jmhName)
                        .filter(Objects::nonNull)
                        .sorted()
                        .toList(),
                List.copyOf(names));
    }
}
