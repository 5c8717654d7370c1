package storemark.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import example.HungryEngine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import storemark.Tree;
import storemark.machine.MemoryGroup;

/** Runs with a memory budget, the least that is offered, over stores of one and a half times its size. */
class MemoryIT {
    private static final long BUDGET = 192L << 20;
    private static final String DATA =
            " --memory 192m --workloads read --threads 1 --entries 320k --step 80k --value-bytes 1000";
    private static final List<String> ENGINES = List.of("lmdb", "tupl", "rocksdb", "sqlite", "je", "null");

    @TempDir
    static Path here;

    private static Jar jar;
    private static Path groups;

    /** Where groups are made: beside one that is made now. */
    @BeforeAll
    static void groupsOrSkip() throws Exception {
        String type = Files.getFileStore(here).type();
        assumeTrue(!type.equals("tmpfs"), "skipped: the temporary directory is on tmpfs, whose pages cannot go");
        try (MemoryGroup probe = MemoryGroup.create(BUDGET)) {
            groups = probe.directory().getParent();
        } catch (IOException none) {
            assumeTrue(false, "skipped: " + none.getMessage());
        }
        jar = new Jar(here);
    }

    /** The groups of a harness that is, or was, the process {@code id}. */
    private static List<String> groupsOf(long id) throws IOException {
        return Tree.list(groups).stream()
                .map(path -> path.getFileName().toString())
                .filter(name -> name.startsWith("storemark-" + id + "-") && !name.endsWith("-self"))
                .toList();
    }

    /** In memory nothing is read from the disk once the first part is there; past it every engine has to. */
    @Test
    void everyEngineKeepsToTheLimitAndReadsFromDiskPastIt() throws Exception {
        Path own = Files.createDirectory(here.resolve("shipped"));
        jar.run("load --entries 320k --value-bytes 1000 --dir shipped/data --engines " + String.join(",", ENGINES))
                .expect(0);
        String asked = "run --page-only --engines " + String.join(",", ENGINES) + DATA;
        Jar.Ended run = Jar.asShipped(own)
                .run(asked + " --time 200ms --dir data --results results")
                .expect(0);
        RunResults results = new RunResults(own.resolve("results"));
        assertEquals(ENGINES.size(), results.states().size());
        for (String cell : results.states().keySet()) {
            JsonNode result = results.cell(cell);
            List<Double> read = RunResults.metric(result, "ioReadBytes");
            double peak = Collections.max(RunResults.metric(result, "memoryPeakBytes"));
            System.out.printf(
                    "%s: peak %.1f MiB, rates %s, bytes read %s%n",
                    cell, peak / (1 << 20), RunResults.metric(result, "wallRate"), read);
            assertEquals(BUDGET, Collections.max(RunResults.metric(result, "memoryLimitBytes")), cell);
            assertTrue(peak <= BUDGET && peak > BUDGET / 4, () -> cell + " had a peak of " + peak);
            boolean stores = !cell.startsWith("null-");
            double last = read.get(read.size() - 1);
            // However few operations a loaded machine lets through, each of a store reads a page; the control's reads
            // are code.
            assertTrue(stores ? last > 64 << 10 : last < 1 << 20, () -> cell + " read " + read);
            for (String part : List.of("pageCacheBytes", "heapBytes", "nativeBytes")) {
                assertTrue(Collections.max(RunResults.metric(result, part)) > 0, () -> cell + ": " + part);
            }
        }
        for (String engine : ENGINES) {
            expectRates(engine, run);
        }
        String report = Files.readString(own.resolve("results/report.html"));
        assertTrue(report.contains("192 MiB of memory"), "in the set-up of a chart");
        assertTrue(report.contains("data exceed 192 MiB memory"), "beside the curve");
        assertTrue(report.contains("at most 75% of 192 MiB memory in the largest store"), "under the windows");
        assertEquals(
                String.valueOf(BUDGET),
                results.json("run.json").at("/options/memory").asText());
    }

