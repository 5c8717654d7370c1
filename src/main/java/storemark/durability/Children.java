package storemark.durability;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import storemark.engine.Durability;
import storemark.results.Json;
import storemark.run.ChildJvm;
import storemark.run.ForkFlags;

/**
 * Starts the processes that write and that check: the command {@link #COMMAND} of our own main class.
 *
 * @param work ends them when it is closed
 * @param subject whose stores they open
 */
public record Children(WorkFolder work, Subject subject) {
    /** The hidden command, whose one argument is a {@link Task}. */
    public static final String COMMAND = "durability-child";

    /**
     * What a process is to do, as JSON on one line.
     *
     * @param engine as named on the command line
     * @param level of durability that its stores are opened with
     * @param writer to be run; null for a process that checks
     */
    public record Task(String engine, Durability level, Writer writer) {}

    /**
     * Starts a writer.
     *
     * @param temporary a folder for libraries that are extracted: a killed process leaves them
     */
    Process writer(Writer writer, Path temporary) throws IOException {
        return start(writer, temporary.resolve("writer.txt").toFile(), temporary);
    }

    /**
     * Starts a process that checks, with pipes for requests and answers.
     *
     * @param temporary as for a writer
     */
    Process checker(Path temporary) throws IOException {
        return start(null, temporary.resolve("checker.txt").toFile(), temporary);
    }

    /** @param writer null for a process that checks */
    private Process start(Writer writer, File errors, Path temporary) throws IOException {
        List<String> flags = new ArrayList<>(ForkFlags.brief(heapBytes()));
        flags.add("-Djava.io.tmpdir=" + temporary);
        flags.add("-Djna.tmpdir=" + temporary);
        flags.add("-XX:ErrorFile=" + temporary.resolve("error-%p.log"));
        Task task = new Task(subject.spec().toString(), subject.durability(), writer);
        List<String> arguments = List.of(COMMAND, Json.line(task));
        ProcessBuilder builder = ChildJvm.builder(flags, arguments).redirectError(errors);
        if (writer == null) {
            builder.redirectInput(ProcessBuilder.Redirect.PIPE);
        } else {
            builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
        }
        return work.owns(builder.start());
    }

    private long heapBytes() {
        return subject.engine().heapBytes(subject.imagined(new Script(0, 3)));
    }

    /** What a writer said when it failed: its last line. */
    static String complaint(Path temporary) throws IOException {
        List<String> lines = Files.readAllLines(temporary.resolve("writer.txt"), StandardCharsets.ISO_8859_1);
        return lines.isEmpty() ? "without a word" : lines.get(lines.size() - 1);
    }

    /** What a process that checks does. Libraries that print to standard output do not disturb its answers. */
    public static void serve(Subject subject) throws IOException {
        PrintStream answers = System.out;
        System.setOut(System.err);
        Checks.serve(subject, new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)), answers);
    }
}
