package storemark;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;

/** File systems in memory, which only root may mount. */
public final class Mounted {
    private Mounted() {}

    /** Whether there is one at {@code place} now. */
    public static boolean tmpfs(Path place, String options) throws InterruptedException {
        return run("mount", "-t", "tmpfs", "-o", options, "storemark-test", place.toString());
    }

    /** A file system at {@code place} until it is closed; where that cannot be, the test is skipped. */
    public static AutoCloseable orSkip(Path place, String options) throws InterruptedException {
        assumeTrue(tmpfs(place, options), "skipped: a tmpfs cannot be mounted here (needs root)");
        return () -> remove(place);
    }

    /** Makes room, or takes it away; what is there stays. */
    public static void resize(Path place, String size) throws InterruptedException {
        if (!run("mount", "-o", "remount,size=" + size, place.toString())) {
            throw new AssertionError(place + " keeps its size");
        }
    }

    public static void remove(Path place) throws InterruptedException {
        if (!run("umount", place.toString())) {
            throw new AssertionError(place + " stays mounted");
        }
    }

    private static boolean run(String... command) throws InterruptedException {
        try {
            return new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException missing) {
            return false; // no such command: nothing can be mounted
        }
    }
}
