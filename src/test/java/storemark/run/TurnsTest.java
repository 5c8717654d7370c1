package storemark.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import storemark.OwnJvm;
import storemark.machine.Pause;
import storemark.results.Json;
import storemark.results.Metric;

/** Processes that take turns, each with a thread that ticks: while one has its turn, no other may tick. */
class TurnsTest {
    private static final int WARM_UPS = 1;
    private static final int INCREMENTS = 4;
    private static final int TURNS = WARM_UPS + INCREMENTS;

    private static final int CORES = Runtime.getRuntime().availableProcessors();

    @TempDir
    private Path here;

    /** What a fork's JMH result has to have: a row for each metric. */
    static JsonNode result(String engine) {
        ArrayNode results = Json.MAPPER.createArrayNode();
        ObjectNode metrics = results.addObject().putObject("secondaryMetrics");
        ((ObjectNode) results.get(0)).putObject("params").put("engine", engine);
        for (Metric metric : Metric.values()) {
            ArrayNode row = metrics.putObject(metric.name()).putArray("rawData").addArray();
            for (int at = 0; at < INCREMENTS; at++) {
                row.add(-1.0);
            }
        }
        return results;
    }

    /** Bytes read from the disk and written to it by 100 operations, -1 where the kernel does not tell. */
    @ParameterizedTest
    @CsvSource({
        "process, 0,    0,    false",
        "process, 4096, 0,    true",
        "process, 0,    4096, false",
        "power,   0,    4096, true",
        "power,   0,    0,    false",
        "process, -1,   0,    true",
    })
    void operationsThatReadTheDiskOrForceTheirWritesWaitForIt(
            String durability, double read, double written, boolean waits) {
        ObjectNode result = (ObjectNode) result("lmdb").get(0);
        ((ObjectNode) result.get("params")).put("durability", durability);
        Map.of(Metric.operations, 100.0, Metric.ioReadBytes, read, Metric.ioWriteBytes, written)
                .forEach((metric, value) -> ((ArrayNode) result.at("/secondaryMetrics/" + metric + "/rawData/0"))
                        .set(0, DoubleNode.valueOf(value)));
        assertEquals(waits, Turns.waitsForDisk(result, 0));
    }

    private Turns.Measurement player(String name, int diesAt) {
        return player(name, diesAt, -1);
    }

    private Turns.Measurement player(String name, int diesAt, int stopsAt) {
        return gate -> {
            List<String> command = new ArrayList<>(Pause.commandPrefix());
            command.addAll(OwnJvm.command(
                    Player.class,
                    List.of("-Xmx32m"),
                    gate.toString(),
                    here.resolve(name).toString(),
                    String.valueOf(TURNS),
                    String.valueOf(diesAt),
                    String.valueOf(stopsAt)));
            int exitCode = new ProcessBuilder(command).inheritIO().start().waitFor();
            if (exitCode != 0) {
                throw new CellFailure("ended with exit code " + exitCode, "");
            }
            return result(name);
        };
    }

    private Map<String, Turns.Outcome> play(Map<String, Turns.Measurement> players, List<String> order)
            throws IOException, InterruptedException {
        return play(players, order, CORES);
    }

    private Map<String, Turns.Outcome> play(Map<String, Turns.Measurement> players, List<String> order, int threads)
            throws IOException, InterruptedException {
        try (Turns turns = new Turns(here.resolve("data"))) {
            return turns.measure(players, WARM_UPS, key -> threads, 1, order::add);
        }
    }

    private List<long[]> lines(String name, String what) throws IOException {
        return Files.readAllLines(here.resolve(name)).stream()
                .filter(line -> line.startsWith(what))
                .map(line -> List.of(line.split(" ")).stream()
                        .skip(1)
                        .mapToLong(Long::parseLong)
                        .toArray())
                .toList();
    }

