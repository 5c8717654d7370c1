package storemark.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import org.mozilla.javascript.Context;
import org.mozilla.javascript.Scriptable;

/** What the choosing page decides, without a page: decide.js on the JVM. */
final class Decide {
    private final String json;

    Decide(Choice choice) throws IOException {
        json = choice.json();
    }

    /** The value of an expression in which {@code data} is the page's. */
    JsonNode evaluate(String script) throws IOException {
        try (Context context = Context.enter()) {
            context.setLanguageVersion(Context.VERSION_ES6);
            context.setInterpretedMode(true);
            Scriptable scope = context.initStandardObjects();
            context.evaluateString(scope, Resources.text("decide.js"), "decide.js", 1, null);
            context.evaluateString(scope, "var data = " + json + ";", "data", 1, null);
            return new ObjectMapper()
                    .readTree(Context.toString(
                            context.evaluateString(scope, "JSON.stringify(" + script + ")", "test", 1, null)));
        }
    }
}
