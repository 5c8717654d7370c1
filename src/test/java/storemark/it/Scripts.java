package storemark.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs the project's scripts as a user would, but by the tests' own Java, which starts quickly. */
final class Scripts {
    private Scripts() {}

    /** A folder for the {@code java} that scripts find first. */
    private static Path folderOfJava(Path beside) throws IOException {
        Path folder = Files.createDirectories(beside.resolveSibling("bin"));
        Path real = Path.of(System.getProperty("java.home"), "bin", "java");
        Path java = Files.writeString(
                folder.resolve("java"), "#!/bin/sh\nexec '" + real + "' " + Jar.quickStart() + " \"$@\"\n");
        assertTrue(java.toFile().setExecutable(true));
        return folder;
    }

    /**
     * What a script printed, which must end with exit code 0 within five minutes.
     *
     * @param said a file for its output
     */
    static String run(Path said, Map<String, String> environment, String... command) throws Exception {
        ProcessBuilder script =
                new ProcessBuilder(List.of(command)).redirectErrorStream(true).redirectOutput(said.toFile());
        script.environment().putAll(environment);
        script.environment().put("PATH", folderOfJava(said) + ":" + System.getenv("PATH"));
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
