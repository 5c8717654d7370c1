package storemark.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import storemark.engines.Engines;
import storemark.results.RunPlan;
import storemark.run.RunOptions;
import storemark.suite.Settings;

/** What may be said again to a run that goes on: anything that it is, in any words, and nothing that it is not. */
class ResumeCheckTest {
    private static final Path RUN = Path.of("results/x");

    /** The part of the command line of {@code run} that this is about. */
    private static final class Line {
        @Parameters(arity = "0..1")
        private String suite;

        @Mixin
        private Settings settings = new Settings();

        @Mixin
        private TargetOptions targets = new TargetOptions();

        @Mixin
        private CellOptions how = new CellOptions();

        static Line of(String words) {
            Line line = new Line();
            CommandLine.populateCommand(line, words.isEmpty() ? new String[0] : words.split(" "));
            EngineNames.resolve(line.settings, Engines.load());
            return line;
        }
    }

    private static RunOptions resume(RunPlan plan, String words) {
        Line line = Line.of(words);
        ResumeCheck.refuseOtherOptions(plan, line.suite, line.settings, line.targets, RUN);
        return line.how.forRun(RUN, plan);
    }

    /** The plan of a run of mine.yaml that was started with {@code words}. */
    private static RunPlan plan(String words) {
        Line line = Line.of(words);
        List<Map<String, String>> groups = line.targets.place(List.of(line.settings)).stream()
                .map(Settings::toMap)
                .toList();
        return new RunPlan("mine", groups, CellOptions.toMap(line.how.forNewRun()));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ''                                  | ''
            ''                                  | mine
            ''                                  | mine.yaml
            ''                                  | some/where/mine.yml
            ''                                  | --batch 1
            ''                                  | --entries 1M --step 20% --cache 1g --durability none
            ''                                  | --engines lmdb,tupl,null --threads 1,all --settle-timeout 1h
            --entries 4k                        | --entries 4000
            --entries 4k                        | --step 800
            --entries 4k --step 1k              | --step 25%
            --value-bytes 1k                    | --value-bytes 1024-1k
            --time 2s                           | --time 2000ms
            --mix update10-scan90               | --mix scan90-update10
            --durability power                  | --durability POWER
            --cold --workloads read             | --cold
            --workloads read                    | --max-bytes 4611686018427387903
            --engines tupl --device /dev/x      | --engines tupl --device /dev/y
            --engines tupl --device /dev/x      | --engines tupl:device --device /dev/x
            --engines tupl,null --device /dev/x | --device /dev/x
            --engines tupl --direct-io          | --engines tupl --direct-io
            --engines tupl --direct-io          | --direct-io
            --engines tupl --direct-io          | --engines tupl:direct
            --in-place                          | --in-place
            --settle-timeout 2h                 | --settle-timeout 120m
            --verify                            | ''
            """)
    void goesOnWithWhatItIs(String then, String now) {
        RunPlan plan = plan(then);
        RunOptions options = resume(plan, now);
        assertEquals(plan.options(), CellOptions.toMap(options));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ''                             | yours.yaml       | results/x is a run of suite mine, not yours.yaml
            ''                             | --batch 10       | started with --batch 1, not 10: leave --batch out, or start a new run
            --entries 4k                   | --entries 5k     | started with --entries 4k, not 5k: leave --entries out
            --entries 4k                   | --entries many   | started with --entries 4k, not many
            --entries 4k --step 2k         | --entries 1k     | started with --entries 4k, not 1k
            --entries 4k                   | --cold           | started with --cold false, not true
            --memory 256m                  | --cache 64m      | started with --cache the share of the memory, not 64m
            ''                             | --memory 256m    | started with --memory none, not 256m
            ''                             | --max-bytes 1g   | started with --max-bytes
            --engines tupl                 | --engines lmdb   | started with --engines tupl, not lmdb: leave --engines out
            --engines tupl                 | --direct-io      | --engines tupl, not tupl:direct: leave --direct-io out
            --engines tupl                 | --device /dev/x  | --engines tupl, not tupl:device: leave --device out
            --engines tupl --device /dev/x | --engines tupl   | started with --engines tupl:device, not tupl
            ''                             | --in-place       | started without --in-place: leave it out now
            --in-place                     | --in-place=false | started with --in-place: leave it out now
            ''                             | --drop-datasets  | started without --drop-datasets: leave it out now
            ''                             | --verify         | started without --verify: leave it out now
            --settle-timeout 2h            | --settle-timeout 1h | started with --settle-timeout 2h: leave it out now
            """)
    void refusesWhatItIsNot(String then, String now, String told) {
        RunPlan plan = plan(then);
        Failure refused = assertThrows(Failure.class, () -> resume(plan, now));
        assertTrue(refused.getMessage().contains(told), refused::getMessage);
        assertEquals(Failure.USAGE, refused.exitCode());
    }

    @Test
    void whatIsNotSaidIsAsThePlanHasIt() {
        RunOptions options = resume(plan("--in-place --drop-datasets --verify --settle-timeout 5m"), "");
        assertEquals(new RunOptions(true, true, true, Duration.ofMinutes(5)), options);
    }

    @Test
    void aPlanOfBeforeThereWereSuchOptionsHasTheDefaults() {
        RunPlan plan = new RunPlan("mine", plan("").groups(), null);
        assertEquals(new RunOptions(false, false, false, Duration.ofHours(1)), resume(plan, ""));
        assertThrows(Failure.class, () -> resume(plan, "--in-place"));
    }

    @Test
    void everyGroupIsLookedAt() {
        RunPlan plan = new RunPlan("mine", List.of(Map.of("seed", "10"), Map.of("seed", "1")), null);
        Failure refused = assertThrows(Failure.class, () -> resume(plan, "--seed 10"));
        assertTrue(refused.getMessage().contains("started with --seed 1, not 10"), refused::getMessage);
    }

    /** A setting without a value in force would be accepted whatever is said of it. */
    @Test
    void everySettingThereIsIsLookedAt() {
        assertEquals(
                Set.copyOf(Settings.names()),
                ResumeCheck.inForce(new Settings()).keySet());
    }
}
