package storemark.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

    @Test
    void aSlowerRunEndsWithItsOwnExitCodeIfAsked() throws IOException {
        String slower = write("slower", 0.85, 2, 5);
        String told = Commands.said(0, "compare", old, slower);
        assertTrue(told.contains("slower (new) against old (old)"), told);
        String failed = Commands.said(Failure.SLOWER, "compare", old, slower, "--fail-if-slower", "5%");
        assertEquals(4, Failure.SLOWER);
        String last = failed.lines().reduce((first, second) -> second).orElseThrow();
        assertTrue(
                last.matches("slower by more than --fail-if-slower allows: slower: lmdb read x1 \\(0\\.8\\d+\\),.*"),
                last);
        Commands.said(0, "compare", old, slower, "--fail-if-slower", "25%");
        Commands.said(0, "compare", slower, old, "--fail-if-slower=5%"); // the new run is faster
    }

    @Test
    void anEqualRunPasses() throws IOException {
        String said = Commands.said(0, "compare", old, write("equal", 1, 2, 5), "--fail-if-slower", "5%");
        assertTrue(said.contains("tie within "), said);
    }

    @Test
    void markdownIsATable() throws IOException {
        String said = Commands.said(0, "compare", old, write("slower", 0.85, 2, 5), "--markdown");
        assertTrue(
                said.contains("\n| cell | old | new | new/old | 95% interval | p | doubt | verdict |\n| --- | ---: |"));
        assertEquals(
                4, said.lines().filter(line -> line.endsWith(" | slower |")).count(), said);
    }

    @Test
    void theFirstOfSeveralIsTheBase() throws IOException {
        String slower = write("slower", 0.85, 3, 5);
        String said = Commands.said(
                Failure.SLOWER, "compare", old, write("equal", 1, 2, 5), slower, "--fail-if-slower", "5%");
        assertTrue(said.contains("equal (new) against old (old)"), said);
        assertTrue(said.contains("slower (new) against old (old)"), said);
        assertTrue(said.contains("allows: slower: lmdb read x1"), said);
    }

    /** Else a check in CI could never fail, and nobody would know. */
    @Test
    void tooFewRepetitionsCannotPassACheck() throws IOException {
        String few = write("few", 0.5, 2, 4);
        String told = Commands.said(0, "compare", old, few);
        assertTrue(told.contains("undecided: fewer than 5 repetitions"), told);
        String refused = Commands.said(Failure.REFUSED, "compare", old, few, "--fail-if-slower", "5%");
        assertTrue(refused.contains("--repetitions 5"), refused);
    }

    @Test
    void whatCannotBeComparedIsRefusedInOneLine() throws IOException {
        Path empty = Files.createDirectory(folder.resolve("empty"));
        refused("is not the folder of a run", empty);
        refused("is not the folder of a run", folder.resolve("none"));
        MeasuredRun other = new MeasuredRun();
        other.sizes = List.of("7");
        refused(
                "old and other have no measured cell in common: lmdb read has entries 1000000 and 7",
                other.write(folder.resolve("other")));
    }

    private void refused(String why, Path other) {
        Commands.refused(Failure.REFUSED, why, "compare", old, other.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"5", "-5%", "100%", "five"})
    void aLimitIsAPercentage(String limit) {
        String told = "'" + limit + "' is not a percentage below 100% such as 5%";
        Commands.refused(Failure.USAGE, told, "compare", old, old, "--fail-if-slower=" + limit);
    }

    /** A run from before there were canaries, with one repetition. */
    @Test
    void committedRunsCanBeCompared() {
        String said = Commands.said(0, "compare", "charts/hundred-million", "charts/hundred-million");
        assertTrue(said.contains("no canaries in either run: intervals are widened by 25%"), said);
        assertTrue(said.contains("same machine, versions, settings and Java"), said);
        assertFalse(said.contains("n/a"), said);
    }
}
