package storemark.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import storemark.results.RunPlan;

/** A run's directory is known again by whatever name, and no other is taken for it. */
class DataDirectoryTest {
    private static final Path RUN = Path.of("results/x");

    @TempDir
    private Path here;

    private RunPlan startedIn(Path directory) throws IOException {
        return new RunPlan("mine", List.of(), Map.of(DataDirectory.OPTION, DataDirectory.mark(directory)));
    }

    @Test
    void isTheSameBeforeAndAfterItIsMadeAndByOtherNames() throws IOException {
        RunPlan plan = startedIn(here.resolve("a/data"));
        Files.createDirectories(here.resolve("a/data"));
        DataDirectory.refuseOther(plan, here.resolve("a/data"), RUN);
        DataDirectory.refuseOther(plan, here.resolve("a/../a/./data"), RUN);
        Path link = Files.createSymbolicLink(here.resolve("link"), here.resolve("a"));
        DataDirectory.refuseOther(plan, link.resolve("data"), RUN);
    }

    @Test
    void anotherIsRefusedInALine() throws IOException {
        RunPlan plan = startedIn(here.resolve("data"));
        Path other = here.resolve("other");
        Failure refused = assertThrows(Failure.class, () -> DataDirectory.refuseOther(plan, other, RUN));
        assertEquals(Failure.USAGE, refused.exitCode());
        assertEquals(
                "results/x was started with another --dir than " + other
                        + ": use the --dir that it was started with, or start a new run",
                refused.getMessage());
    }

    @Test
    void theMarkNamesNothing() throws IOException {
        String mark = DataDirectory.mark(here.resolve("data"));
        assertTrue(mark.matches("[0-9a-f]{16}"), mark);
        assertFalse(here.toString().contains(mark));
    }
}
