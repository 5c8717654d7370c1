package storemark.machine;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Runs the system's small tools, in the C locale. */
public final class Tool {
    private Tool() {}

    /** What a tool left behind. */
    public record Result(int exitCode, String output, String errors) {
        /** Whether it succeeded, but for files that had gone when it came to them. */
        boolean onlyVanished() {
            return errors.lines().allMatch(line -> line.endsWith("No such file or directory"))
                    && (exitCode == 0 || !errors.isEmpty());
        }

        /** The first line of its complaints, for a message. */
        public String complaint() {
            return errors.lines().findFirst().orElse("exit code " + exitCode);
        }
    }

    /**
     * Runs a command to its end.
     *
     * @return what it left; empty when there is no such command, or it took longer than {@code limit} and was killed
     * @throws InterruptedIOException when this thread is interrupted; the command was killed
     */
    public static Optional<Result> run(Duration limit, List<String> command) throws InterruptedIOException {
        try {
            return Optional.of(runToItsEnd(limit, command));
        } catch (InterruptedIOException interrupted) {
            throw interrupted;
        } catch (IOException missing) {
            return Optional.empty();
        }
    }

    private static Result runToItsEnd(Duration limit, List<String> command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("LC_ALL", "C");
        Process process = builder.start();
        try {
            process.getOutputStream().close();
            CompletableFuture<String> output = text(process.getInputStream());
            CompletableFuture<String> errors = text(process.getErrorStream());
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new IOException(command.get(0) + " did not end within " + limit.toSeconds() + " s");
            }
            return new Result(process.exitValue(), output.join(), errors.join());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while " + command.get(0) + " ran");
        } finally {
            process.destroyForcibly();
        }
    }

    private static CompletableFuture<String> text(InputStream stream) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try (stream) {
                        return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
                    } catch (IOException closed) {
                        return "";
                    }
                },
                task -> {
                    Thread reader = new Thread(task, "tool-output");
                    reader.setDaemon(true);
                    reader.start();
                });
    }
}
