package storemark.machine;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Runs the system's small tools, in the C locale, and reads what they print. Thread-safe. */
public final class Tool {
    private static final int POLL_MILLIS = 250;

    private Tool() {}

    /** What a tool printed, and how it ended. */
    public record Result(int exitCode, String output, String errors) {
        /** Whether it succeeded, except for files that vanished before it came to them. */
        boolean onlyVanished() {
            return errors.lines().allMatch(line -> line.endsWith("No such file or directory"))
                    && (exitCode == 0 || !errors.isEmpty());
        }

        /** The first line of its errors, for a message. */
        public String complaint() {
            return errors.lines().findFirst().orElse("exit code " + exitCode);
        }
    }

    /** Called about four times per second while a tool runs; what it throws ends the tool. */
    @FunctionalInterface
    public interface Watch {
        void tick() throws IOException;
    }

    /**
     * Runs a command to its end.
     *
     * @param origin the package that has the command, for the message where it is missing
     * @param limit how long it may take; then it is killed
     * @throws InterruptedIOException when this thread is interrupted; the command is killed
     * @throws IOException when the command is missing, or takes longer than {@code limit}
     */
    public static Result run(String origin, Duration limit, List<String> command) throws IOException {
        long begun = System.nanoTime();
        return run(origin, command, () -> {
            if (System.nanoTime() - begun > limit.toNanos()) {
                throw new IOException(command.get(0) + " did not end within " + limit.toSeconds() + " s");
            }
        });
    }

    /** The same, for as long as {@code watch} allows. The command has ended when this returns or throws. */
    public static Result run(String origin, List<String> command, Watch watch) throws IOException {
        Process process = start(origin, command);
        try {
            process.getOutputStream().close();
            CompletableFuture<String> output = text(process.inputReader());
            CompletableFuture<String> errors = text(process.errorReader());
            while (!process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
                watch.tick();
            }
            return new Result(process.exitValue(), output.join(), errors.join());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while " + command.get(0) + " ran");
        } finally {
            process.destroyForcibly().onExit().join();
        }
    }

    private static Process start(String origin, List<String> command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("LC_ALL", "C");
        try {
            return builder.start();
        } catch (IOException missing) {
            throw new IOException(command.get(0) + " is missing: install the package " + origin, missing);
        }
    }

    /** Read by a thread of its own: a tool whose output nobody reads waits for ever. */
    private static CompletableFuture<String> text(BufferedReader reader) {
        return CompletableFuture.supplyAsync(() -> reader.lines().collect(Collectors.joining("\n")), task -> {
            Thread thread = new Thread(task, "tool-output");
            thread.setDaemon(true);
            thread.start();
        });
    }
}
