package storemark.results;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;

/** What tells one kind of machine from another: results of different kinds are not compared with each other. */
public final class MachineKind {
    private static final long GIB = 1L << 30;

    private MachineKind() {}

    /**
     * The traits of a machine, by their names in words.
     *
     * @param machine as in {@code machine.json}; what it lacks is {@code unknown}
     */
    public static Map<String, String> of(JsonNode machine) {
        Map<String, String> traits = new LinkedHashMap<>();
        traits.put("CPU", text(machine, "/cpu/model"));
        traits.put("cores", text(machine, "/cpu/usableCores"));
        traits.put("governor", text(machine, "/cpu/governors"));
        traits.put("kernel", text(machine, "/kernel/release"));
        traits.put("file system", text(machine, "/storage/fileSystem"));
        traits.put("disk", text(machine, "/storage/model"));
        traits.put("rotational", text(machine, "/storage/rotational"));
        traits.put("read-ahead", text(machine, "/storage/readAheadKiB"));
        traits.put("scheduler", text(machine, "/storage/scheduler"));
        // Rounded, as it varies by a little.
        traits.put("memory", Math.round(machine.at("/memory/totalBytes").asDouble() / GIB) + " GiB");
        return traits;
    }

    static String text(JsonNode machine, String place) {
        JsonNode node = machine.at(place);
        return node.isMissingNode() ? "unknown" : node.isValueNode() ? node.asText() : node.toString();
    }
}
