package storemark.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import storemark.Tree;

/** One small run of everything, looked at from all sides. */
class RunIT {
    private static final String SUITE = """
            about: each workload once, three engines, one and two threads
            settings: {entries: 4k, step: 1k, time: 50ms, cache: 32m}
            groups:
            - {engines: [lmdb, tupl, null], workloads: [insert, read], threads: [1]}
            - {engines: [lmdb], workloads: [scan, forward, reverse, update, mix, remove], threads: [2]}
            """;

    private static final int CELLS = 12;

    @TempDir
    static Path here;

    private static Jar jar;
    private static Jar.Ended whole;
    private static RunResults results;

    @BeforeAll
    static void runOnce() throws Exception {
        jar = new Jar(here);
        Files.writeString(here.resolve("small.yaml"), SUITE);
        whole = jar.run("run", "small.yaml", "--dir", here.resolve("data").toString(), "--results", "results");
        results = new RunResults(here.resolve("results"));
    }

    @Test
    void everyCellIsMeasured() throws IOException {
        whole.expect(0);
        assertEquals(List.of(), whole.err());
        assertEquals(CELLS, results.states().size());
        assertEquals(Set.of("DONE"), new HashSet<>(results.states().values()));
        for (String id : results.states().keySet()) {
            JsonNode result = results.cell(id);
            assertTrue(result.at("/primaryMetric/score").asDouble() > 0, id);
            List<Double> rates = RunResults.metric(result, "wallRate");
            assertEquals(4, rates.size(), id);
            rates.forEach(rate -> assertTrue(rate > 0, id + " has the rates " + rates));
        }
    }

    /**
     * While another has its turn, a fork is stopped for as long as three increments take or longer. JMH's clock must not have run
     * meanwhile, and no operation may seem to have taken that long.
     */
    @Test
    void waitingForATurnIsNoPartOfWhatIsMeasured() throws IOException {
        for (String id : results.states().keySet()) {
            if (id.contains("-read-")) {
                JsonNode result = results.cell(id);
                List<Double> rates = RunResults.metric(result, "wallRate");
                JsonNode scores = result.at("/primaryMetric/rawData/0");
                List<Double> longest = new ArrayList<>();
                for (int at = 0; at < rates.size(); at++) {
                    double score = scores.get(at).asDouble();
                    assertTrue(score > 0.7 * rates.get(at), id + " has the scores " + scores + ", the rates " + rates);
                    longest.add(RunResults.metric(result, "latencyMax").get(at));
                }
                assertTrue(Collections.min(longest) < 50e6, id + " has the longest latencies " + longest);
            }
        }
    }

    @Test
    void theKeyRangeGrowsByAStepAnIteration() throws IOException {
        for (String id : results.states().keySet()) {
            List<Double> expected = id.contains("-remove-")
                    ? List.of(3000.0, 2000.0, 1000.0, 0.0) // what is left
                    : List.of(1000.0, 2000.0, 3000.0, 4000.0);
            assertEquals(expected, RunResults.metric(results.cell(id), "keyRange"), id);
        }
    }

    /** JMH counts a thousand records for each call, also in the first increment, where a thread's part has 500. */
    @Test
    void aWalkOverFewRecordsGoesAroundUntilItHasReadAThousand() throws IOException {
        for (String walk : List.of("lmdb-forward-", "lmdb-reverse-")) {
            String id = results.states().keySet().stream()
                    .filter(cell -> cell.startsWith(walk))
                    .findFirst()
                    .orElseThrow();
            List<Double> read = RunResults.metric(results.cell(id), "operations");
            assertEquals(4, read.size(), id);
            read.forEach(records -> assertTrue(records > 0 && records % 1000 == 0, read::toString));
        }
    }

    @Test
    void theFolderHoldsWhatItShould() throws IOException {
        for (String file : List.of("run.json", "machine.json", "jmh.json", "results.csv", "report.html")) {
            assertTrue(Files.size(results.folder().resolve(file)) > 0, file);
        }
        assertEquals(CELLS, results.json("jmh.json").size());
        assertEquals(6, results.json("jmh-t1.json").size());
        assertEquals(6, results.json("jmh-t2.json").size());
        List<Path> charts = Tree.list(results.folder().resolve("charts"));
        assertTrue(charts.stream().anyMatch(chart -> chart.toString().endsWith(".svg")));
        assertFalse(results.files().keySet().stream().anyMatch(name -> name.endsWith(".tmp")));
        assertEquals(Set.of("lmdb", "tupl", "null"), datasets(here.resolve("data")));
    }

    @Test
    void noPathOfThisMachineIsInTheFolder() throws IOException {
        List<String> paths = List.of(
                here.toString(),
                here.toRealPath().toString(),
                System.getProperty("java.home"),
                System.getProperty("user.home"),
                System.getProperty("user.dir"));
        results.files()
                .forEach((name, content) -> paths.stream()
                        .filter(path -> path.length() > 1)
                        .forEach(path -> assertFalse(content.contains(path), () -> name + " names " + path)));
    }

