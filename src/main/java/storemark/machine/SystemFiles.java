package storemark.machine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The kernel's text files below {@code /proc}, {@code /sys} and {@code /etc}. What is missing or not readable is null, -1
 * or empty and never an error: other systems have none of it, and containers hide some. Thread-safe.
 *
 * @param root read instead of {@code /}, so that a test can describe any machine
 */
record SystemFiles(Path root) {
    /** The machine's own files. */
    static final SystemFiles LIVE = new SystemFiles(Path.of("/"));

    /** The place of an absolute name such as {@code /proc/meminfo} below the root. */
    Path path(String absolute) {
        return root.resolve(absolute.replaceFirst("^/+", ""));
    }

    /** The file's text without surrounding white space, or null. */
    String read(String absolute) {
        return read(path(absolute));
    }

    /** As {@link #read(String)}, for a file that was found by a link or a listing. */
    static String read(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8).strip();
        } catch (IOException unreadable) {
            return null;
        }
    }

    /** The file's number, or -1. */
    static long number(Path file) {
        String text = read(file);
        return text != null && text.matches("\\d{1,18}") ? Long.parseLong(text) : -1;
    }

    /** The paths in a directory, by name; empty when it cannot be listed. */
    static List<Path> list(Path directory) {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.sorted().toList();
        } catch (IOException unreadable) {
            return List.of();
        }
    }

    /** The file's lines; empty when it cannot be read. */
    List<String> lines(String absolute) {
        String text = read(absolute);
        return text == null ? List.of() : text.lines().toList();
    }

    /** {@code name: value} lines by name. Of a name that comes twice, the first counts. */
    Map<String, String> fields(String absolute) {
        return lines(absolute).stream()
                .map(line -> line.split(":", 2))
                .filter(parts -> parts.length == 2 && !parts[0].isEmpty())
                .collect(Collectors.toMap(
                        parts -> parts[0].strip(), parts -> parts[1].strip(), (first, later) -> first));
    }

    /** The number in the first line {@code name number}, or -1. */
    static long counter(Path file, String name) {
        String text = read(file);
        return text == null
                ? -1
                : text.lines()
                        .filter(line -> line.matches(name + " \\d{1,18}"))
                        .mapToLong(line -> Long.parseLong(line.substring(name.length() + 1)))
                        .findFirst()
                        .orElse(-1);
    }

    /** The words of a text; none of null. */
    static List<String> words(String text) {
        return text == null ? List.of() : List.of(text.strip().split("\\s+", -1));
    }

    /** The words of a process's {@code stat} from the third on: the second, the command, may hold anything. */
    static List<String> stat(Path process) {
        String text = read(process.resolve("stat"));
        return text == null ? List.of() : words(text.substring(text.lastIndexOf(')') + 1));
    }

    /** The word in brackets, of {@code always [madvise] never}; all of {@code words}, which may be null, where there is none. */
    static String chosen(String words) {
        return words == null ? null : words.replaceFirst("(?s).*\\[(.*)].*", "$1");
    }

    /** The different texts of {@code name} in each of {@code directories}, in order; those without it add nothing. */
    static List<String> distinct(List<Path> directories, String name) {
        return directories.stream()
                .map(directory -> read(directory.resolve(name)))
                .filter(value -> value != null && !value.isEmpty())
                .distinct()
                .toList();
    }
}
