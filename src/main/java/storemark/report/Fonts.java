package storemark.report;

import java.awt.Font;
import java.awt.FontFormatException;
import java.awt.GraphicsEnvironment;
import java.awt.font.FontRenderContext;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The bundled Inter fonts, so that text has the same width on every machine, with or without fonts of its own. */
final class Fonts {
    private static final FontRenderContext CONTEXT = new FontRenderContext(null, true, true);
    private static final Pattern SIZE = Pattern.compile("([0-9.]+)px");

    private final Font regular;
    private final Font bold;

    /**
     * Loads the fonts and makes them known to Java2D under their own name.
     *
     * @throws IOException when this JVM cannot use any font, with what it lacks
     */
    Fonts() throws IOException {
        // A stale DISPLAY, as left by a remote login, must not keep a server from drawing.
        if (System.getProperty("java.awt.headless") == null) {
            System.setProperty("java.awt.headless", "true");
        }
        try {
            regular = load("lib/inter-400.ttf");
            bold = load("lib/inter-700.ttf");
            GraphicsEnvironment environment = GraphicsEnvironment.getLocalGraphicsEnvironment();
            environment.registerFont(regular);
            environment.registerFont(bold);
        } catch (FontFormatException | IOException | LinkageError | InternalError broken) {
            throw new IOException(
                    "charts/ cannot be drawn, because this JVM finds no font library (" + broken.getMessage()
                            + "): install libfontconfig1 and libfreetype6, and draw the report again",
                    broken);
        }
    }

    /** The width in pixels of {@code text} in a CSS font such as {@code bold 12px Inter, sans-serif}. */
    double width(String text, String css) {
        Matcher size = SIZE.matcher(css);
        float pixels = size.find() ? Float.parseFloat(size.group(1)) : 12;
        Font font = css.startsWith("bold") ? bold : regular;
        return font.deriveFont(pixels).getStringBounds(text, CONTEXT).getWidth();
    }

    private static Font load(String resource) throws IOException, FontFormatException {
        return Font.createFont(Font.TRUETYPE_FONT, new ByteArrayInputStream(Resources.bytes(resource)));
    }
}
