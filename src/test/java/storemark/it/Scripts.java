package storemark.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs the project's scripts as a user would, but by the tests' own Java, which starts quickly. */
final class Scripts {
    private Scripts() {}

    /**
     * What a script printed, which must end with exit code 0 within five minutes.
     *
     * @param said a file for its output
     */
    static String run(Path said, Map<String, String> environment, String... command) throws Exception {
        ProcessBuilder script =
                new ProcessBuilder(List.of(command)).redirectErrorStream(true).redirectOutput(said.toFile());
        script.environment().putAll(environment);
        Path first = Files.createDirectories(said.resolveSibling("bin"));
        QuickStart.java(first.resolve("java"), true);
        script.environment().put("PATH", first + ":" + System.getenv("PATH"));
        Process process = script.start();
        try {
            assertTrue(process.waitFor(5, TimeUnit.MINUTES), () -> command[0] + " has not ended");
        } finally {
            process.destroy();
        }
        String text = Files.readString(said);
        assertEquals(0, process.exitValue(), text);
        return text;
    }
}
