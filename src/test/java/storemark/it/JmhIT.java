package storemark.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import storemark.workload.Workload;

/** JMH's own command line, which works as in any other jar of benchmarks. */
class JmhIT extends WithJar {
    private static final String BRIEFLY = " -p entries=2k -p step=1k -f 1 -wi 1 -w 50ms -i 2 -r 50ms";

    @ParameterizedTest
    @ValueSource(strings = {"-l", "-lp"})
    void listsEveryBenchmark(String command) throws Exception {
        Jar.Ended ended = jar.run(command).expect(0);
        for (Workload workload : Workload.values()) {
            assertTrue(ended.out().contains(workload.benchmark()), workload.benchmark() + " is not in " + ended.said());
        }
        boolean parameters = ended.out().stream().anyMatch(line -> line.contains("param \"engine\" = {null}"));
        assertEquals(command.equals("-lp"), parameters, ended::said);
    }

    @Test
    void showsItsOwnHelp() throws Exception {
        Jar.Ended ended = jar.run("-h").expect(0);
        assertTrue(ended.out().get(0).startsWith("Usage: java -jar ... [regexp*] [options]"), ended::said);
    }

    @Test
    void measuresWhatAPatternMatchesWithOurMetricsBesideItsOwn() throws Exception {
        String command = "ReadBench.*|SequentialBenchmark.reverse -p engine=null -t 2 -prof gc -rf json -rff out.json";
        Jar.Ended ended = jar.run(command + BRIEFLY).expect(0);
        JsonNode results = new ObjectMapper().readTree(here.resolve("out.json").toFile());
        assertEquals(2, results.size(), ended::said);
        for (JsonNode result : results) {
            assertEquals(2, result.path("threads").asInt());
            assertTrue(result.at("/primaryMetric/score").asDouble() > 0, result.path("benchmark")::asText);
            assertEquals(List.of(1000.0, 2000.0), RunResults.metric(result, "keyRange"));
            assertEquals(2, RunResults.metric(result, "gc.alloc.rate.norm").size());
            RunResults.metric(result, "wallRate").forEach(rate -> assertTrue(rate > 0));
        }
    }

    @Test
    void aBenchmarkThatFailsIsTold() throws Exception {
        String command = "ReadBenchmark -p engine=heap,null -p durability=power -rf json -rff out.json";
        Jar.Ended ended = jar.run(command + BRIEFLY);
        ended.expectLine(1, "1 of 2 benchmarks failed");
        assertTrue(ended.out().stream().anyMatch(line -> line.contains("the map dies with the process")), ended::said);
        assertEquals(
                1,
                new ObjectMapper().readTree(here.resolve("out.json").toFile()).size());
    }

    @Test
    void theIncrementFollowsTheEntries() throws Exception {
        String command =
                "InsertBenchmark|ReadBenchmark -p engine=heap -p durability=none -p entries=20k -f 1 -wi 0 -i 1 -r 50ms -bs 2000";
        jar.run(command).expect(0);
    }

    @Test
    void failingAtTheFirstErrorEndsAsAFailureToo() throws Exception {
        String command = "ReadBenchmark -foe true -p engine=heap -p durability=power";
        jar.run(command + BRIEFLY).expectLine(1, "JMH: ");
    }

    @Test
    void printsTheCauseOfAnErrorOfJmhInOneLine() throws Exception {
        jar.run("ReadBenchmark -prof stack:lines=many").expectLine(1, "Cannot parse argument 'many'");
    }

    @Test
    void anEngineOfAnotherNameIsToldByTheFork() throws Exception {
        Jar.Ended ended = jar.run("ReadBenchmark -p engine=lmbd" + BRIEFLY).expect(1);
        assertTrue(ended.out().stream().anyMatch(line -> line.contains("did you mean 'lmdb'?")), ended::said);
        assertTrue(Files.notExists(here.resolve("storemark-data")), "nothing was loaded for it");
    }
}