    /** Both rates are numbers in the table that the run prints, and the last column is their ratio, whatever this machine's is. */
    private static void expectRates(String engine, Jar.Ended run) {
        String row = run.out().stream()
                .filter(line -> line.startsWith(engine + " ") && line.endsWith("%"))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no ratio of " + engine + " in: " + run.said()));
        String[] cells = row.strip().split(" {2,}", -1);
        double inMemory = rate(cells[cells.length - 3]);
        double pastMemory = rate(cells[cells.length - 2]);
        double percent = Double.parseDouble(cells[cells.length - 1].replace("%", ""));
        assertEquals(100 * pastMemory / inMemory, percent, 1 + 0.02 * percent, row);
    }

    private static double rate(String shown) {
        assertTrue(shown.matches("[0-9.]+[kMG]?"), shown);
        int prefix = " kMG".indexOf(shown.charAt(shown.length() - 1));
        double number = Double.parseDouble(prefix < 0 ? shown : shown.substring(0, shown.length() - 1));
        return number * Math.pow(1000, Math.max(prefix, 0));
    }

    /**
     * Eviction once ended the lock that keeps a copy, so the fork of an insert swept it away; and an insert of as many records as the
     * updates was taken for one that writes to their copy, which was then made again.
     */
    @Test
    void aCopyOutlivesInsertsBetweenTheCellsThatWriteToIt() throws Exception {
        Files.writeString(here.resolve("between.yaml"), """
                about: updates of one copy, with an insert between them
                settings: {engines: [lmdb], entries: 20k, step: 50%, time: 50ms, threads: [1], memory: 192m}
                groups:
                - {workloads: [update]}
                - {workloads: [insert], entries: 2k}
                - {workloads: [insert]}
                - {workloads: [update], durability: power}
                """);
        Jar.Ended run = jar.run("run between.yaml --page-only --dir between --results between-run")
                .expect(0);
        assertFalse(run.said().contains("repeated to rebuild its store"), run::said);
        RunResults results = new RunResults(here.resolve("between-run"));
        assertEquals(4, Collections.frequency(results.outcomes(), "DONE"), results::toString);
    }

    /** Pages of the store are in the page cache already, and cannot go because this process has them mapped. */
    @Test
    void pagesThatAreCachedOutsideFailTheCell() throws Exception {
        jar.run("load --engines lmdb --entries 80k --value-bytes 1000 --dir held")
                .expect(0);
        Path data = Tree.files(here.resolve("held")).stream()
                .filter(file -> file.endsWith("data.mdb"))
                .findFirst()
                .orElseThrow();
        try (FileChannel channel = FileChannel.open(data)) {
            MappedByteBuffer map =
                    channel.map(FileChannel.MapMode.READ_ONLY, 0, 64 << 20).load();
            String fewer = DATA.replace("320k", "80k");
            jar.run("run --page-only --engines lmdb --time 100ms --dir held --results cached" + fewer)
                    .expect(1);
            assertTrue(map.isLoaded(), "this process still has it");
        }
        RunResults results = new RunResults(here.resolve("cached"));
        String cell = results.states().keySet().iterator().next();
        assertEquals("FAILED", results.states().get(cell));
        assertTrue(results.reason(cell).contains("64 MiB of the store stay in the page cache"), results.reason(cell));
    }

    @Test
    void aForkThatTakesTooMuchIsKilledAndItsCellAloneFails() throws Exception {
        Path own = Files.createDirectories(here.resolve("hungry"));
        Path engine = EngineJar.pack(own.resolve("hungry.jar"), HungryEngine.class, "HungrySession");
        Jar.with(engine, own)
                .run(
                        "run --page-only --engines hungry,null --durability none --workloads read --threads 1 --entries 1k --step 1k --time 500ms"
                                + " --memory 192m --dir data --results results")
                .expect(1);
        RunResults results = new RunResults(own.resolve("results"));
        Map<String, String> states = results.states();
        assertEquals(List.of("FAILED", "DONE"), List.copyOf(states.values()));
        String reason = results.reason(states.keySet().iterator().next());
        assertTrue(reason.startsWith("killed: the memory group reached 192 MiB"), reason);
    }

