package storemark.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Workloads that write to the dataset itself: no copy is made, and what is left is not taken for what was loaded. */
class InPlaceIT extends WithJar {
    private static final String RECORDS = " --engines lmdb --entries 20k --dir data";

    @Test
    void aDatasetThatWasWrittenToIsLoadedAgainForWhatNeedsIt() throws Exception {
        Files.writeString(here.resolve("mine.yaml"), """
                settings: {engines: [lmdb], entries: 20k, step: 10k, time: 50ms}
                groups:
                - {threads: [1], workloads: [update, mix, remove]}
                - {threads: [2], workloads: [read, update]}
                """);
        Jar.Ended run = jar.run("run mine.yaml --page-only --in-place --verify --dir data --results results")
                .expect(0);
        assertEquals(Set.of("DONE"), Set.copyOf(results.outcomes()));
        // One load that is updated and mixed, one that is removed from, and one that is read and updated.
        assertEquals(3, count(run, "loaded 20,000 entries of lmdb"), run::said);
        assertEquals(2, count(run, "a workload has modified 20,000 entries of lmdb: loading again"), run::said);
        assertEquals(3, count(run, "of revisions 0 to 15"), run::said);
        assertEquals(1, folders().size(), "no copy is left");

        Jar.Ended list = jar.run("datasets", "list", "--dir", "data").expect(0);
        assertEquals(1, count(list, "modified; reloaded on next use"), list::said);
        jar.run("verify" + RECORDS).expectLine(3, "was modified by a workload");
        jar.run("load" + RECORDS).expect(0);
        jar.run("verify" + RECORDS).expect(0);

        String name = folders().iterator().next();
        jar.run("datasets", "remove", "no-such", "--dir", "data").expectLine(3, "there is no dataset 'no-such'");
        jar.run("datasets", "remove", name, "--dir", "data").expect(0);
        assertTrue(folders().isEmpty());
    }

    private static long count(Jar.Ended ended, String words) {
        return ended.out().stream().filter(line -> line.contains(words)).count();
    }

    private Set<String> folders() throws IOException {
        return Jar.datasets(here.resolve("data")).stream()
                .map(path -> path.getFileName().toString())
                .collect(Collectors.toSet());
    }
}
