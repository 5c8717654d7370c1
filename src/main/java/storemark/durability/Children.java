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
import storemark.engine.Target;
import storemark.run.ChildJvm;
import storemark.run.ForkFlags;

/** Starts the processes that write and that check: the command {@link #COMMAND} of our own main class. */
public final class Children {
    /** The hidden command, with the options below. */
    public static final String COMMAND = "durability-child";

    private final WorkFolder work;
    private final Subject subject;

    Children(WorkFolder work, Subject subject) {
        this.work = work;
        this.subject = subject;
    }

    /**
     * Starts a writer.
     *
     * @param place where the store is to be
     * @param temporary a folder for libraries that are extracted: a killed process leaves them
     * @param log of the recorded device, or null
     */
    Process writer(Script script, int commits, Target place, Path acknowledgements, Path log, Path temporary)
            throws IOException {
        List<String> arguments = new ArrayList<>(List.of(
                "--seed=" + script.seed(),
                "--round=" + script.round(),
                "--commits=" + commits,
                "--store=" + place.directory(),
                "--acknowledgements=" + acknowledgements));
        if (place.device() != null) {
            arguments.add("--device=" + place.device());
        }
        if (log != null) {
            arguments.add("--log=" + log);
        }
        return start(arguments, temporary.resolve("writer.txt").toFile(), temporary);
    }

    /** Starts a process that checks, with pipes for requests and answers. */
    Process checker(File errors, Path temporary) throws IOException {
        return start(List.of(), errors, temporary);
    }

    private Process start(List<String> arguments, File errors, Path temporary) throws IOException {
        List<String> flags = new ArrayList<>(ForkFlags.brief(heapBytes()));
        flags.add("-Djava.io.tmpdir=" + temporary);
        flags.add("-Djna.tmpdir=" + temporary);
        flags.add("-XX:ErrorFile=" + temporary.resolve("error-%p.log"));
        List<String> all = new ArrayList<>(List.of(
                COMMAND,
                "--engine=" + subject.spec(),
                "--level=" + subject.durability().label()));
        all.addAll(arguments);
        ProcessBuilder builder = ChildJvm.builder(flags, all).redirectError(errors);
        if (arguments.isEmpty()) {
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
