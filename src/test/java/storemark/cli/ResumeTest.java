package storemark.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import storemark.Thrown;
import storemark.machine.Machine;
import storemark.parameter.Values;
import storemark.results.Json;
import storemark.results.RunFile;
import storemark.results.RunFolder;
import storemark.results.RunPlan;
import storemark.suite.Settings;

/** What may be given with {@code --resume}. */
class ResumeTest {
    private static final String REFUSED = " cannot be given with --resume: a run keeps what it was started with; only";

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            quick                              | a suite
            --batch 10                         | --batch
            --threads 1 --in-place --scale 0.1 | --in-place, --scale, --threads
            --cold --dir data                  | --cold
            --memory-advisory                  | --memory-advisory
            --direct-io --device /dev/null     | --direct-io
            --results nowhere                  | --results
            --shard 1/2 --plan-only            | --shard, --plan-only
            """)
    void refusesInOneLineWhatTheRunWasStartedWith(String options, String told) {
        String said = Commands.said(Failure.USAGE, ("run --resume nowhere " + options).split(" "));
        assertEquals(1, said.lines().count(), said);
        String refused = said.split(REFUSED, -1)[0];
        assertEquals(new TreeSet<>(Set.of(told.split(", "))), new TreeSet<>(Set.of(refused.split(", "))), said);
    }

    @Test
    void acceptsWhatIsNotInThePlan() {
        Commands.Ended ended =
                Commands.run(("run --resume nowhere --dir data --device /dev/null --erase-device=4g --dry-run"
                                + " --page-only --stacktrace --verbose")
                        .split(" "));
        assertTrue(ended.said().contains("nowhere is not the folder of a run"), ended::said);
        assertFalse(ended.said().contains(REFUSED), ended::said);
    }

    @Test
    void aRunIsResumedWithTheOptionsOfItsPlan() {
        Map<String, String> given = Map.of("in-place", "true", "verify", "true", "settle-timeout", "300s");
        Values options = Settings.ofMap(given).valuesOfRun();
        assertEquals(
                Map.of(
                        "in-place", "true",
                        "drop-datasets", "false",
                        "verify", "true",
                        "sequential", "false",
                        "retry", "1",
                        "settle-timeout", "5m"),
                options.describe());
        assertEquals(
                options.describe(),
                Settings.ofMap(options.describe()).valuesOfRun().describe());
    }

    /** A restart of the machine sets the read-ahead of its disks back. */
    @Test
    void aRunIsNotResumedWithAnotherReadAhead(@TempDir Path parent) throws IOException {
        ObjectNode machine = Json.MAPPER.valueToTree(Machine.describe(parent, ""));
        RunFile none = new RunFile("s", null, "2026-11-21T08:00:00Z", "1", Map.of(), List.of(), List.of());
        RunPlan plan = new RunPlan("s", List.of(), Map.of());
        ResumeCheck.refuseOtherMachine(RunFolder.create(parent.resolve("same"), none, machine, plan), parent);
        ((ObjectNode) machine.get("storage")).put("readAheadKiB", 999_999);
        RunFolder other = RunFolder.create(parent.resolve("other"), none, machine, plan);
        Thrown.saying(Failure.class, "(read-ahead 999999 then, ", () -> ResumeCheck.refuseOtherMachine(other, parent));
    }

    /** The same disk may have another name after a restart. A device of another kind is another one. */
    @ParameterizedTest
    @CsvSource({
        "nvme0n1p2, nvme1n1p2, true",
        "sda1, sdb1, true",
        "dm-0, dm-1, true",
        "sda1, nvme0n1p2, false",
        "none, vda, false"
    })
    void aDeviceIsKnownByItsKind(String then, String now, boolean same) {
        assertEquals(same, ResumeCheck.kind(then).equals(ResumeCheck.kind(now)));
    }
}
