package storemark.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.samskivert.mustache.Escapers;
import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.mozilla.javascript.BaseFunction;
import org.mozilla.javascript.Context;
import org.mozilla.javascript.Function;
import org.mozilla.javascript.RhinoException;
import org.mozilla.javascript.Scriptable;
import org.mozilla.javascript.ScriptableObject;

/**
 * Draws charts as SVG by running {@code charts.js} and ECharts in Rhino. Equal charts give equal text. Bound to the thread
 * that made it; close it to leave Rhino's context.
 */
final class SvgRenderer implements AutoCloseable {
    /** The width of a chart, in CSS pixels. */
    static final int WIDTH = 760;

    /** Charts as the scripts read them. */
    static final ObjectMapper MAPPER = new ObjectMapper();
    /** What browsers need for hovering, and what differs from one drawing to the next; JSVG stumbles over some of it. */
    private static final Pattern STYLE = Pattern.compile("<style.*?</style>", Pattern.DOTALL);

    private static final Pattern NOISE = Pattern.compile(" (ecmeta_[a-z_]+|class|pointer-events|xml:space)=\"[^\"]*\"");
    /** Names of clip paths, which count the drawings of the renderer. */
    private static final Pattern COUNTED = Pattern.compile("zr[0-9]+-c([0-9]+)");

    private static final Pattern NO_STROKE = Pattern.compile(" stroke=\"[^\"]*\" stroke-width=\"0\"");

    private final Context context;
    private final Scriptable scope;
    private final Function draw;

    /** Loads the scripts, which takes about a second. */
    SvgRenderer(Fonts fonts) throws IOException {
        context = Context.enter();
        context.setLanguageVersion(Context.VERSION_ES6);
        context.setInterpretedMode(true);
        scope = context.initSafeStandardObjects();
        ScriptableObject.putProperty(scope, "measureWidth", new BaseFunction() {
            private static final long serialVersionUID = 1L;

            @Override
            public Object call(Context caller, Scriptable where, Scriptable self, Object[] arguments) {
                return fonts.width(Context.toString(arguments[0]), Context.toString(arguments[1]));
            }
        });
        load("lib/echarts.js");
        for (String script : Resources.CHART_SCRIPTS) {
            load(script);
        }
        load("static.js");
        draw = (Function) scope.get("drawStatic", scope);
    }

    private void load(String script) throws IOException {
        context.evaluateString(scope, Resources.text(script), script, 1, null);
    }

    /**
     * The chart as a whole SVG file, light, with its title inside.
     *
     * @throws IOException naming the chart, when the scripts fail
     */
    String svg(Chart chart) throws IOException {
        try {
            Object[] arguments = {MAPPER.writeValueAsString(chart), WIDTH};
            return clean(Context.toString(draw.call(context, scope, scope, arguments)), chart.title());
        } catch (RhinoException failed) {
            throw new IOException("chart " + chart.id() + " cannot be drawn: " + failed.getMessage(), failed);
        }
    }

    private static String clean(String drawn, String title) {
        String plain = STYLE.matcher(drawn).replaceAll("");
        plain = NO_STROKE.matcher(NOISE.matcher(plain).replaceAll("")).replaceAll("");
        plain = COUNTED.matcher(plain).replaceAll("clip-$1");
        // Viewers disagree on this baseline, and some do not know it; half of Inter's capitals is the same everywhere.
        plain = plain.replace("dominant-baseline=\"central\"", "dy=\"0.36em\"");
        return plain.replaceFirst(
                ">", " role=\"img\">" + Matcher.quoteReplacement("<title>" + Escapers.HTML.escape(title) + "</title>"));
    }

    @Override
    public void close() {
        Context.exit();
    }
}
