package storemark.it;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import storemark.Tree;

/** A run's folder as somebody else's program would read it: by what its files hold, not by our classes. */
record RunResults(Path folder) {
    private static final ObjectMapper JSON = new ObjectMapper();

    JsonNode json(String name) throws IOException {
        return JSON.readTree(folder.resolve(name).toFile());
    }

    /** State by cell, in the order of the run; of a cell that has finished since the list was written, as its file says. */
    Map<String, String> states() throws IOException {
        Map<String, String> states = new LinkedHashMap<>();
        for (JsonNode cell : json("run.json").path("cells")) {
            String id = cell.path("id").asText();
            boolean finished = Files.exists(folder.resolve("cells").resolve(id + ".json"));
            String before =
                    states.put(id, finished ? "DONE" : cell.path("state").asText());
            if (before != null) {
                throw new AssertionError(id + " is there twice");
            }
        }
        return states;
    }

    /** The states of all cells, in the order of the run. */
    List<String> outcomes() throws IOException {
        return List.copyOf(states().values());
    }

    String reason(String cell) throws IOException {
        for (JsonNode entry : json("run.json").path("cells")) {
            if (entry.path("id").asText().equals(cell)) {
                return entry.path("reason").asText();
            }
        }
        throw new AssertionError("no cell " + cell);
    }

    /** The one JMH result of a finished cell. */
    JsonNode cell(String id) throws IOException {
        JsonNode results = json("cells/" + id + ".json");
        if (results.size() != 1) {
            throw new AssertionError(id + " has " + results.size() + " results");
        }
        return results.get(0);
    }

    static List<Double> metric(JsonNode result, String name) {
        List<Double> values = new ArrayList<>();
        result.path("secondaryMetrics")
                .path(name)
                .path("rawData")
                .path(0)
                .forEach(value -> values.add(value.asDouble()));
        return values;
    }

    /** Whether the fork of a cell whose name begins so tells that it is at {@code part}, such as {@code measuring}. */
    boolean isAt(String part, String cell) {
        try (Stream<Path> files = Files.list(folder.resolve("cells"))) {
            return files.anyMatch(file -> file.getFileName().toString().startsWith(cell) && says(file, part));
        } catch (IOException | UncheckedIOException changing) {
            return false; // a file went while it was looked for: look again
        }
    }

    private static boolean says(Path file, String words) {
        try {
            return file.toString().endsWith(".progress.tmp")
                    && Files.readString(file).equals(words);
        } catch (IOException gone) {
            return false;
        }
    }

    /** Every file by its path in the folder, whole, and every folder with nothing: see {@link Tree#content}. */
    Map<String, String> files() throws IOException {
        return Tree.content(folder);
    }

    /** What finished cells have left, but tries that were measured again because the machine was disturbed. */
    Map<String, String> finished() throws IOException {
        Map<String, String> finished = Tree.content(folder.resolve("cells"));
        finished.keySet().removeIf(name -> !Files.exists(folder.resolve("cells").resolve(idOf(name) + ".json")));
        finished.keySet().removeIf(name -> name.endsWith(".tmp") || name.matches(".*\\.try\\d+\\.json"));
        return finished;
    }

    private static String idOf(String file) {
        return file.replaceFirst("\\.(json|hlog|log)(\\.tmp)?$", "");
    }
}
