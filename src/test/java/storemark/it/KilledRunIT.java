package storemark.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * kill -9 of the runner, and of the process that works for it: once in each part of a run, at a random moment if the part
 * lasts long enough. A kill that came too late is tried again. Every resume keeps what was finished, and the last one ends with all
 * cells done and a dataset that is right.
 */
class KilledRunIT extends WithJar {
    private static final String RECORDS = " --engines rocksdb --entries 300k --value-bytes 200 --dir ";
    /** Starts of a run until a kill comes in time, at most. */
    private static final int ATTEMPTS = 12;

    private static final int LATEST_MILLIS = 300;

    /** A part of a run, by the words in the command line of the process that does it. */
    private enum Part {
        LOAD("\0load\0", true),
        COPY("cp\0--archive\0", false),
        MEASURE("ForkedMain", true),
        SETTLE("ForkedMain", false);

        final String worker;
        /** Whether it takes long enough to wait for a random moment in it. */
        final boolean lasts;

        Part(String worker, boolean lasts) {
            this.worker = worker;
            this.lasts = lasts;
        }
    }

    private record Kill(Part part, boolean ofRunner) {
        @Override
        public String toString() {
            return "kill -9 in " + part + " of " + (ofRunner ? "the runner" : "its process");
        }
    }

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);
    private final List<Kill> met = new ArrayList<>();
    private String data = "data-1";
    private int runs;
    private Jar.Ended last;

    @BeforeEach
    void noRunYet() {
        System.out.println("moments by seed " + seed);
        results = null; // each run has a folder of its own
    }

    @Test
    void resumesAfterKillAtAnyPoint() throws Exception {
        for (Kill kill : kills()) {
            int attempts = 0;
            while (!attempt(kill)) {
                attempts++;
                assertTrue(
                        attempts < ATTEMPTS,
                        () -> kill + " came too late " + ATTEMPTS + " times; there were " + met + "; the last run: "
                                + last.said());
            }
            met.add(kill);
        }
        assertEquals(kills(), met);
        goOn().await().expect(0);
        assertEquals(List.of("DONE", "DONE", "DONE", "DONE"), results.outcomes());
        assertEquals(4, results.json("jmh.json").size());
        assertFalse(results.files().keySet().stream().anyMatch(name -> name.endsWith(".tmp")));
        jar.run("verify" + RECORDS + data).expect(0);
        assertEquals(2, Jar.datasets(here.resolve(data)).size(), "the datasets alone are left");
    }

    /** Each part and victim, in the order of the parts: what is loaded is not loaded again. */
    private List<Kill> kills() {
        List<Kill> kills = new ArrayList<>();
        for (Part part : Part.values()) {
            kills.add(new Kill(part, true));
            kills.add(new Kill(part, false));
        }
        return kills;
    }

    /** Resumes the run, or starts another over the same data where it has come to its end before it was killed. */
    private Jar.Running goOn() throws IOException {
        if (results != null && !results.outcomes().stream().allMatch("DONE"::equals)) {
            return jar.start("run", "--page-only", "--resume", "results-" + runs, "--dir", data);
        }
        runs++;
        results = new RunResults(here.resolve("results-" + runs));
        return jar.start(
                "run --page-only --workloads read,update --threads 1 --step 300k --time 500ms --verify --results results-"
                        + runs + RECORDS.replace("rocksdb", "rocksdb,null") + data);
    }

    /** Goes on with the run, kills it, and says whether that was in the part that was meant. */
    private boolean attempt(Kill kill) throws Exception {
        if (kill.part() == Part.LOAD && isLoaded()) {
            data = "data-" + (runs + 1);
            results = null; // of a run over other data
        }
        RunResults same = results; // another run begins where this one has come to its end
        Map<String, String> before = same == null ? Map.of() : same.finished();
        Jar.Running run = goOn();
        boolean inTime = kill(run, kill);
        System.out.println(kill + (inTime ? ": in time" : ": too late"));
        jar.expectNobodyAlive();
        Map<String, String> after = same == null ? Map.of() : same.finished();
        before.forEach((name, content) -> assertEquals(content, after.get(name), name));
        assertTrue(
                results.states().values().stream().allMatch(state -> state.matches("PENDING|DONE|FAILED")),
                kill::toString);
        return inTime;
    }

    private boolean kill(Jar.Running run, Kill kill) throws Exception {
        AtomicReference<ProcessHandle> victim = new AtomicReference<>();
        Jar.await(kill.toString(), () -> {
            if (isIn(run, kill.part())) {
                victim.set(kill.ofRunner() ? run.process().toHandle() : worker(run, kill.part()));
            }
            return victim.get() != null || !run.process().isAlive();
        });
        if (kill.part().lasts) {
            Thread.sleep(random.nextInt(LATEST_MILLIS));
        }
        boolean inTime = victim.get() != null && victim.get().isAlive() && isIn(run, kill.part());
        if (victim.get() != null) {
            victim.get().destroyForcibly();
        }
        last = run.await();
        if (!kill.ofRunner()) {
            assertTrue(last.exitCode() <= 1, last::said);
        }
        return inTime;
    }

    private boolean isLoaded() {
        return children(here.resolve(data)).stream().anyMatch(folder -> Files.exists(folder.resolve("manifest.json")));
    }

    /** Null when there is none, or no more. */
    private static ProcessHandle worker(Jar.Running run, Part part) {
        return run.process()
                .descendants()
                .filter(process -> Jar.commandOf(process.pid()).contains(part.worker))
                .findFirst()
                .orElse(null);
    }

    private boolean isIn(Jar.Running run, Part part) {
        List<Path> stores = children(here.resolve(data));
        return switch (part) {
            case LOAD -> stores.stream().anyMatch(KilledRunIT::isUnfinishedLoad) && worker(run, part) != null;
            case COPY -> stores.stream().anyMatch(folder -> isUnfinishedCopyOf(run, folder));
            case MEASURE -> results.isAt("measuring", "");
            case SETTLE -> results.isAt("settling", "");
        };
    }

    private static boolean isUnfinishedLoad(Path folder) {
        return !folder.toString().contains("-copy-")
                && Files.exists(folder.resolve("store"))
                && !Files.exists(folder.resolve("manifest.json"));
    }

    /** The name of a copy holds the process of its run, so what an earlier run has left is not taken for it. */
    private static boolean isUnfinishedCopyOf(Jar.Running run, Path folder) {
        return folder.toString().contains("-copy-" + run.process().pid() + "-")
                && Files.exists(folder.resolve("store"))
                && !Files.exists(folder.resolve("manifest.json"));
    }

    private static List<Path> children(Path folder) {
        try (Stream<Path> children = Files.list(folder)) {
            return children.toList();
        } catch (IOException notYet) {
            return List.of();
        }
    }
}
