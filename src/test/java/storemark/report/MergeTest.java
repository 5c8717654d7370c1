package storemark.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import storemark.results.Merge;
import storemark.results.Results;
import storemark.results.RunFile.CellEntry;
import storemark.results.RunFile.State;
import storemark.statistics.Ratio;
import storemark.workload.Workload;

/** Shards of one plan joined: what the merged run holds and says, and what is refused. */
class MergeTest extends WithRun {
    private Results serial;
    private ShardedRun sharded;

    @BeforeEach
    void measure() throws IOException {
        run.engines = List.of("lmdb", "tupl", "null");
        run.only(Workload.READ, Workload.SCAN);
        run.repetitions = 5; // the fewest that a verdict needs
        run.steps = 3;
        run.states = Map.of("tupl-scan", State.UNSUPPORTED);
        serial = run.write(folder.resolve("serial"));
        sharded = new ShardedRun(folder, serial);
    }

    private List<Path> three() throws IOException {
        return List.of(sharded.write("1", 1), sharded.write("2", 2), sharded.write("3", 3));
    }

    private String refused(List<Path> runs) {
        String message =
                assertThrows(IOException.class, () -> new Merge(runs, false)).getMessage();
        assertEquals(1, message.lines().count(), message);
        return message;
    }

    private static List<Ratio> ratios(Results run) {
        List<Ratio> ratios = new ArrayList<>();
        for (Group group : new ReportData(List.of(run)).groups()) {
            for (Series series : group.measured().subList(1, group.measured().size())) {
                SeriesRatio.of(series, group.measured().get(0)).ifPresent(ratios::add);
            }
        }
        return ratios;
    }

    @Test
    void theWholeHasTheCellsAndTheReportOfTheSerialRun() throws IOException {
        Merge merge = new Merge(three(), false);
        assertEquals(List.of(folder.resolve("merged")), merge.write(folder.resolve("merged")));
        assertEquals(List.of(), merge.missing());
        assertEquals(List.of(), merge.notes());
        Results merged = Results.read(folder.resolve("merged"));
        assertEquals(
                serial.run().cells().stream().map(CellEntry::id).toList(),
                merged.run().cells().stream().map(CellEntry::id).toList());
        assertEquals(
                serial.run().cells().stream().map(CellEntry::state).toList(),
                merged.run().cells().stream().map(CellEntry::state).toList());
        assertEquals("2026-11-21T08:00:01Z", merged.run().started());
        assertEquals(
                SummaryTable.of(new ReportData(List.of(serial))).text(100),
                SummaryTable.of(new ReportData(List.of(merged))).text(100));
        assertTrue(Files.exists(folder.resolve("merged/jmh.json")));
        new Report(List.of(merged)).write(folder.resolve("merged"), false);
        String page = Files.readString(folder.resolve("merged/report.html"));
        assertTrue(page.contains("<section id=\"machines\">"), page);
        assertTrue(page.contains("swap is in use"), "warnings of shards are kept");
    }

    /** Rates fall with a slow machine; ratios, which pair what was measured on one, do not. */
    @Test
    void aSlowMachineIsSeenAndChangesNoRatio() throws IOException {
        List<Path> shards = new ArrayList<>(List.of(sharded.write("1", 1), sharded.write("2", 2)));
        sharded.speed = 0.5;
        shards.add(sharded.write("3", 3));
        new Merge(shards, false).write(folder.resolve("merged"));
        Results merged = Results.read(folder.resolve("merged"));
        List<Ratio> ratios = ratios(merged);
        assertEquals(3, ratios.size());
        List<Ratio> expected = ratios(serial);
        for (int at = 0; at < ratios.size(); at++) {
            assertEquals(expected.get(at).median(), ratios.get(at).median(), 1e-9);
            assertEquals(expected.get(at).low(), ratios.get(at).low(), 1e-9);
            assertEquals(expected.get(at).high(), ratios.get(at).high(), 1e-9);
        }
        ShardSpeeds speeds = ShardSpeeds.of(merged).orElseThrow();
        assertEquals(List.of("1", "2", "3"), speeds.shards());
        for (String name : List.of("reads of null", "compute canary", "memory canary")) {
            double[] values = speeds.speeds().get(name);
            assertEquals(0.5, values[2] / values[0], 1e-9, name);
        }
        assertTrue(speeds.table().text().contains("(0.5\u00d7)"), speeds.table()::text);
        Chart chart = speeds.chart();
        assertEquals(List.of("1", "2", "3"), chart.categories());
        assertEquals(0.5, chart.series().get(0).points().get(2)[1], 1e-9);
        assertEquals(
                List.of(chart.id()),
                Topic.charts(new ReportData(List.of(merged))).get(Topic.MACHINES).stream()
                        .map(Chart::id)
                        .toList());
    }

    @Test
    void aShardMeasuredTwiceIsTakenOnceAndTheFullerOneCounts() throws IOException {
        sharded.lacking = List.of("lmdb-read-t1-p1-r2");
        Path half = sharded.write("2-half", 2);
        sharded.lacking = List.of();
        List<Path> shards = new ArrayList<>(List.of(half));
        shards.addAll(three());
        Merge merge = new Merge(shards, false);
        assertEquals(List.of(), merge.missing());
        assertEquals(
                List.of("shard 2 was measured twice: " + folder.resolve("2") + " is used, " + half + " is ignored"),
                merge.notes());
        merge.write(folder.resolve("merged"));
        assertEquals(
                serial.measurements().size(),
                Results.read(folder.resolve("merged")).measurements().size());
    }

