package storemark.suite;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import storemark.parameter.Parameter;
import storemark.text.Nearest;

/**
 * Reads one suite file from YAML's own tree of nodes, which know their lines and columns:
 *
 * <pre>{@code
 * about: one line
 * reproduces: symas-2012                     # the published comparison for the report; none when left out
 * settings: {engines: [lmdb, tupl]}          # for all groups
 * groups:                                    # none: one of just the settings
 * - {workloads: [insert], order: random}
 * - matrix: {entries: [1k, 1M], cache: [4m, 128m]}   # four groups, one for each pair
 *   workloads: [read]
 * }</pre>
 */
final class SuiteReader {
    private static final String FORM =
            "write 'about: text', 'settings:' with names and values below it, and 'groups:'" + " with a list of such";
    private static final List<String> PARTS = List.of("about", "reproduces", "settings", "groups");
    private static final String MATRIX = "matrix";

    private final String file;

    /** @param file what messages call the file */
    SuiteReader(String file) {
        this.file = file;
    }

    /** @throws IllegalArgumentException with one line that begins with file, line and column */
    Suite read(String name, String text) {
        Map<String, Node> parts = parts(compose(text));
        Settings all = new Settings();
        if (parts.containsKey("settings")) {
            mapping(parts.get("settings"), "settings").forEach((setting, value) -> set(all, setting, value));
        }
        List<Settings> groups = new ArrayList<>();
        if (parts.containsKey("groups")) {
            for (Node group : sequence(parts.get("groups"), "groups")) {
                expand(mapping(group, "groups"), all, groups);
            }
        } else {
            groups.add(all);
        }
        return new Suite(name, line(parts, "about", ""), line(parts, "reproduces", null), groups);
    }

    private String line(Map<String, Node> parts, String part, String otherwise) {
        return parts.containsKey(part) ? scalar(parts.get(part), part) : otherwise;
    }

    private Node compose(String text) {
        try {
            Node root = new Yaml(new LoaderOptions()).compose(new StringReader(text));
            if (root == null) {
                throw new IllegalArgumentException(file + ":1:1: " + FORM);
            }
            return root;
        } catch (MarkedYAMLException broken) {
            String problem = "this is no YAML: " + broken.getProblem().replaceAll("\\s+", " ");
            throw new IllegalArgumentException(place(broken.getProblemMark()) + ": " + problem, broken);
        }
    }

    private Map<String, Node> parts(Node root) {
        if (!(root instanceof MappingNode)) {
            throw wrong(root, FORM);
        }
        Map<String, Node> parts = new LinkedHashMap<>();
        mapping(root, "the file").forEach((key, value) -> {
            if (!PARTS.contains(key.getValue())) {
                throw unknown(key, PARTS);
            }
            parts.put(key.getValue(), value);
        });
        return parts;
    }

    /** Adds a group for each combination of what its matrix lists, the first setting slowest. */
    private void expand(Map<ScalarNode, Node> said, Settings all, List<Settings> to) {
        List<Settings> combinations = new ArrayList<>(List.of(new Settings()));
        for (Map.Entry<ScalarNode, Node> entry : said.entrySet()) {
            if (!entry.getKey().getValue().equals(MATRIX)) {
                combinations.forEach(group -> set(group, entry.getKey(), entry.getValue()));
                continue;
            }
            for (Map.Entry<ScalarNode, Node> axis :
                    mapping(entry.getValue(), MATRIX).entrySet()) {
                refuseBeside(said, axis.getKey());
                List<Settings> longer = new ArrayList<>();
                for (Settings group : combinations) {
                    for (Node value : sequence(axis.getValue(), axis.getKey().getValue())) {
                        Settings chosen = new Settings();
                        set(chosen, axis.getKey(), value);
                        longer.add(chosen.over(group));
                    }
                }
                combinations = longer;
            }
        }
        combinations.forEach(group -> to.add(group.over(all)));
    }

    /** Which of the two is meant cannot be known. */
    private void refuseBeside(Map<ScalarNode, Node> said, ScalarNode axis) {
        if (said.keySet().stream().anyMatch(key -> key.getValue().equals(axis.getValue()))) {
            throw wrong(axis, "'" + axis.getValue() + "' is said twice: in the matrix, and beside it");
        }
    }

    private void set(Settings settings, ScalarNode key, Node value) {
        String name = key.getValue();
        if (!Settings.names().contains(name)) {
            throw unknown(key, Settings.names());
        }
        Parameter<?> parameter = Parameter.named(name);
        List<String> texts = new ArrayList<>();
        if (parameter.isList()) {
            for (Node element : sequence(value, name)) {
                texts.add(scalar(element, name));
                settings.place(parameter, scalar(element, name), place(element.getStartMark()));
            }
        } else {
            texts.add(scalar(value, name));
        }
        settings.set(parameter, texts);
        settings.place(parameter, null, place(value.getStartMark()));
    }

    private Map<ScalarNode, Node> mapping(Node node, String name) {
        if (!(node instanceof MappingNode mapping)) {
            throw wrong(node, "'" + name + "' holds names with values, such as {entries: 1M}");
        }
        Map<ScalarNode, Node> entries = new LinkedHashMap<>();
        List<String> seen = new ArrayList<>();
        for (NodeTuple tuple : mapping.getValue()) {
            if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
                throw wrong(tuple.getKeyNode(), "a name is wanted here");
            }
            if (seen.contains(key.getValue())) {
                throw wrong(key, "'" + key.getValue() + "' is said twice");
            }
            seen.add(key.getValue());
            entries.put(key, tuple.getValueNode());
        }
        return entries;
    }

    private List<Node> sequence(Node node, String name) {
        if (!(node instanceof SequenceNode sequence)) {
            throw wrong(node, "'" + name + "' is a list, such as [a, b]");
        }
        if (sequence.getValue().isEmpty()) {
            throw wrong(node, "'" + name + "' is an empty list: name one at least, or leave it out");
        }
        return sequence.getValue();
    }

    /** The text as it is written: an unquoted null is the control's name here, as it is in a list of engines. */
    private String scalar(Node node, String name) {
        if (!(node instanceof ScalarNode scalar)) {
            throw wrong(node, "'" + name + "' holds text or a number, no list and no settings of its own");
        }
        if (scalar.getValue().isEmpty()) {
            throw wrong(node, "'" + name + "' has no value: give it one, or leave it out");
        }
        return scalar.getValue();
    }

    private IllegalArgumentException unknown(ScalarNode key, List<String> names) {
        return wrong(
                key,
                "no setting '" + key.getValue() + "': did you mean '" + Nearest.of(key.getValue(), names)
                        + "'? There are " + String.join(", ", names));
    }

    private IllegalArgumentException wrong(Node at, String what) {
        return new IllegalArgumentException(place(at.getStartMark()) + ": " + what);
    }

    private String place(Mark mark) {
        return file + ":" + (mark.getLine() + 1) + ":" + (mark.getColumn() + 1);
    }
}
