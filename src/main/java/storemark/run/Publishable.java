package storemark.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** Takes this machine's paths out of what is kept, so that a run's folder can be shown to anybody. */
final class Publishable {
    private final Map<String, String> names = new LinkedHashMap<>();

    /**
     * @param data the directory of the stores
     * @param results the run's folder
     */
    Publishable(Path data, Path results) {
        name(results, "<results>");
        name(data, "<data>");
        name(Path.of(System.getProperty("java.home")), "<java>");
        name(Path.of(System.getProperty("java.io.tmpdir")), "<tmp>");
        name(Path.of(System.getProperty("user.dir")), "<here>");
        name(Path.of(System.getProperty("user.home")), "<home>");
    }

    private void name(Path path, String name) {
        names.putIfAbsent(path.toString(), name);
        names.putIfAbsent(path.toAbsolutePath().normalize().toString(), name);
    }

    /** A copy of {@code node} with every path replaced by a name. */
    JsonNode of(JsonNode node) {
        if (node.isTextual()) {
            return TextNode.valueOf(of(node.textValue()));
        }
        if (node.isArray()) {
            ArrayNode copy = JsonNodeFactory.instance.arrayNode();
            node.forEach(element -> copy.add(of(element)));
            return copy;
        }
        if (node.isObject()) {
            ObjectNode copy = JsonNodeFactory.instance.objectNode();
            node.properties().forEach(field -> copy.set(field.getKey(), of(field.getValue())));
            return copy;
        }
        return node;
    }

    String of(String text) {
        String published = text;
        for (Map.Entry<String, String> entry : names.entrySet()) {
            if (entry.getKey().length() > 1) {
                published = published.replace(entry.getKey(), entry.getValue());
            }
        }
        return published;
    }
}
