package storemark.it;

import java.io.IOException;
import java.nio.file.Path;

/** File systems in memory, which only root may mount. */
final class Mounted {
    private Mounted() {}

    /** Whether there is one at {@code place} now. */
    static boolean tmpfs(Path place, String options) throws InterruptedException {
        return run("mount", "-t", "tmpfs", "-o", options, "storemark-test", place.toString());
    }

    /** Makes room, or takes it away; what is there stays. */
    static void resize(Path place, String size) throws InterruptedException {
        if (!run("mount", "-o", "remount,size=" + size, place.toString())) {
            throw new AssertionError(place + " keeps its size");
        }
    }

    static void remove(Path place) throws InterruptedException {
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
