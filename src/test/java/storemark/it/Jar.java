package storemark.it;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;
import storemark.Tree;

/**
 * Starts the jar in a folder of its own, which is also where its temporary files are: JMH's lock is one of them, so tests do
 * not wait for each other or for anybody else. What is printed goes to files, so that no pipe can fill; standard input is
 * empty.
 */
final class Jar {
    private static final long PATIENCE_MINUTES = 15;
    private final Path here;
    private final Path temporary;
    private final List<String> before;
    private final List<String> flags;
    private final List<String> program;
    private int started;

    Jar(Path here) throws IOException {
        this(here, List.of(), QuickStart.flags(), List.of("-jar", ours().toString()));
    }

    private Jar(Path here, List<String> before, List<String> flags, List<String> program) throws IOException {
        this.here = here.toRealPath();
        this.before = before;
        this.flags = flags;
        this.program = program;
        temporary = Files.createDirectories(this.here.resolve("tmp"));
    }

    /** With the flags that the harness gives its processes, and no others: for what is long, and to see that they serve. */
    static Jar asShipped(Path here) throws IOException {
        return new Jar(here, List.of(), List.of(), List.of("-jar", ours().toString()));
    }

    /** With an engine in a jar of its own beside ours. */
    static Jar with(Path engine, Path here) throws IOException {
        String classPath = ours() + File.pathSeparator + engine;
        return new Jar(here, List.of(), QuickStart.flags(), List.of("-cp", classPath, "storemark.cli.Main"));
    }

    /** Started as the user nobody in a folder {@code nobody} below {@code here}; where that cannot be, the test is skipped. */
    static Jar asNobody(Path here) throws Exception {
        Path own = Files.createDirectory(here.resolve("nobody"));
        Files.setPosixFilePermissions(here, PosixFilePermissions.fromString("rwxr-xr-x"));
        List<String> givingUpRights = List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups");
        Jar nobody = new Jar(own, givingUpRights, QuickStart.flags(), List.of("-jar", ours().toString()));
        for (Path writable : List.of(own, own.resolve("tmp"))) {
            Files.setPosixFilePermissions(writable, PosixFilePermissions.fromString("rwxrwxrwx"));
        }
        return nobody.orSkip(
                "the user nobody cannot run the jar here (needs root, setpriv, and a readable path to it)");
    }

    /**
     * Started in a folder {@code root/data} below {@code here}, after chroot to {@code root}, which is a plain folder with the
     * machine's own ones mounted in it; where that cannot be, the test is skipped.
     */
    static Jar inChroot(Path here) throws Exception {
        Path data = Files.createDirectories(here.resolve("root/data"));
        String enter = """
                cd .. && for each in /*; do
                  if [ -L "$each" ]; then cp -P "$each" .; elif [ -d "$each" ]; then mkdir -p ".$each" && mount --rbind "$each" ".$each"; fi
                done
                exec chroot . sh -c 'cd /data && exec "$@"' sh "$@"
                """;
        List<String> before = List.of("unshare", "--mount", "sh", "-c", enter, "sh");
        return new Jar(data, before, QuickStart.flags(), List.of("-jar", ours().toString()))
                .orSkip("needs root, unshare and chroot");
    }

