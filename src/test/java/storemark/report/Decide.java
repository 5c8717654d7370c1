package storemark.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import org.mozilla.javascript.Context;
import org.mozilla.javascript.Scriptable;

/**
 * What the choosing page decides, without a page: decide.js on the JVM. Bound to the thread that made it; close it to leave Rhino's
 * context.
 */
final class Decide implements AutoCloseable {
    private final Context context;
    private final Scriptable scope;

    Decide(Choice choice) throws IOException {
        context = Context.enter();
        context.setLanguageVersion(Context.VERSION_ES6);
        context.setInterpretedMode(true);
        scope = context.initStandardObjects();
        context.evaluateString(scope, Resources.text("decide.js"), "decide.js", 1, null);
        context.evaluateString(scope, "var data = " + choice.json() + ";", "data", 1, null);
    }

    /** The value of an expression in which {@code data} is the page's. */
    JsonNode evaluate(String script) throws IOException {
        Object json = context.evaluateString(scope, "JSON.stringify(" + script + ")", "test", 1, null);
        return new ObjectMapper().readTree(Context.toString(json));
    }

    @Override
    public void close() {
        Context.exit();
    }
}
