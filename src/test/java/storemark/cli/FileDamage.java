package storemark.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import storemark.results.Json;

/** What can happen to a file: bytes lost or changed, other content, a value that nobody expects, a link or a folder in its place. */
final class FileDamage {
    private static final List<String> CONTENTS = List.of(
            "", "\0\0\0\0", "null", "[]", "{}", "0", "\"text\"", "{\"format\": 1}", "[".repeat(5000), "\u001b[31m");
    private static final List<String> VALUES = List.of(
            "null",
            "\"\"",
            "\"x\"",
            "\"\\u001b[31m\\u0007\"",
            "\"-\"",
            "\"2026-01-01\"",
            "\"../../outside\"",
            "-1",
            "0",
            "1",
            "0.5",
            "1e18",
            "1e308",
            "9223372036854775807",
            "99999999999999999999",
            "true",
            "[]",
            "{}",
            "[null]",
            "{\"a\": null}",
            "\"" + "x".repeat(5000) + "\"");

    private FileDamage() {}

    /**
     * Damages {@code file}.
     *
     * @param letter a file outside, for a link to point to
     * @return what was done, in words
     */
    static String of(Path file, byte[] content, Path letter, Random random) throws IOException {
        return switch (random.nextInt(8)) {
            case 0 -> {
                int length = random.nextInt(content.length + 1);
                Files.write(file, Arrays.copyOf(content, length));
                yield "a cut to " + length + " bytes";
            }
            case 1 -> {
                byte[] changed = content.clone();
                for (int i = random.nextInt(5); i >= 0; i--) {
                    changed[random.nextInt(changed.length)] = (byte) random.nextInt(256);
                }
                Files.write(file, changed);
                yield "noise";
            }
            case 2 -> {
                String other = CONTENTS.get(random.nextInt(CONTENTS.size()));
                Files.writeString(file, other);
                yield "the content " + other.substring(0, Math.min(20, other.length()));
            }
            case 3 -> replace(file, letter, random);
            default -> value(file, content, random);
        };
    }

    private static String replace(Path file, Path letter, Random random) throws IOException {
        Files.delete(file);
        switch (random.nextInt(4)) {
            case 0 -> Files.createDirectory(file);
            case 1 -> Files.createSymbolicLink(file, letter);
            case 2 -> Files.createSymbolicLink(file, file.getFileName());
            default -> {
                return "the loss";
            }
        }
        return "replacement by a folder or a link";
    }

    /** Changes, removes or repeats one value anywhere in JSON, or one field of a table. */
    private static String value(Path file, byte[] content, Random random) throws IOException {
        String value = VALUES.get(random.nextInt(VALUES.size()));
        JsonNode root;
        try {
            root = Json.MAPPER.readTree(content);
        } catch (JsonProcessingException table) {
            String[] fields = new String(content, StandardCharsets.UTF_8).split(",", -1);
            int at = random.nextInt(fields.length);
            fields[at] = value;
            Files.writeString(file, String.join(",", fields));
            return value + " in field " + at;
        }
        List<JsonNode> containers = new ArrayList<>();
        collect(root, containers);
        JsonNode container = containers.get(random.nextInt(containers.size()));
        String what;
        if (container instanceof ObjectNode object) {
            List<String> names = new ArrayList<>();
            object.fieldNames().forEachRemaining(names::add);
            String name = names.get(random.nextInt(names.size()));
            if (random.nextInt(4) == 0) {
                object.remove(name);
                what = "the removal of " + name;
            } else {
                object.set(name, Json.MAPPER.readTree(value));
                what = name + " = " + value;
            }
        } else {
            ArrayNode array = (ArrayNode) container;
            int at = random.nextInt(array.size());
            if (random.nextInt(4) == 0) {
                array.add(array.get(at));
                what = "a repeated element " + at;
            } else {
                array.set(at, Json.MAPPER.readTree(value));
                what = "element " + at + " = " + value;
            }
        }
        Files.write(file, Json.MAPPER.writeValueAsBytes(root));
        return what;
    }

    private static void collect(JsonNode node, List<JsonNode> containers) {
        if (node.isContainerNode() && node.size() > 0) {
            containers.add(node);
        }
        node.forEach(child -> collect(child, containers));
    }
}