    @Test
    void theTerminalShowsATableAndWhereTheRestIs() {
        String out = String.join("\n", whole.out());
        assertTrue(out.contains("12 of 12 cells to measure"), out);
        assertTrue(whole.out().stream().anyMatch(line -> line.matches("lmdb( +[0-9.]+[kMG]?\\*?)+")), out);
        assertTrue(out.contains("results/report.html"), out);
    }

    @Test
    void aReportDrawnAgainIsTheSameToTheByte() throws Exception {
        Map<String, String> before = results.files();
        Files.delete(results.folder().resolve("report.html"));
        for (Path chart : Tree.list(results.folder().resolve("charts"))) {
            Files.delete(chart);
        }
        jar.run("report", "results").expect(0);
        expectUnchanged(before, results.files());
        jar.run("report", "results", "--page-only", "--out", "elsewhere").expect(0);
        Map<String, String> elsewhere = new RunResults(here.resolve("elsewhere")).files();
        assertTrue(
                elsewhere.containsKey("report.html"), () -> elsewhere.keySet().toString());
        expectUnchanged(elsewhere, before);
    }

    private static Map<String, String> expectUnchanged(Map<String, String> before, Map<String, String> now) {
        before.forEach((name, content) -> assertTrue(content.equals(now.get(name)), name + " has changed"));
        return now;
    }

    /** The engines whose datasets are below {@code directory}; any other folder there is listed by its own name. */
    private static Set<String> datasets(Path directory) throws IOException {
        return Jar.datasets(directory).stream()
                .map(folder -> folder.getFileName().toString().replaceFirst("-4000x8\\+100-[0-9a-f]{8}$", ""))
                .collect(Collectors.toSet());
    }

    @Test
    void aFinishedRunHasNothingLeftToMeasure() throws Exception {
        Map<String, String> before = results.files();
        Jar.Ended again = jar.run("run", "--resume", "results", "--dir", "data", "--dry-run")
                .expect(0);
        assertTrue(again.out().get(again.out().size() - 1).startsWith("0 cells, about 0 s"), again::said);
        assertEquals(before.keySet(), expectUnchanged(before, results.files()).keySet());
    }

    @Test
    void aRunIsNotWrittenOverByAnother() throws Exception {
        Map<String, String> before = results.files();
        jar.run("run", "small.yaml", "--dir", "data", "--results", "results")
                .expectLine(
                        3, "results holds a run already: use run --resume results to continue, or name another folder");
        assertEquals(before.keySet(), expectUnchanged(before, results.files()).keySet());
    }

    /** Also where none is said, which is the default's. Other options are refused without a process in {@code ResumeTest}. */
    @ParameterizedTest
    @ValueSource(strings = {"", " --dir other"})
    void goesOnOnlyInTheDirectoryThatItBeganIn(String option) throws Exception {
        jar.run("run --resume results" + option).expectLine(2, "results was started with another --dir than ");
        assertFalse(Files.exists(here.resolve("other")));
    }

    @Test
    void whatWasFoundBeforeTheRunIsKeptWithIt() throws IOException {
        List<String> printed =
                whole.out().stream().filter(line -> line.startsWith("warn: ")).toList();
        JsonNode kept = results.json("machine.json").get("warnings");
        assertTrue(kept.isArray());
        assertEquals(printed.size(), kept.size(), () -> printed + ", kept: " + kept);
        for (JsonNode warning : kept) {
            assertTrue(String.join("\n", printed).contains("warn: " + warning.asText()), warning::asText);
        }
        String flags = results.json("machine.json").at("/jvm/forkFlags").asText();
        assertTrue(flags.contains("-XX:+UseG1GC") && flags.contains("-XX:TieredStopAtLevel=1"), flags);
    }

    /** A run of before this build is one of other versions, whatever version it states. */
    @Test
    void goesOnOnlyWithTheVersionsThatItBeganWith() throws Exception {
        Path edited = here.resolve("edited");
        Files.createDirectories(edited.resolve("cells"));
        for (String name : List.of("run.json", "plan.json", "machine.json")) {
            String content = Files.readString(results.folder().resolve(name))
                    .replaceFirst("\"harness\" : \"([^\"+]+)[^\"]*\"", "\"harness\" : \"$1\"")
                    .replaceFirst("(\"jvm\" : \\{[^}]*\"version\" : \")[^\"]*", "$1old")
                    .replaceFirst("-XX:\\+AlwaysPreTouch", "-XX:+UseNUMA")
                    .replaceFirst("LMDB [0-9.]+", "LMDB 0.1.2");
            Files.writeString(edited.resolve(name), content);
        }
        jar.run("run", "--resume", "edited", "--dir", "data")
                .expectLine(3, "edited was started with other versions or flags (storemark ")
                .expectLine(3, "; Java old then, ")
                .expectLine(3, "; its JVM flags were different")
                .expectLine(3, "; lmdb LMDB 0.1.2, lmdbjava");
    }
}