    private Jar orSkip(String why) throws Exception {
        List<String> command = new ArrayList<>(before);
        command.addAll(List.of("test", "-r", ours().toString(), "-a", "-x", java()));
        boolean starts;
        try {
            Process asked = new ProcessBuilder(command)
                    .directory(here.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            starts = asked.waitFor() == 0;
        } catch (IOException noCommand) {
            starts = false;
        }
        Assumptions.assumeTrue(starts, "skipped: " + why);
        return this;
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /** Folders of the datasets and copies in a data directory. */
    static List<Path> datasets(Path directory) throws IOException {
        return Tree.list(directory).stream()
                .filter(Files::isDirectory)
                .filter(folder -> !folder.getFileName().toString().startsWith("scratch-"))
                .toList();
    }

    /** The jar that is tested. */
    static Path ours() {
        return Path.of(System.getProperty("storemark.jar")).toAbsolutePath();
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
        /** The forks of JMH that it has now. */
        Stream<ProcessHandle> forks() {
            return process.descendants().filter(each -> commandOf(each.pid()).contains("ForkedMain"));
        }

        /** Waits for something that comes while the process runs, or for its end. */
        void await(String what, BooleanSupplier there) throws InterruptedException {
            Jar.await(what, () -> there.getAsBoolean() || !process.isAlive());
        }

        Ended await() throws Exception {
            if (!process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly().waitFor();
                Assertions.fail("still running after " + PATIENCE_MINUTES + " minutes: " + Files.readString(out));
            }
            return new Ended(process.exitValue(), Files.readAllLines(out), ours(Files.readAllLines(err)));
        }

        /**
         * Without the four lines that a JVM prints from Java 24 on because JMH, or jnr-ffi where a device is used, asks {@code
         * sun.misc.Unsafe} for something: a flag would silence them, but a user gives none.
         */
        private static List<String> ours(List<String> lines) {
            return lines.stream()
                    .filter(line -> !(line.startsWith("WARNING: ")
                            && (line.contains("sun.misc.Unsafe") || line.contains("to the maintainers of class "))))
                    .toList();
        }

        boolean hasSaid(String words) {
            try {
                return Files.readString(out).contains(words);
            } catch (IOException unreadable) {
                throw new UncheckedIOException(unreadable);
            }
        }

        /** As {@code kill -9} does: the process learns nothing of it. */
        void kill() throws Exception {
            process.destroyForcibly().waitFor();
        }
    }

    /** As {@link #start(List, String...)}, to its end. */
    Ended run(String... arguments) throws Exception {
        return start(arguments).await();
    }

    /** As {@link #start(List, String...)}, without flags. */
    Running start(String... arguments) throws IOException {
        return start(List.of(), arguments);
    }

    /**
     * @param further flags of the JVM that the jar is started in
     * @param arguments the words of a command, or all of it with a blank between any two
     */
    Running start(List<String> further, String... arguments) throws IOException {
        List<String> words = arguments.length == 1 ? List.of(arguments[0].split(" ", -1)) : List.of(arguments);
        List<String> command = new ArrayList<>(before);
        command.add(java());
        command.addAll(flags);
        if (!flags.isEmpty()) {
            command.add("-Xmx500m"); // below 512 MiB a run's canary takes 8 MiB and not 64, and is made sooner
        }
        command.addAll(further);
        command.add("-Djava.io.tmpdir=" + temporary);
        command.addAll(program);
        command.addAll(words);
        if (isNewRun(words) && !words.contains("--retry")) {
            command.addAll(List.of("--retry", "0")); // a busy machine would have everything measured twice
        }
        if (takesTheMainJobs(words)) {
            command.addAll(List.of("--repetitions", "1"));
            if (!words.contains("--warm-up")) {
                command.addAll(List.of("--warm-up", "20ms"));
            }
        }
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

    /** Whether the command is a run of the main job's settings, whose five repetitions and long warm-up would show nothing more here. */
    private static boolean takesTheMainJobs(List<String> arguments) {
        return isNewRun(arguments)
                && arguments.stream()
                        .noneMatch(each -> each.matches("--repetitions|smoke|quick|lmdb-vs-tupldb|.*\\.yaml"));
    }

    private static boolean isNewRun(List<String> arguments) {
        return arguments.indexOf("run") == 0 && !arguments.contains("--resume");
    }

    /** The processes started from this folder that still live, children of dead ones among them, by their command lines. */
    List<String> alive() {
        return ProcessHandle.allProcesses()
                .map(each -> each.pid() + ": " + commandOf(each.pid()).replace('\0', ' '))
                .filter(each -> each.contains("-Djava.io.tmpdir=" + temporary)) // or a folder in it
                .toList();
    }

    /** The command line of a process, a zero behind each part; empty once it has ended. */
    static String commandOf(long process) {
        try {
            return Files.readString(Path.of("/proc", String.valueOf(process), "cmdline"), StandardCharsets.ISO_8859_1);
        } catch (IOException ended) {
            return "";
        }
    }

    /** Waits until no process of this folder lives: a fork whose runner was killed takes a moment to notice. */
    void expectNobodyAlive() throws Exception {
        await("the end of all processes", () -> alive().isEmpty());
    }

    /**
     * Waits for something that will come; how long is no part of any test. After a slow look, such as one at all processes, the
     * next comes later: looks would take a core from what is waited for.
     */
    static void await(String what, BooleanSupplier there) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(PATIENCE_MINUTES);
        for (long began = System.nanoTime(); !there.getAsBoolean(); began = System.nanoTime()) {
            if (System.nanoTime() > deadline) {
                Assertions.fail("waited " + PATIENCE_MINUTES + " minutes for " + what);
            }
            long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
            Thread.sleep(Math.min(2 + 4 * took, 100));
        }
    }
}