    @Test
    void noGroupOutlivesItsHarness() throws Exception {
        Jar.Running killed = jar.start("run --engines null --time 100s --dir data --results endless" + DATA);
        awaitGroup(killed);
        killed.kill();
        jar.expectNobodyAlive();
        assertFalse(groupsOf(killed.process().pid()).isEmpty(), "nobody was there to remove it");

        Jar.Running stopped = jar.start("run", "--resume", "endless", "--dir", "data");
        awaitGroup(stopped);
        assertEquals(List.of(), groupsOf(killed.process().pid()), "once the next run measures");
        stopped.process().destroy(); // SIGTERM
        stopped.await();
        assertEquals(List.of(), groupsOf(stopped.process().pid()), "after a signal");
    }

    private static void awaitGroup(Jar.Running run) throws Exception {
        Jar.await("the group of a fork", () -> {
            try {
                return groupsOf(run.process().pid()).stream().anyMatch(MemoryIT::hasProcess)
                        || !run.process().isAlive();
            } catch (IOException unreadable) {
                throw new UncheckedIOException(unreadable);
            }
        });
        assertTrue(run.process().isAlive(), "the run has ended before its fork was seen");
    }

    private static boolean hasProcess(String group) {
        try {
            return !Files.readString(groups.resolve(group).resolve("cgroup.procs"))
                    .isEmpty();
        } catch (IOException gone) {
            return false;
        }
    }

    /** The data are larger than what one read ahead brings in while the store is opened. */
    @Test
    void coldStepsReadFromDiskAgainAndAgain() throws Exception {
        Files.writeString(here.resolve("cold.yaml"), """
                about: the same reads twice, with caches emptied before each increment and without
                settings: {engines: [lmdb, tupl], workloads: [read], threads: [1], entries: 200k, step: 100k, time: 100ms}
                groups: [{cold: true}, {cold: false}]
                """);
        jar.run("run cold.yaml --page-only --dir data --results cold").expect(0);
        RunResults results = new RunResults(here.resolve("cold"));
        assertEquals(4, results.states().size());
        for (String cell : results.states().keySet()) {
            JsonNode result = results.cell(cell);
            boolean cold = result.at("/params/cold").asText().equals("true");
            for (double read : RunResults.metric(result, "ioReadBytes")) {
                assertEquals(cold, read > 0, () -> cell + (cold ? ", cold," : ", warm,") + " read " + read);
            }
        }
        assertEquals("true", results.json("run.json").at("/options/cold").asText());
        String report = Files.readString(here.resolve("cold/report.html"));
        assertTrue(report.contains("cold: caches emptied before each increment"), "in the set-up of a chart");
    }

    /** As the user nobody, who owns no group. */
    @Test
    void withoutMemoryGroupARunIsRefusedUnlessAdvisory() throws Exception {
        Jar nobody = Jar.asNobody(here);
        Path own = here.resolve("nobody");
        String run =
                "run --page-only --engines null --workloads read --threads 1 --entries 1k --step 1k --time 10ms --memory 192m"
                        + " --dir data --results results";
        Jar.Ended refused = nobody.run(run).expectLine(3, "cannot create a memory group: ");
        assertTrue(
                refused.err().get(0).contains("run once: sudo mkdir -p ")
                        || refused.err().get(0).contains("systemd-run"),
                refused::said);
        assertFalse(Files.exists(own.resolve("results")));

        nobody.run(run + " --memory-advisory").expect(0);
        RunResults results = new RunResults(own.resolve("results"));
        JsonNode cell = results.cell(results.states().keySet().iterator().next());
        double heap = Collections.max(RunResults.metric(cell, "heapBytes"));
        assertTrue(heap > 1 << 20 && heap < Collections.max(RunResults.metric(cell, "rssPeakBytes")), () -> "" + heap);
        assertEquals(-1, Collections.max(RunResults.metric(cell, "memoryLimitBytes")));
        assertTrue(results.json("run.json")
                .at("/options/memory-advisory")
                .asText()
                .contains("cannot create a memory group"));
        assertTrue(Files.readString(own.resolve("results/report.html")).contains("192 MiB, not enforced"));
    }

    @Test
    void refusesInvalidMemoryOptions() throws Exception {
        jar.run("run --memory-advisory --results no --engines null").expectLine(2, "--memory-advisory needs --memory");
        jar.run(
                        "ReadBenchmark -p memory=192m -p engine=null -p entries=1k -p step=1k -f 1 -wi 0 -i 1 -r 10ms -foe true")
                .expect(1);
    }
}
