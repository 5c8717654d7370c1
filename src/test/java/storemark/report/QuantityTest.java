package storemark.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mozilla.javascript.Context;
import org.mozilla.javascript.Scriptable;

class QuantityTest {
    @ParameterizedTest
    @CsvSource({
        "COUNT, 0, 0",
        "COUNT, 999.4, 999",
        "COUNT, 1000, 1k",
        "COUNT, 66412, 66.4k",
        "COUNT, 999600, 1M",
        "COUNT, 1e9, 1G",
        "BYTES, 100, 100 B",
        "BYTES, 16384, 16 KiB",
        "BYTES, 1288490189, 1.2 GiB",
        "NANOS, 350, 350 ns",
        "NANOS, 1500, 1.5 µs",
        "NANOS, 2e7, 20 ms",
        "NANOS, 3.2e9, 3.2 s",
        "NANOS, 4e12, 4000 s",
        "RATIO, 1.067, 1.07×",
        "RATIO, 0.0561, 0.056×",
        "RATIO, 0.000397, 0.0004×",
        "COUNT, NaN, n/a"
    })
    void threeDigitsAndAUnit(Quantity form, double value, String text) {
        assertEquals(text, form.format(value));
    }

    /** Axes and tooltips come from scales.js, tables from Java: a reader must not see two spellings of one number. */
    @Test
    void chartsWriteTheSameNumbers() throws IOException {
        try (Context context = Context.enter()) {
            context.setLanguageVersion(Context.VERSION_ES6);
            context.setInterpretedMode(true);
            Scriptable scope = context.initSafeStandardObjects();
            context.evaluateString(scope, Resources.text("scales.js"), "scales.js", 1, null);
            for (Quantity form : Quantity.values()) {
                for (double value = 1e-7; value < 1e12; value *= 1.7) {
                    Object drawn = context.evaluateString(
                            scope, "scales.format(" + value + ", '" + form + "')", "test", 1, null);
                    assertEquals(form.format(value), drawn, form + " of " + value);
                }
            }
        }
    }
}
