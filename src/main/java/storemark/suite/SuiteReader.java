package storemark.suite;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import storemark.parameter.Parameter;
import storemark.parameter.Parameters;
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
            "write 'about: text', 'settings:' with names and values below it, and 'groups:' with a list of such names and values";
    private static final List<String> PARTS = List.of("about", "reproduces", "settings", "groups");
    private static final List<String> NAMES =
            Parameters.ofCells().stream().map(Parameter::toString).toList();
    private static final String MATRIX = "matrix";
    private static final List<String> GROUP_NAMES =
            Stream.concat(NAMES.stream(), Stream.of(MATRIX)).toList();

    private final String file;

    /** @param file what messages call the file */
    SuiteReader(String file) {
        this.file = file;
    }

    /** @throws IllegalArgumentException with one line that begins with file, line and column */
    Suite read(String name, String text) {
        Map<String, Node> parts = new HashMap<>();
        mapping(compose(text), FORM).forEach((key, value) -> {
            if (NAMES.contains(key.getValue())) {
                throw wrong(key, "'" + key.getValue() + "' belongs below 'settings:', or into a group of 'groups:'");
            }
            parts.put(known(key, PARTS), value);
        });
        Settings all = new Settings();
        if (parts.containsKey("settings")) {
            settings(parts.get("settings"), "settings").forEach((setting, value) -> set(all, setting, value));
        }
        List<Settings> groups = new ArrayList<>();
        if (parts.containsKey("groups")) {
            sequence(parts.get("groups"), "groups").forEach(group -> expand(settings(group, "groups"), all, groups));
        } else {
            groups.add(all);
        }
        String about = parts.containsKey("about") ? scalar(parts.get("about"), "about") : "";
        String reproduces = parts.containsKey("reproduces") ? scalar(parts.get("reproduces"), "reproduces") : null;
        return new Suite(name, about, reproduces, groups);
    }

    private Node compose(String text) {
        try {
            Node root = new Yaml(new LoaderOptions()).compose(new StringReader(text));
            if (root == null) {
                throw new IllegalArgumentException(file + ":1:1: " + FORM);
            }
            return root;
        } catch (YAMLException broken) {
            boolean marked = broken instanceof MarkedYAMLException;
            String where = marked ? place(((MarkedYAMLException) broken).getProblemMark()) : file;
            String problem = marked ? ((MarkedYAMLException) broken).getProblem() : broken.getMessage();
            throw new IllegalArgumentException(where + ": invalid YAML: " + problem.replaceAll("\\s+", " "), broken);
        }
    }

    /** Adds a group for each combination of what its matrix lists, the first setting slowest. */
    private void expand(Map<ScalarNode, Node> said, Settings all, List<Settings> to) {
        Settings common = new Settings();
        List<Settings> combinations = List.of(common);
        for (Map.Entry<ScalarNode, Node> entry : said.entrySet()) {
            if (!known(entry.getKey(), GROUP_NAMES).equals(MATRIX)) {
                set(common, entry.getKey(), entry.getValue());
                continue;
            }
            for (Map.Entry<ScalarNode, Node> axis :
                    settings(entry.getValue(), MATRIX).entrySet()) {
                String name = axis.getKey().getValue();
                if (said.keySet().stream().anyMatch(key -> key.getValue().equals(name))) {
                    throw wrong(axis.getKey(), "'" + name + "' is set both in the matrix and in the group");
                }
                List<Settings> values = sequence(axis.getValue(), name).stream()
                        .map(value -> set(new Settings(), axis.getKey(), value))
                        .toList();
                combinations = combinations.stream()
                        .flatMap(group -> values.stream().map(value -> value.over(group)))
                        .toList();
            }
        }
        combinations.forEach(group -> to.add(group.over(common).over(all)));
    }

    private Settings set(Settings settings, ScalarNode key, Node value) {
        String name = known(key, NAMES);
        Parameter<?> parameter = Parameters.named(name);
        Map<String, String> elements = new LinkedHashMap<>();
        List<Node> nodes = parameter.isList() ? sequence(value, name) : List.of(value);
        nodes.forEach(element -> elements.put(scalar(element, name), place(element.getStartMark())));
        return settings.set(parameter, List.copyOf(elements.keySet()), place(value.getStartMark()), elements);
    }

    private Map<ScalarNode, Node> settings(Node node, String name) {
        return mapping(node, "'" + name + "' must hold names with values, such as {entries: 1M}");
    }

    private Map<ScalarNode, Node> mapping(Node node, String form) {
        if (!(node instanceof MappingNode mapping)) {
            throw wrong(node, form);
        }
        Map<ScalarNode, Node> entries = new LinkedHashMap<>();
        Set<String> seen = new HashSet<>();
        for (NodeTuple tuple : mapping.getValue()) {
            if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
                throw wrong(tuple.getKeyNode(), "must be a name");
            }
            if (!seen.add(key.getValue())) {
                throw wrong(key, "'" + key.getValue() + "' is set twice");
            }
            entries.put(key, tuple.getValueNode());
        }
        return entries;
    }

    private List<Node> sequence(Node node, String name) {
        if (!(node instanceof SequenceNode sequence)) {
            throw wrong(node, "'" + name + "' must be a list, such as [a, b]");
        }
        if (sequence.getValue().isEmpty()) {
            throw wrong(node, "'" + name + "' is an empty list: at least one value is required, or leave it out");
        }
        return sequence.getValue();
    }

    /** The text as it is written: an unquoted null is the control's name here, as it is in a list of engines. */
    private String scalar(Node node, String name) {
        if (!(node instanceof ScalarNode scalar)) {
            throw wrong(node, "'" + name + "' must be text or a number, not a list or settings of its own");
        }
        if (scalar.getValue().isEmpty()) {
            throw wrong(node, "'" + name + "' has no value: give it one, or leave it out");
        }
        return scalar.getValue();
    }

    private String known(ScalarNode key, List<String> names) {
        if (!names.contains(key.getValue())) {
            throw wrong(key, "no setting '" + key.getValue() + "': " + Nearest.hint(key.getValue(), names));
        }
        return key.getValue();
    }

    private IllegalArgumentException wrong(Node at, String what) {
        return new IllegalArgumentException(place(at.getStartMark()) + ": " + what);
    }

    private String place(Mark mark) {
        return file + ":" + (mark.getLine() + 1) + ":" + (mark.getColumn() + 1);
    }
}
