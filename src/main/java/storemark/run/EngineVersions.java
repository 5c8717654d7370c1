package storemark.run;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.type.TypeReference;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import storemark.engine.Engine;
import storemark.engine.Unavailable;
import storemark.results.Json;

/** What each engine's library says of its version, or why it cannot be used here; asked in a child process. Immutable. */
public final class EngineVersions {
    /** The command of the child. */
    public static final String COMMAND = "versions";

    /** By engine name, and by {@code name:profile} where a profile is another library. */
    private final Map<String, Answer> answers;

    /**
     * One engine's answer.
     *
     * @param version the library's own word, or null when it is not available
     * @param unavailable the reason, or null when it is available
     */
    public record Answer(String version, String unavailable) {}

    EngineVersions(Map<String, Answer> answers) {
        this.answers = Map.copyOf(answers);
    }

    /**
     * Asks a child process for the versions of {@code engines}, and of no others: loading their libraries takes a second or two, and
     * one that does not load must not affect a request for other engines.
     */
    public static EngineVersions ask(Collection<Engine> engines) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of(COMMAND));
        engines.forEach(engine -> arguments.add(engine.name()));
        Process child = ChildJvm.builder(ForkFlags.brief(0), arguments)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        byte[] said = child.getInputStream().readAllBytes();
        ProcessEnd end = ProcessEnd.of(child);
        if (end.exitCode() != 0) {
            throw new IOException("the engines' versions cannot be read: the process " + end.inWords()
                    + ". One of their libraries does not load here: run the command 'versions' to see which");
        }
        try {
            return new EngineVersions(Json.MAPPER.readValue(said, new TypeReference<Map<String, Answer>>() {}));
        } catch (JacksonException other) {
            throw new IOException(
                    "the engines' versions cannot be read: the process printed more than JSON. Run the command 'versions' to see it",
                    other);
        }
    }

    /** What the child answers: JSON by engine name. */
    public static String answer(List<Engine> engines) throws IOException {
        Map<String, Answer> answers = new LinkedHashMap<>();
        for (Engine engine : engines) {
            Answer plain = answer(engine, Set.of());
            answers.put(engine.name(), plain);
            for (String profile : engine.traits().profiles().keySet()) {
                Answer other = answer(engine, Set.of(profile));
                if (!other.equals(plain)) {
                    answers.put(engine.name() + ":" + profile, other);
                }
            }
        }
        return Json.MAPPER.writeValueAsString(answers);
    }

    private static Answer answer(Engine engine, Set<String> profiles) {
        try {
            return new Answer(engine.version(profiles), null);
        } catch (Unavailable missing) {
            String reason = missing.getMessage();
            return new Answer(
                    null,
                    TemporaryFolder.shortage()
                            .map(said -> said + "; if that does not help: " + reason)
                            .orElse(reason));
        }
    }

    /** The version that the library states which serves {@code profiles} of {@code engine}. */
    public String of(Engine engine, Set<String> profiles) throws Unavailable {
        Answer answer = find(engine, profiles);
        if (answer.unavailable() != null) {
            throw new Unavailable(answer.unavailable());
        }
        return answer.version();
    }

    /** The answer of the library which serves {@code profiles} of {@code engine}, one of those that were asked. */
    public Answer find(Engine engine, Set<String> profiles) {
        Answer answer = answers.get(engine.name());
        for (String profile : profiles) {
            answer = answers.getOrDefault(engine.name() + ":" + profile, answer);
        }
        return answer;
    }
}