    @Test
    void oneProcessRunsAtATimeAndEachHasAllItsTurnsItsCanariesAndItsSettling() throws Exception {
        List<String> names = List.of("lmdb", "tupl", "tupl:device");
        Map<String, Turns.Measurement> players = new LinkedHashMap<>();
        names.forEach(name -> players.put(name, player(name, -1)));
        List<String> order = new ArrayList<>();
        Map<String, Turns.Outcome> outcomes = play(players, order);
        for (String name : names) {
            assertNotNull(outcomes.get(name).result(), name);
            assertEquals(TURNS, lines(name, "turn").size());
            for (String other : names) {
                if (!other.equals(name)) {
                    expectNoTick(lines(other, "tick"), lines(name, "turn"));
                }
            }
        }
        int rounds = order.size() / names.size();
        assertEquals(1 + TURNS, rounds, "the start is a turn too");
        Set<List<String>> increments = new HashSet<>();
        for (int round = 0; round < rounds; round++) {
            List<String> turns = order.subList(3 * round, 3 * round + 3);
            assertEquals(names, turns.stream().sorted().toList());
            if (round > WARM_UPS) {
                increments.add(turns);
            }
        }
        assertTrue(increments.size() > 1, () -> "an order is drawn for each increment: " + order);
        for (String name : names) {
            expectTurnsAndCanaries(metrics(outcomes, name), names.size());
        }
        // The canary of the disk reads that of the data directory.
        assertTrue(value(metrics(outcomes, "tupl"), Metric.canaryDisk, 0) > 0);
        assertEquals(-1, value(metrics(outcomes, "tupl:device"), Metric.canaryDisk, 0));
        expectSettlingInNoTurn(names, outcomes);
    }

    private static void expectTurnsAndCanaries(JsonNode metrics, int players) {
        for (int at = 0; at < INCREMENTS; at++) {
            assertEquals(at, (int) (value(metrics, Metric.turn, at) - 1) / players, metrics::toString);
            assertTrue(value(metrics, Metric.canaryCompute, at) > 0);
            assertTrue(value(metrics, Metric.canaryMemory, at) > value(metrics, Metric.canaryCompute, at));
            assertTrue(value(metrics, Metric.disturbed, at) >= 0);
            assertTrue(value(metrics, Metric.comparison, at) > 0);
        }
    }

    /** A store settles right after its last increment: while others ran, the kernel would write what it has left. */
    private void expectSettlingInNoTurn(List<String> names, Map<String, Turns.Outcome> outcomes) throws IOException {
        for (String name : names) {
            long[] last = lines(name, "turn").get(TURNS - 1);
            long[] settling = lines(name, "settle").get(0);
            for (String other : names) {
                for (long[] turn : lines(other, "turn")) {
                    assertTrue(turn[1] <= last[1] || turn[0] >= settling[1], () -> other + " had a turn in between");
                }
            }
            double turnNanos = value(metrics(outcomes, name), Metric.turnNanos, INCREMENTS - 1);
            assertTrue(turnNanos < settling[1] - last[0], "settling is no part of the last turn");
        }
    }

    @Test
    void warmUpsRunBesideEachOtherWhereThereAreCoresAndIncrementsDoNot() throws Exception {
        assumeTrue(CORES > 1, "skipped: there is one core");
        Map<String, Turns.Measurement> players = new LinkedHashMap<>();
        players.put("a", player("a", -1));
        players.put("b", player("b", -1));
        play(players, new ArrayList<>(), CORES / 2);
        long[] one = lines("a", "turn").get(0);
        long[] other = lines("b", "turn").get(0);
        assertTrue(one[0] < other[1] && other[0] < one[1], "both warm up at a time");
        expectNoTick(lines("a", "tick"), lines("b", "turn").subList(WARM_UPS, TURNS));
        expectNoTick(lines("b", "tick"), lines("a", "turn").subList(WARM_UPS, TURNS));
    }

