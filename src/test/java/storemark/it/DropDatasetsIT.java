package storemark.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Runs that delete the datasets which they have made, each after its last cell. */
class DropDatasetsIT extends WithJar {
    private static final String RECORDS = " --entries 5k --dir data --engines ";
    private static final String RUN =
            "run --page-only --drop-datasets --workloads read,update --threads 1 --step 5k --time 50ms --cache 32m"
                    + " --results results" + RECORDS;

    /** By engine, and the copies among them. */
    private Set<String> datasets() throws IOException {
        return Jar.datasets(here.resolve("data")).stream()
                .map(folder -> folder.getFileName().toString().replaceFirst("-.*", ""))
                .collect(Collectors.toSet());
    }

    @Test
    void whatTheRunHasMadeGoesAndIsLoadedAgainWhereItIsNeededAndWhatWasThereStays() throws Exception {
        jar.run("load" + RECORDS + "lmdb").expect(0);
        Jar.Running killed = jar.start(RUN + "lmdb,sqlite,tupl");
        killed.await("the last cell but one", () -> killed.hasSaid("[5/6]"));
        killed.kill();
        jar.expectNobodyAlive();
        assertEquals(Set.of("lmdb", "tupl"), datasets());

        Jar.Ended ended = jar.run("run --page-only --resume results --dir data").expect(0);
        assertEquals(Set.of("DONE"), Set.copyOf(results.outcomes()), ended::said);
        assertFalse(ended.said().contains("loaded 5,000 entries"), ended::said);
        assertEquals(Set.of("lmdb"), datasets());

        String update = results.states().keySet().stream()
                .filter(cell -> cell.startsWith("sqlite-update-"))
                .findFirst()
                .orElseThrow();
        Files.delete(here.resolve("results/cells/" + update + ".json"));
        Jar.Ended again = jar.run("run --page-only --resume results --dir data").expect(0);
        assertTrue(again.said().contains("loaded 5,000 entries of sqlite"), again::said);
        assertEquals(Set.of("DONE"), Set.copyOf(results.outcomes()), again::said);
        assertEquals(Set.of("lmdb"), datasets());
    }
}
