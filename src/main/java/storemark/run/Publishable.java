package storemark.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.File;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Takes this machine's absolute paths out of what is kept, so that a run's folder can be shown to anybody. Relative ones say
 * nothing of the machine, and may be any word: a folder named {@code read} must not change the name of a workload.
 */
final class Publishable {
    private final Map<Pattern, String> names = new LinkedHashMap<>();

    /**
     * @param data the directory of the stores
     * @param device the device of the stores, or null
     * @param results the run's folder
     */
    Publishable(Path data, Path device, Path results) {
        Map<Path, String> known = new LinkedHashMap<>();
        known.put(absolute(results), "<results>");
        known.putIfAbsent(absolute(data), "<data>");
        if (device != null) {
            known.putIfAbsent(absolute(device), "<device>");
        }
        known.putIfAbsent(absolute(Path.of(System.getProperty("java.home"))), "<java>");
        known.putIfAbsent(absolute(Path.of(System.getProperty("user.dir"))), "<here>");
        Path jar = absolute(Path.of(System.getProperty("java.class.path").split(File.pathSeparator, 2)[0]));
        known.putIfAbsent(jar.resolveSibling(""), "<jar>");
        known.putIfAbsent(absolute(Path.of(System.getProperty("java.io.tmpdir"))), "<tmp>");
        known.putIfAbsent(absolute(Path.of(System.getProperty("user.home"))), "<home>");
        // A path inside of another is replaced first. The file system's root has nothing to hide, and is in every path.
        known.entrySet().stream()
                .filter(entry -> entry.getKey().getNameCount() > 0)
                .sorted(Comparator.comparingInt(entry -> -entry.getKey().getNameCount()))
                .forEach(entry -> names.put(whole(entry.getKey()), entry.getValue()));
    }

    private static Path absolute(Path path) {
        return path.toAbsolutePath().normalize();
    }

    /** The path, but not where it is a part of a longer name: neither {@code /s} in {@code ops/s}, nor {@code /a/b} in {@code /a/bc}. */
    private static Pattern whole(Path absolute) {
        String before = absolute.getNameCount() == 1 ? "(?<![\\w.>-])" : "";
        return Pattern.compile(before + Pattern.quote(absolute.toString()) + "(?![\\w-])");
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
        for (Map.Entry<Pattern, String> entry : names.entrySet()) {
            published = entry.getKey().matcher(published).replaceAll(entry.getValue());
        }
        return published;
    }
}