    private static void expectNoTick(List<long[]> ticks, List<long[]> turns) {
        for (long[] turn : turns) {
            for (long[] tick : ticks) {
                assertTrue(tick[0] < turn[0] || tick[0] > turn[1], () -> "a tick during another's turn: " + tick[0]);
            }
        }
    }

    /** As where all cells of a comparison are refused. */
    @Test
    void noProcessesGiveNoOutcomes() throws Exception {
        assertEquals(Map.of(), play(Map.of(), new ArrayList<>()));
    }

    private static JsonNode metrics(Map<String, Turns.Outcome> outcomes, String name) {
        return outcomes.get(name).result().get(0).get("secondaryMetrics");
    }

    /** In user mode, and in the kernel. */
    @ParameterizedTest
    @ValueSource(strings = {"while :; do :; done", "exec dd if=/dev/zero of=/dev/null bs=64M"})
    void aTurnInWhichOthersWorkIsDisturbed(String work) throws Exception {
        int hogged = 1;
        List<Process> hogs = new ArrayList<>();
        List<String> calls = new ArrayList<>(); // the start, the warm-up, and the increments
        Map<String, Turns.Outcome> outcomes;
        try (Turns turns = new Turns(here.resolve("data"))) {
            outcomes = turns.measure(Map.of("a", player("a", -1)), WARM_UPS, key -> CORES, 1, key -> {
                if (calls.size() == 1 + WARM_UPS + hogged) {
                    hogs.add(hog(work));
                    hogs.add(hog(work));
                }
                calls.add(key);
            });
        } finally {
            hogs.forEach(Process::destroyForcibly);
        }
        JsonNode metrics = metrics(outcomes, "a");
        assertTrue(
                value(metrics, Metric.othersCpuShare, hogged) > 0.05
                        || value(metrics, Metric.kernelCpuShare, hogged) > 0.25,
                metrics::toString);
        assertEquals(1, value(metrics, Metric.disturbed, hogged));
    }

    @Test
    void aTurnInWhichTheProcessStandsStillIsDisturbed() throws Exception {
        int stopped = 2;
        Map<String, Turns.Outcome> outcomes = play(Map.of("a", player("a", -1, WARM_UPS + stopped)), new ArrayList<>());
        JsonNode metrics = metrics(outcomes, "a");
        assertTrue(value(metrics, Metric.pausedNanos, stopped) > 0.7e9, metrics::toString);
        assertEquals(1, value(metrics, Metric.disturbed, stopped));
        assertTrue(value(metrics, Metric.pausedNanos, stopped - 1) < 0.3e9, metrics::toString);
        assertTrue(Outcomes.disturbed(outcomes) >= 1);
    }

    /** As a machine that was suspended: the clock went on, and nobody looked. */
    @Test
    void aMachineThatStandsStillIsSeen() throws Exception {
        Standstill standstill = new Standstill(ProcessHandle.current().pid());
        standstill.look();
        assertTrue(standstill.nanos() < 0.3e9, "a look right after the other");
        Thread.sleep(700);
        standstill.look();
        assertTrue(standstill.nanos() >= 0.7e9, () -> "stood still for " + standstill.nanos() + " ns");
    }

    private static Process hog(String work) {
        try {
            return new ProcessBuilder("sh", "-c", work).start();
        } catch (IOException missing) {
            throw new UncheckedIOException(missing);
        }
    }

    private static double value(JsonNode metrics, Metric metric, int at) {
        return metrics.get(metric.name()).get("rawData").get(0).get(at).doubleValue();
    }

    @Test
    void theOthersContinueWhenOneDies() throws Exception {
        Map<String, Turns.Measurement> players = new LinkedHashMap<>();
        players.put("dies", player("dies", 2));
        players.put("stays", player("stays", -1));
        Map<String, Turns.Outcome> outcomes = play(players, new ArrayList<>());
        assertEquals("ended with exit code 3", outcomes.get("dies").failure().getMessage());
        assertEquals(TURNS, lines("stays", "turn").size());
    }
}
