package storemark;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What is in a folder. */
public final class Tree {
    private Tree() {}

    /** Its entries in order. */
    public static List<Path> list(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.sorted().toList();
        }
    }

    /** All files in it and in the folders below it, in order. */
    public static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> tree = Files.walk(folder)) {
            return tree.filter(Files::isRegularFile).sorted().toList();
        }
    }

    /** What is below it, by its path from there: of a file all bytes, each as a character, of a folder nothing. */
    public static Map<String, String> content(Path folder) throws IOException {
        Map<String, String> content = new TreeMap<>();
        try (Stream<Path> tree = Files.walk(folder)) {
            for (Path each : tree.toList()) {
                String name = folder.relativize(each).toString();
                content.put(name, Files.isDirectory(each) ? "" : Files.readString(each, ISO_8859_1));
            }
        }
        return content;
    }
}
