package storemark.report;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Files that are packed beside these classes. */
final class Resources {
    /** The scripts that draw, in the order of loading, after ECharts. */
    static final List<String> CHART_SCRIPTS = List.of("scales.js", "looks.js", "frames.js", "maps.js", "charts.js");

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
}
