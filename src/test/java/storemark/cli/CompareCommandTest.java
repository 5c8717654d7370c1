package storemark.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import storemark.report.MeasuredRun;

/** {@code compare} on folders of made-up runs. */
class CompareCommandTest {
    @TempDir
    Path folder;

    private String old;

    @BeforeEach
    void measure() throws IOException {
        old = write("old", 1, 1, 5);
    }

    private String write(String name, double speed, long seed, int repetitions) throws IOException {
        MeasuredRun run = new MeasuredRun();
        run.speed = speed;
        run.seed = seed;
        run.repetitions = repetitions;
        return run.write(folder.resolve(name)).toString();
    }

    private static Commands.Ended compare(String... arguments) {
        List<String> all = new ArrayList<>(List.of("compare"));
        all.addAll(List.of(arguments));
        return Commands.run(all.toArray(String[]::new));
    }

    @Test
    void aSlowerRunEndsWithItsOwnExitCodeIfAsked() throws IOException {
        String slower = write("slower", 0.85, 2, 5);
        Commands.Ended told = compare(old, slower);
        assertEquals(0, told.exitCode(), told::said);
        assertTrue(told.said().contains("slower (new) against old (old)"), told::said);
        Commands.Ended failed = compare(old, slower, "--fail-if-slower", "5%");
        assertEquals(Failure.SLOWER, failed.exitCode(), failed::said);
        assertEquals(4, Failure.SLOWER);
        String last = failed.said().lines().reduce((first, second) -> second).orElseThrow();
        assertTrue(
                last.matches("slower by more than --fail-if-slower allows: slower: lmdb read x1 \\(0\\.8\\d+\\),.*"),
                last);
        assertEquals(0, compare(old, slower, "--fail-if-slower", "25%").exitCode());
        assertEquals(0, compare(slower, old, "--fail-if-slower=5%").exitCode(), "the new run is faster");
    }

    @Test
    void anEqualRunPasses() throws IOException {
        Commands.Ended ended = compare(old, write("equal", 1, 2, 5), "--fail-if-slower", "5%");
        assertEquals(0, ended.exitCode(), ended::said);
        assertTrue(ended.said().contains("tie within "), ended::said);
    }

    @Test
    void markdownIsATable() throws IOException {
        Commands.Ended ended = compare(old, write("slower", 0.85, 2, 5), "--markdown");
        assertEquals(0, ended.exitCode(), ended::said);
        assertTrue(ended.said()
                .contains("\n| cell | old | new | new/old | 95% interval | p | doubt | verdict |\n| --- | ---: |"));
        assertEquals(
                4,
                ended.said()
                        .lines()
                        .filter(line -> line.endsWith(" | slower |"))
                        .count(),
                ended::said);
    }

    @Test
    void theFirstOfSeveralIsTheBase() throws IOException {
        Commands.Ended ended =
                compare(old, write("equal", 1, 2, 5), write("slower", 0.85, 3, 5), "--fail-if-slower", "5%");
        assertEquals(Failure.SLOWER, ended.exitCode(), ended::said);
        assertTrue(ended.said().contains("equal (new) against old (old)"), ended::said);
        assertTrue(ended.said().contains("slower (new) against old (old)"), ended::said);
        assertTrue(ended.said().contains("allows: slower: lmdb read x1"), ended::said);
    }

    /** Else a check in CI could never fail, and nobody would know. */
    @Test
    void tooFewRepetitionsCannotPassACheck() throws IOException {
        String few = write("few", 0.5, 2, 4);
        Commands.Ended told = compare(old, few);
        assertEquals(0, told.exitCode(), told::said);
        assertTrue(told.said().contains("undecided: fewer than 5 repetitions"), told::said);
        Commands.Ended refused = compare(old, few, "--fail-if-slower", "5%");
        assertEquals(Failure.REFUSED, refused.exitCode(), refused::said);
        assertTrue(refused.said().contains("--repetitions 5"), refused::said);
    }

    @Test
    void whatCannotBeComparedIsRefusedInOneLine() throws IOException {
        Path empty = Files.createDirectory(folder.resolve("empty"));
        refused(compare(old, empty.toString()), "is not the folder of a run");
        refused(compare(old, folder.resolve("none").toString()), "is not the folder of a run");
        MeasuredRun other = new MeasuredRun();
        other.sizes = List.of("7");
        refused(
                compare(old, other.write(folder.resolve("other")).toString()),
                "old and other have no measured cell in common: lmdb read has entries 1000000 and 7");
    }

    private static void refused(Commands.Ended ended, String why) {
        assertEquals(Failure.REFUSED, ended.exitCode(), ended::said);
        assertTrue(ended.said().contains(why), ended::said);
        assertEquals(1, ended.said().lines().count(), ended::said);
    }

    @ParameterizedTest
    @ValueSource(strings = {"5", "-5%", "100%", "five"})
    void aLimitIsAPercentage(String limit) {
        Commands.Ended ended = compare(old, old, "--fail-if-slower=" + limit);
        assertEquals(Failure.USAGE, ended.exitCode(), ended::said);
        assertTrue(ended.said().contains("'" + limit + "' is not a percentage below 100% such as 5%"), ended::said);
        assertEquals(1, ended.said().lines().count(), ended::said);
    }

    /** A run from before there were canaries, with one repetition. */
    @Test
    void committedRunsCanBeCompared() {
        Commands.Ended ended = compare("charts/billion", "charts/billion");
        assertEquals(0, ended.exitCode(), ended::said);
        assertTrue(ended.said().contains("no canaries in either run: intervals are widened by 25%"), ended::said);
        assertTrue(ended.said().contains("same machine, versions, settings and Java"), ended::said);
        assertFalse(ended.said().contains("n/a"), ended::said);
    }
}
