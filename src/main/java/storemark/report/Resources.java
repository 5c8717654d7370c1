package storemark.report;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
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

    static InputStream open(String name) throws IOException {
        InputStream stream = Resources.class.getResourceAsStream(name);
        if (stream == null) {
            throw new FileNotFoundException("the jar is incomplete: it lacks storemark/report/" + name);
        }
        return stream;
    }

    static byte[] bytes(String name) throws IOException {
        try (InputStream stream = open(name)) {
            return stream.readAllBytes();
        }
    }

    static String text(String name) throws IOException {
        return new String(bytes(name), StandardCharsets.UTF_8);
    }

    static Properties properties(String name) {
        Properties properties = new Properties();
        try (InputStream stream = open(name);
                Reader reader = new InputStreamReader(stream, StandardCharsets.UTF_8)) {
            properties.load(reader);
        } catch (IOException incomplete) {
            throw new UncheckedIOException(incomplete);
        }
        return properties;
    }
}
