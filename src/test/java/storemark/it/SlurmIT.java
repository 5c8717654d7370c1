package storemark.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import storemark.Opened;
import storemark.Tree;

/** A suite over two nodes by scripts/slurm, as a user submits it, while a task is killed; beside it the same suite by one run. */
class SlurmIT {
    private static final Path SUBMIT = Path.of("scripts/slurm/submit.sh").toAbsolutePath();
    private static final String SUITE = """
            settings:
              engines: [lmdb, "null"]
              workloads: [read, update]
              threads: [1]
              entries: 20k
              step: 10k
              time: 100ms
              repetitions: 2
            """;
    private static final int RESULTS_BEFORE_THE_KILL = 4; // the reference's two, and two that took turns

    @TempDir
    Path here;

    @AutoClose
    private final Opened opened = new Opened();

    private Slurm slurm;

    private Path site() throws IOException {
        Path java = QuickStart.java(here.resolve("java"), false); // tasks run a copy of the jar
        return Files.writeString(
                here.resolve("site.conf"),
                "TIME_LIMIT=0:20:00\nSCRATCH='" + here.resolve("scratch") + "'\nSHARED='" + here.resolve("shared")
                        + "'\nJAVA='" + java + "'\n");
    }

    private static List<Path> cells(Path shard) {
        if (!Files.isDirectory(shard.resolve("cells"))) {
            return List.of();
        }
        try {
            return Tree.list(shard.resolve("cells")).stream()
                    .filter(file -> file.toString().endsWith(".json"))
                    .filter(file -> !file.toString().contains(".try"))
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** kill -9 of the process that runs the first shard; returns the results that were there. */
    private Map<String, String> killFirst(Path shard) throws Exception {
        Jar.await("results of shard 1", () -> cells(shard).size() >= RESULTS_BEFORE_THE_KILL);
        List<ProcessHandle> runners = ProcessHandle.allProcesses()
                .filter(process -> process.info().commandLine().orElse("").contains("--results " + shard + " "))
                .filter(process -> process.info().command().orElse("").endsWith("java"))
                .toList();
        assertEquals(1, runners.size(), runners::toString);
        assertTrue(runners.get(0).destroyForcibly());
        Map<String, String> kept = new TreeMap<>();
        for (Path cell : cells(shard)) {
            kept.put(cell.getFileName().toString(), Files.readString(cell));
        }
        return kept;
    }

    @Test
    void aSuiteOverTwoNodesIsTheSameRunThoughATaskIsKilled() throws Exception {
        slurm = opened.add(Slurm.start(here.resolve("slurm")));
        Path suite = Files.writeString(here.resolve("mine.yaml"), SUITE);
        Slurm.Said submitted = slurm.run(
                "env",
                "STOREMARK_JAR=" + Path.of(System.getProperty("storemark.jar")).toAbsolutePath(),
                SUBMIT.toString(),
                suite.toString(),
                "--nodes",
                "2",
                "--site",
                site().toString(),
                "--retry",
                "0"); // a busy machine would have everything measured twice
        assertEquals(0, submitted.exitCode(), submitted::text);
        Matcher told = Pattern.compile("job (\\d+) measures 2 shards(?s:.*)Folder: (.+)\n")
                .matcher(submitted.text());
        assertTrue(told.find(), submitted::text);
        String job = told.group(1);
        Path folder = Path.of(told.group(2));
        Path log = folder.resolve("logs/shard-1.log");

        Map<String, String> kept = killFirst(folder.resolve("shards/1"));
        Jar.await("the requeue", () -> contains(log, "killed by signal 9: queued again"));
        // Slurm waits two minutes before it starts again what was requeued, so that the node is rid of it: here, some
        // seconds.
        Jar.await("the second start", () -> {
            pause(5_000);
            slurm.run("scontrol", "update", "JobId=" + job + "_1", "StartTime=now");
            return contains(log, "start 1,");
        });
        Jar.await("the end of all jobs", () -> {
            pause(1_000);
            return slurm.run("squeue", "-h").text().isBlank();
        });
        Path merged = folder.resolve("merged");
        assertTrue(
                Files.exists(merged.resolve("report.html")),
                () -> read(folder.resolve("logs/merge.log")) + read(log) + read(folder.resolve("logs/shard-2.log")));
        for (Map.Entry<String, String> cell : kept.entrySet()) {
            assertEquals(
                    cell.getValue(),
                    Files.readString(folder.resolve("shards/1/cells").resolve(cell.getKey())),
                    "a requeue keeps what was measured");
        }
        assertEquals(List.of(), Tree.list(here.resolve("scratch")), "tasks delete their stores");

        Jar jar = new Jar(here);
        jar.run("run mine.yaml --dir data --results serial --page-only").expect(0);
        expectTheSame(new RunResults(here.resolve("serial")), new RunResults(merged));
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    private static boolean contains(Path log, String words) {
        return Files.exists(log) && read(log).contains(words);
    }

    private static String read(Path log) {
        try {
            return Files.readString(log);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** All but what was measured. */
    private static void expectTheSame(RunResults serial, RunResults merged) throws IOException {
        assertEquals(serial.states(), merged.states());
        assertEquals(Set.of("DONE"), new TreeSet<>(merged.states().values()));
        for (String part : List.of("suite", "harness", "engines", "options")) {
            assertEquals(
                    serial.json("run.json").path(part), merged.json("run.json").path(part), part);
        }
        assertEquals(cellsOf(serial), cellsOf(merged));
        assertEquals(2, merged.json("machine.json").path("shards").size());
        assertEquals(tables(serial), tables(merged));
    }

    private static Map<String, JsonNode> cellsOf(RunResults run) throws IOException {
        Map<String, JsonNode> cells = new TreeMap<>();
        run.json("run.json")
                .path("cells")
                .forEach(cell -> cells.put(cell.path("id").asText(), cell));
        return cells;
    }

    /** What the page says of every engine without a measured number: the heads of its table of rates, and its versions. */
    private static List<Set<String>> tables(RunResults run) throws IOException {
        String page = Files.readString(run.folder().resolve("report.html"));
        return List.of(
                fields("<th[^>]*>(.*?)</th>", section(page, "rates")),
                fields("<t[hd][^>]*>(.*?)</t[hd]>", section(page, "engines")));
    }

    private static String section(String page, String id) {
        return page.replaceFirst("(?s).*<section id=\"" + id + "\">", "").replaceFirst("(?s)</section>.*", "");
    }

    private static Set<String> fields(String form, String text) {
        Set<String> fields = new TreeSet<>();
        Pattern.compile(form, Pattern.DOTALL).matcher(text).results().forEach(found -> fields.add(found.group(1)));
        assertTrue(fields.stream().anyMatch(field -> field.contains("lmdb")), fields::toString);
        return fields;
    }
}
