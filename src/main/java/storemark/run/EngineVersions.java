package storemark.run;

import com.fasterxml.jackson.core.type.TypeReference;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import storemark.engine.Engine;
import storemark.engine.Unavailable;
import storemark.results.Json;

/** What each engine's library says of its version, or why it cannot be used here; asked in a child process. Immutable. */
public final class EngineVersions {
    /** The command of the child. */
    public static final String COMMAND = "versions";

    private final Map<String, Answer> answers;

    /**
     * One engine's answer.
     *
     * @param version the library's own word, or null when it is not available
     * @param unavailable the reason, or null when it is available
     */
    public record Answer(String version, String unavailable) {}

    private EngineVersions(Map<String, Answer> answers) {
        this.answers = Map.copyOf(answers);
    }

    /** Asks a child process for the versions of all engines. */
    public static EngineVersions ask() throws IOException, InterruptedException {
        Process child = ChildJvm.builder(0, List.of(COMMAND))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        byte[] said = child.getInputStream().readAllBytes();
        int code = child.waitFor();
        if (code != 0) {
            throw new IOException("asking the engines for their versions ended with exit code " + code
                    + ": one of their libraries does not load here; try the command 'versions'");
        }
        return new EngineVersions(Json.MAPPER.readValue(said, new TypeReference<Map<String, Answer>>() {}));
    }

    /** What the child answers: JSON by engine name. */
    public static String answer(List<Engine> engines) throws IOException {
        Map<String, Answer> answers = new LinkedHashMap<>();
        for (Engine engine : engines) {
            try {
                answers.put(engine.name(), new Answer(engine.version(), null));
            } catch (Unavailable missing) {
                answers.put(engine.name(), new Answer(null, missing.getMessage()));
            }
        }
        return new String(Json.MAPPER.writeValueAsBytes(answers), StandardCharsets.UTF_8);
    }

    /** The version that {@code engine}'s library states. */
    public String of(Engine engine) throws Unavailable {
        Answer answer = answers.get(engine.name());
        if (answer.unavailable() != null) {
            throw new Unavailable(answer.unavailable());
        }
        return answer.version();
    }
}
