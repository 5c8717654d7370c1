package storemark.engines;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import storemark.OwnJvm;

/** A process of a test that dies in the midst of its work and closes nothing. */
final class KilledChild {
    private static final int HALTED = 42;

    private KilledChild() {}

    /**
     * Runs a main method in a JVM with the flags of this one, and asserts that it came to {@link #die}.
     *
     * @param scratch a folder for what it prints and what it leaves
     */
    static void run(Class<?> main, Path scratch, String... arguments) throws Exception {
        Path output = scratch.resolve("output");
        List<String> all = new ArrayList<>(ManagementFactory.getRuntimeMXBean().getInputArguments());
        all.add("-Djava.io.tmpdir=" + scratch); // extracted native libraries outlive a killed process
        int exit = new ProcessBuilder(OwnJvm.command(main, all, arguments))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start()
                .waitFor();
        assertEquals(HALTED, exit, () -> read(output));
    }

    private static String read(Path output) {
        try {
            return Files.readString(output);
        } catch (IOException unreadable) {
            return unreadable.toString();
        }
    }

    /** Called by the child: ends its process at once. */
    static void die() {
        Runtime.getRuntime().halt(HALTED);
    }
}
