package storemark.run;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import storemark.fork.ForkPlan;

/**
 * Runs one of our commands in a Java process of its own, with the flags and the heap that engines need. The runner itself loads
 * no engine's library: it stays small, and nothing native can take it down.
 */
public final class ChildJvm {
    private static final String MAIN = "storemark.cli.Main";
    private static final long SIGNAL_MILLIS = 1000;
    private static final long STOP_SECONDS = 10;

    private ChildJvm() {}

    /** Whether this process is such a child, which must not start another. */
    public static boolean isChild() {
        return ForkPlan.ofThisProcess().parent() != null;
    }

    /**
     * A process to be started: input closed, output and errors as the caller sets them.
     *
     * @param flags of the JVM
     * @param arguments a command and its options
     */
    public static ProcessBuilder builder(List<String> flags, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(TemporaryFolder.flags());
        command.addAll(flags);
        command.addAll(ForkPlan.ofChild().flags());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), MAIN));
        command.addAll(arguments);
        return new ProcessBuilder(command).redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
    }

    /**
     * Runs a command in a child that shares this process' output. When this process is ended, so is the child.
     *
     * @param engineHeapBytes heap for engines, beside what the harness needs
     * @param stopped the line to print when this process is ended, from the keyboard for instance
     */
    public static ProcessEnd run(long engineHeapBytes, List<String> arguments, String stopped)
            throws IOException, InterruptedException {
        Process child = builder(ForkFlags.measuring(engineHeapBytes), arguments)
                .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        Thread hook = new Thread(() -> stop(child, stopped), "end-child");
        Runtime.getRuntime().addShutdownHook(hook);
        ProcessEnd end = ProcessEnd.of(child);
        if (end.wasStopped()) {
            Thread.sleep(SIGNAL_MILLIS); // a terminal sends its signal to both: this process may be about to end
        }
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException ending) {
            Thread.sleep(Long.MAX_VALUE); // until the hook has printed its line and the JVM ends
        }
        return end;
    }

    private static void stop(Process child, String stopped) {
        child.destroyForcibly();
        try {
            child.waitFor(STOP_SECONDS, TimeUnit.SECONDS); // what it waits for may be a disk
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
        }
        Console.standard().lineBelow(stopped);
    }
}
