package storemark.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code --shard}, {@code --plan-only} and {@code merge} as they are typed. */
class ShardOptionsTest {
    private static void refused(int code, String part, String command) {
        Commands.refused(code, part, command.split(" "));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0/2", "3/2", "1", "1/0", "a/b", "1/2/3", "-1/2", "1/9999999"})
    void aShardIsANumberOfAnother(String shard) {
        refused(Failure.USAGE, "must be I/N with I between 1 and N, such as 3/8", "run smoke --shard " + shard);
    }

    @Test
    void moreShardsThanGroupsAreRefused() {
        refused(
                Failure.USAGE,
                "--shard: the plan has 2 units",
                "run quick --engines null --workloads read,scan --repetitions 1 --shard 1/3");
    }

    @Test
    void thePlanIsShownAndNothingIsMeasured() {
        String command =
                "run quick --engines null --workloads read,scan --threads 1 --repetitions 1 --shard 2/2 --plan-only";
        String said = Commands.said(0, command.split(" "));
        assertEquals(3, said.lines().count(), said);
    }

    @Test
    void mergeNeedsAFolderToWriteTo() {
        refused(Failure.USAGE, "--out", "merge nowhere");
    }

    @Test
    void mergeRefusesWhatIsNoRun() {
        refused(Failure.REFUSED, "nowhere is not the folder of a run", "merge nowhere --out out");
    }
}
