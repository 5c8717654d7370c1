package storemark.it;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;

/**
 * Starts the jar in a folder of its own, which is also where its temporary files are: JMH's lock is one of them, so tests do
 * not wait for each other or for anybody else. What is printed goes to files, so that no pipe can fill; standard input is
 * empty.
 */
final class Jar {
    private static final long PATIENCE_MINUTES = 5;

    private final Path here;
    private final Path temporary;
    private int started;

    Jar(Path here) throws IOException {
        this.here = here.toRealPath();
        temporary = Files.createDirectories(this.here.resolve("tmp"));
    }

    /** What a process left: its exit code, and all lines of both streams. */
    record Ended(int exitCode, List<String> out, List<String> err) {
        String said() {
            return "exit code " + exitCode + "\n" + String.join("\n", out) + "\n--- standard error:\n"
                    + String.join("\n", err);
        }

        /** Fails with everything that was said. */
        Ended expect(int code) {
            Assertions.assertEquals(code, exitCode, this::said);
            return this;
        }

        /** An error is one line, which says {@code part} somewhere, and never a stack trace. */
        Ended expectLine(int code, String part) {
            expect(code);
            Assertions.assertEquals(1, err.size(), this::said);
            Assertions.assertTrue(err.get(0).contains(part), () -> "'" + part + "' is not in: " + said());
            return this;
        }
    }

    /** A process that has started. */
    record Running(Process process, Path out, Path err) {
        Ended await() throws Exception {
            if (!process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly().waitFor();
                Assertions.fail("still running after " + PATIENCE_MINUTES + " minutes: " + Files.readString(out));
            }
            return new Ended(process.exitValue(), Files.readAllLines(out), Files.readAllLines(err));
        }

        /** As {@code kill -9} does: the process learns nothing of it. */
        void kill() throws Exception {
            process.destroyForcibly().waitFor();
        }
    }

    Ended run(String... arguments) throws Exception {
        return start(arguments).await();
    }

    Running start(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.io.tmpdir=" + temporary,
                "-jar",
                Path.of(System.getProperty("storemark.jar")).toAbsolutePath().toString()));
        command.addAll(List.of(arguments));
        Path out = here.resolve("out-" + ++started + ".txt");
        Path err = here.resolve("err-" + started + ".txt");
        Process process = new ProcessBuilder(command)
                .directory(here.toFile())
                .redirectInput(new File("/dev/null"))
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        return new Running(process, out, err);
    }

    /** The processes started from this folder that still live, children of dead ones among them, by their command lines. */
    List<String> alive() throws IOException {
        List<String> alive = new ArrayList<>();
        List<Path> processes;
        try (Stream<Path> all = Files.list(Path.of("/proc"))) {
            processes = all.filter(path -> path.getFileName().toString().matches("[0-9]+"))
                    .toList();
        }
        for (Path process : processes) {
            String command = commandOf(process);
            if (command.contains("-Djava.io.tmpdir=" + temporary + "\0")) {
                alive.add(process.getFileName() + ": " + command.replace('\0', ' '));
            }
        }
        return alive;
    }

    private static String commandOf(Path process) {
        try {
            return Files.readString(process.resolve("cmdline"), StandardCharsets.ISO_8859_1);
        } catch (IOException ended) {
            return ""; // between the list and the look
        }
    }

    /** Waits until no process of this folder lives: a fork whose runner was killed takes a moment to notice. */
    void expectNobodyAlive() throws Exception {
        await("the end of all processes", () -> {
            try {
                return alive().isEmpty();
            } catch (IOException unreadable) {
                throw new UncheckedIOException(unreadable);
            }
        });
    }

    /** Waits for something that will come; how long is no part of any test. */
    static void await(String what, BooleanSupplier there) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(PATIENCE_MINUTES);
        while (!there.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                Assertions.fail("waited " + PATIENCE_MINUTES + " minutes for " + what);
            }
            Thread.sleep(2);
        }
    }
}