    @Test
    void whatIsMissingIsListedWithItsCommand() throws IOException {
        sharded.lacking = List.of("lmdb-read-t1-p1-r2");
        Merge merge = new Merge(List.of(sharded.write("1", 1), sharded.write("2", 2)), false);
        assertEquals(2, merge.missing().size());
        assertEquals(
                "shard 2 lacks 1 cells: lmdb-read-t1-p1-r2\n  to measure: run --resume " + folder.resolve("2")
                        + " with the --dir that it was started with",
                merge.missing().get(0));
        assertTrue(merge.missing().get(1).startsWith("shard 3 lacks 6 cells: "), merge.missing()::toString);
        assertTrue(
                merge.missing().get(1).endsWith("to measure: run quick --repetitions 5 --shard 3/3"),
                merge.missing()::toString);
        merge.write(folder.resolve("merged"));
        Results merged = Results.read(folder.resolve("merged"));
        assertEquals(serial.run().cells().size(), merged.run().cells().size());
        assertEquals(
                7,
                merged.run().cells().stream()
                        .filter(cell -> cell.state() == State.PENDING)
                        .count());
    }

    private Path other(String what) throws IOException {
        switch (what) {
            case "plan" -> sharded.options = Map.of("retry", "2");
            case "division" -> sharded.of = 4;
            case "harness" -> sharded.harness = "0.2.0";
            case "engine" -> sharded.engineVersion = "1.3";
            case "Java" ->
                sharded.machine.put("jvm", Map.of("vendor", "Example", "version", "25", "forkFlags", "-Xmx1g"));
            case "CPU" -> sharded.machine.put("cpu", Map.of("model", "Example 9001", "usableCores", 2));
            case "memory" -> sharded.machine.put("memory", Map.of("totalBytes", 34_359_738_368L));
            case "kernel" -> sharded.machine.put("kernel", Map.of("release", "6.2"));
            case "memory limit" -> sharded.done = Map.of("memory-advisory", "cannot create a memory group");
            case "storage" -> sharded.machine.put("storage", Map.of("fileSystem", "xfs"));
            case "governor" ->
                sharded.machine.put(
                        "cpu", Map.of("model", "Example 9000", "usableCores", 2, "governors", List.of("powersave")));
            default -> throw new IllegalArgumentException(what);
        }
        return sharded.write("other", 3);
    }

    static List<String> traitsOfAMachine() {
        return List.of("CPU", "memory", "memory limit", "kernel", "storage", "governor");
    }

    @ParameterizedTest
    @ValueSource(strings = {"plan", "division", "harness", "engine", "Java"})
    @MethodSource("traitsOfAMachine")
    void shardsThatDoNotBelongTogetherAreRefused(String what) throws IOException {
        String message = refused(List.of(sharded.write("1", 1), sharded.write("2", 2), other(what)));
        assertTrue(message.startsWith(folder.resolve("other") + " "), message);
        assertEquals(traitsOfAMachine().contains(what), message.contains("--mixed-machines"), message);
    }

    @Test
    void theLimitOfMemoryCountsWhicheverShardLacksIt() throws IOException {
        Path advisory = other("memory limit");
        sharded.done = Map.of();
        String message = refused(List.of(advisory, sharded.write("1", 1)));
        assertTrue(message.contains("memory limit as asked for, not advisory"), message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"harness", "Java", "plan"})
    void mixedMachinesAreNoReasonToMixAnythingElse(String what) throws IOException {
        List<Path> runs = List.of(sharded.write("1", 1), other(what));
        assertThrows(IOException.class, () -> new Merge(runs, true));
    }

    @Test
    void aWholeRunIsNoShard() {
        assertTrue(refused(List.of(folder.resolve("serial"))).contains("was run without --shard"));
    }

    @Test
    void memoryOfOneKindOfMachineMayDifferByALittle() throws IOException {
        List<Path> shards = new ArrayList<>(List.of(sharded.write("1", 1), sharded.write("2", 2)));
        sharded.machine.put("memory", Map.of("totalBytes", 25_769_803_776L - (40 << 20)));
        shards.add(sharded.write("3", 3));
        assertEquals(List.of(), new Merge(shards, false).missing());
    }

    @Test
    void unlikeMachinesHaveRunsOfTheirOwnAndNoChartInCommon() throws IOException {
        Path first = sharded.write("1", 1);
        Path second = sharded.write("2", 2);
        Merge merge = new Merge(List.of(first, second, other("CPU")), true);
        List<Path> written = merge.write(folder.resolve("merged"));
        assertEquals(2, written.size());
        List<Results> runs = List.of(Results.read(written.get(0)), Results.read(written.get(1)));
        assertEquals(
                serial.run().cells().size(),
                runs.stream().mapToInt(run -> run.run().cells().size()).sum());
        assertEquals(
                runs.stream().map(Results::name).toList(),
                Part.of(runs).stream().map(Part::name).toList(),
                "each kind has tables and charts of its own");
        String notes = String.join("\n", merge.notes());
        assertTrue(
                notes.contains("shards [1, 2], CPU Example 9000") && notes.contains("shards [3], CPU Example 9001"),
                notes);
        assertTrue(notes.contains("nothing is compared between them"), notes);
        new Report(runs).write(folder.resolve("merged"), false);
        String page = Files.readString(folder.resolve("merged/report.html"));
        assertTrue(page.contains("nothing is compared between machines"), "the report says so");
    }
}
