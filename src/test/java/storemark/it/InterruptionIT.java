package storemark.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A run that is told to stop, and one whose fork dies: the control engine, because only the harness is looked at. */
class InterruptionIT extends WithJar {
    private static final int SIGTERM_EXIT = 128 + 15;
    private static final int SIGINT_EXIT = 128 + 2;

    @Test
    void aSignalEndsItWithTheCommandThatResumesIt() throws Exception {
        stop("TERM", SIGTERM_EXIT, start("read", "--time 1s"));
        stop("INT", SIGINT_EXIT, jar.start("run --page-only --resume results --dir data"));
        assertTrue(
                results.states().values().stream().allMatch(state -> state.matches("PENDING|DONE")),
                () -> "a cell" + " that was stopped has not failed");
        jar.run("run --page-only --resume results --dir data").expect(0);
        assertEquals(List.of("DONE"), results.outcomes());
    }

    private Jar.Running start(String workloads, String more) throws IOException {
        return jar.start("run --page-only --engines null --workloads " + workloads
                + " --threads 1 --entries 2k --step 2k --dir data --results results " + more);
    }

    private void stop(String signal, int exitCode, Jar.Running run) throws Exception {
        awaitFork(run);
        if (signal.equals("INT")) {
            assumeFalse(
                    ignoresInterrupt(run.process().pid()), "skipped: SIGINT is ignored here, as in a background job");
        }
        send(signal, run.process().pid());
        Jar.Ended ended = run.await().expect(exitCode);
        String last = ended.out().get(ended.out().size() - 1);
        assertTrue(last.endsWith("run --resume results --dir data"), ended::said);
        jar.expectNobodyAlive();
    }

    @Test
    void aLoadThatIsStoppedSaysHowToContinue() throws Exception {
        Jar.Running load = jar.start("load", "--engines", "null", "--entries", "1000M", "--dir", "data");
        Jar.await(
                "its process",
                () -> load.process().descendants().count() > 0
                        && here.resolve("data").toFile().exists());
        send("TERM", load.process().pid());
        Jar.Ended ended = load.await().expect(SIGTERM_EXIT);
        String last = ended.out().get(ended.out().size() - 1);
        assertTrue(
                last.equals("Stopped. The same command continues the load, or says why it starts again."), ended::said);
        jar.expectNobodyAlive();
    }

    @Test
    void aForkThatIsKilledFailsItsCellAlone() throws Exception {
        Jar.Running run = start("read,scan", "--time 300ms");
        send("KILL", awaitFork(run));
        Jar.Ended ended = run.await().expect(1);
        List<String> cells = List.copyOf(results.states().keySet());
        assertEquals(List.of("FAILED", "DONE"), results.outcomes(), ended::said);
        assertTrue(results.reason(cells.get(0)).contains("137"), results.reason(cells.get(0)));
        assertTrue(ended.out().stream().anyMatch(line -> line.contains("null read, 1 thread  FAILED: ")), ended::said);

        Map<String, String> before = results.finished();
        Jar.Ended again = jar.run("run --page-only --resume results --dir data").expect(0);
        assertTrue(again.out().stream().anyMatch(line -> line.startsWith("1 of 2 cells to measure")), again::said);
        Map<String, String> now = results.finished();
        before.forEach((name, content) -> assertEquals(content, now.get(name), name));
        assertEquals(List.of("DONE", "DONE"), results.outcomes());
    }

    /** As by a debugger, or a machine that is suspended. */
    @Test
    void aForkThatIsStoppedInAnIncrementIsMarkedAndMeasuredAgain() throws Exception {
        Jar.Running run = start("read", "--retry 1 --time 2s"); // the parts of its warm-up take milliseconds
        long fork = awaitFork(run);
        Path cells = here.resolve("results/cells");
        for (int looks = 0; looks < 8 && run.process().isAlive(); Thread.sleep(100)) {
            looks = results.isAt("measuring", "") ? looks + 1 : 0;
        }
        send("STOP", fork);
        Thread.sleep(1500);
        send("CONT", fork);
        run.await().expect(0);
        String cell = List.copyOf(results.states().keySet()).get(0);
        List<JsonNode> tries = List.of(
                results.cell(cell), results.json("cells/" + cell + ".try1.json").get(0));
        assertTrue(tries.stream().anyMatch(InterruptionIT::isMarked), tries::toString);
        assertTrue(Files.exists(cells.resolve(cell + ".try1.hlog")), "each try's latencies are kept");
    }

    /** Whether the fork stood still in its increment, which is marked. */
    private static boolean isMarked(JsonNode result) {
        return RunResults.metric(result, "pausedNanos").get(0) > 1e9
                && RunResults.metric(result, "disturbed").get(0) == 1;
    }

    /** As from another container, for which no process is measuring. The fork is stopped meanwhile, so that the run lasts. */
    @Test
    void aRunIsNotResumedWhileAnotherProcessMeasuresIt() throws Exception {
        Jar.Running run = start("insert", "--time 50ms");
        long fork = awaitFork(run);
        send("STOP", fork);
        try {
            jar.start(List.of("-Djmh.ignoreLock=true"), "run", "--resume", "results", "--dir", "data")
                    .await()
                    .expectLine(3, "results is being measured by another process: wait for it to end");
        } finally {
            send("CONT", fork);
        }
        run.await().expect(0);
        assertEquals(List.of("DONE"), results.outcomes());
    }

    /** The process of the first fork, once there is one. */
    private static long awaitFork(Jar.Running run) throws InterruptedException {
        long[] fork = {-1};
        Jar.await("a fork of JMH", () -> {
            run.forks().forEach(process -> fork[0] = process.pid());
            return fork[0] >= 0 || !run.process().isAlive();
        });
        assertTrue(fork[0] >= 0, "the run has ended before a fork was seen");
        return fork[0];
    }

    private static boolean ignoresInterrupt(long process) throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc", String.valueOf(process), "status"))) {
            if (line.startsWith("SigIgn:")) {
                return (Long.parseUnsignedLong(line.substring(7).strip(), 16) & 2) != 0; // signal 2 is bit 1
            }
        }
        return false;
    }

    private static void send(String signal, long process) throws Exception {
        assertEquals(
                0,
                new ProcessBuilder("kill", "-" + signal, String.valueOf(process))
                        .start()
                        .waitFor());
    }
}
