package storemark.durability;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import storemark.engine.Store;
import storemark.engine.Target;
import storemark.results.Finding;
import storemark.results.Json;
import storemark.run.ProcessEnd;

/**
 * Checks stores in a process of its own, one after the other, each under a time limit. A process that dies, or does not answer in
 * time, is replaced by another.
 */
final class Checks implements AutoCloseable {
    private static final String READY = "ready";
    private static final String ANSWER = "findings ";

    private final Children children;
    private final Path temporary;
    private final Duration limit;
    private Process child;
    private PrintStream requests;
    private BufferedReader answers;

    /** A store to check. */
    record Request(Target place, Script script, List<Integer> acknowledged) {}

    /**
     * @param children start the process that runs {@link #serve}
     * @param temporary a folder for that process
     */
    Checks(Children children, Path temporary, Duration limit) {
        this.children = children;
        this.temporary = temporary;
        this.limit = limit;
    }

    /** What the process does: answers requests until there are no more. */
    static void serve(Subject subject, BufferedReader requests, PrintStream answers) throws IOException {
        answers.println(READY);
        for (String line = requests.readLine(); line != null; line = requests.readLine()) {
            Findings found = check(subject, Json.MAPPER.readValue(line, Request.class));
            answers.println(ANSWER + Json.line(found));
            answers.flush();
        }
    }

    private static Findings check(Subject subject, Request request) {
        Store store;
        try {
            store = subject.engine().open(subject.store(request.place(), request.script(), false));
        } catch (Exception | LinkageError failed) {
            return Findings.of(Finding.DID_NOT_OPEN, Finding.DID_NOT_OPEN.words() + ": " + failed);
        }
        Findings found = Checker.check(
                store,
                subject.engine().traits(),
                request.script(),
                request.acknowledged().stream().mapToInt(Integer::intValue).toArray());
        try {
            store.close();
        } catch (Exception failed) {
            return found.kept()
                    ? Findings.of(Finding.DID_NOT_WRITE, Finding.DID_NOT_WRITE.words() + ": close: " + failed)
                    : found;
        }
        return found;
    }

    /** Opens and reads the store at {@code place}. */
    Findings check(Target place, Script script, int... acknowledged) throws IOException, InterruptedException {
        if (child == null || !child.isAlive()) {
            child = children.checker(temporary);
            requests = new PrintStream(child.getOutputStream(), true, StandardCharsets.UTF_8);
            answers = child.inputReader(StandardCharsets.UTF_8);
            if (answer(READY) == null) { // without a limit, which is for stores and not for the start of a JVM
                throw new IOException(
                        "the process that checks stores " + ProcessEnd.of(child).inWords() + " as it started");
            }
        }
        List<Integer> commits = Arrays.stream(acknowledged).boxed().toList();
        requests.println(Json.line(new Request(place, script, commits)));
        try {
            String answer =
                    CompletableFuture.supplyAsync(() -> answer(ANSWER)).get(limit.toMillis(), TimeUnit.MILLISECONDS);
            if (answer != null) {
                Findings found = Json.MAPPER.readValue(answer, Findings.class).without(place);
                if (!found.kept()) {
                    stop(); // what it has left there must not be held against the next
                }
                return found;
            }
            ProcessEnd end = ProcessEnd.of(child);
            stop();
            return Findings.of(Finding.DID_NOT_READ, "the process " + end.inWords());
        } catch (TimeoutException tooLong) {
            stop();
            return Findings.of(Finding.DID_NOT_END, "not within " + limit.toSeconds() + " s");
        } catch (java.util.concurrent.ExecutionException impossible) {
            throw new IOException("the process that checks stores cannot be read from", impossible);
        }
    }

    /** The rest of the next line that begins so; null when the process has ended. */
    private String answer(String beginning) {
        try {
            String line;
            do {
                line = answers.readLine();
            } while (line != null && !line.startsWith(beginning));
            return line == null ? null : line.substring(beginning.length());
        } catch (IOException ended) {
            return null;
        }
    }

    /** Ends the process: a store that failed may have left its files open. The next check starts another. */
    void stop() throws InterruptedException {
        if (child != null) {
            child.destroyForcibly().waitFor();
            child = null;
        }
    }

    @Override
    public void close() throws InterruptedException {
        stop();
    }
}
