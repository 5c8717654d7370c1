package storemark.report;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Properties;

/** Files that are packed beside these classes. */
final class Resources {
    /** The scripts that draw, in the order of loading, after ECharts. */
    static final List<String> CHART_SCRIPTS =
            List.of("scales.js", "looks.js", "frames.js", "maps.js", "dots.js", "charts.js");

    private Resources() {}

    static byte[] bytes(String name) throws IOException {
        try (InputStream stream = Resources.class.getResourceAsStream(name)) {
            if (stream == null) {
                throw new FileNotFoundException("the jar is incomplete: it lacks storemark/report/" + name);
            }
            return stream.readAllBytes();
        }
    }

    static String text(String name) throws IOException {
        return new String(bytes(name), StandardCharsets.UTF_8);
    }

    static Properties properties(String name) {
        Properties properties = new Properties();
        try {
            properties.load(new StringReader(text(name)));
        } catch (IOException incomplete) {
            throw new UncheckedIOException(incomplete);
        }
        return properties;
    }
}
