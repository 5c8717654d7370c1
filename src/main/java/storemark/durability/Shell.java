package storemark.durability;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import storemark.engine.Unavailable;
import storemark.machine.Tool;

/** Commands that make and mount devices, some of which only root has in its path. */
final class Shell {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private Shell() {}

    private static Tool.Result ended(String command) throws IOException {
        return Tool.run("dash", PATIENCE, List.of("sh", "-c", "PATH=$PATH:/usr/sbin:/sbin; " + command));
    }

    static boolean succeeds(String command) throws IOException {
        return ended(command).exitCode() == 0;
    }

    /** What a command has printed, which must succeed. */
    static String run(String command) throws IOException {
        Tool.Result ended = ended(command);
        if (ended.exitCode() != 0) {
            throw new IOException(command + ": " + ended.complaint());
        }
        return ended.output().strip();
    }

    /** @throws Unavailable with the packages to install where {@code tool} is not here */
    static void require(String tool, String packages) throws Unavailable, IOException {
        if (!succeeds("command -v " + tool)) {
            throw new Unavailable(tool + " is not installed: install " + packages);
        }
    }

    static String quoted(Path path) {
        return "'" + path.toString().replace("'", "'\\''") + "'";
    }
}
