package storemark.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import storemark.engine.Records;

/** Runs that read the whole of what they measure: no rate counts that was had from records which are not as they must be. */
class VerifiedRunIT extends WithJar {
    private static final int COUNT = 5000;
    private static final String RECORDS = " --entries 5k --dir data --engines ";
    private static final String RUN =
            "run --page-only --verify --workloads read,update --threads 1 --step 5k --time 50ms --retry 0 --results results"
                    + RECORDS;

    /** How many records a mix has added is said nowhere: its store is not read, and the cell counts. */
    @Test
    void aDatasetIsReadOnceAndAStoreThatWasWrittenToUnlessItHasGrown() throws Exception {
        String growing = RUN.replace("read,update", "read,scan,update,mix --mix read95-insert5");
        Jar.Ended ended = jar.run(growing + "lmdb").expect(0);
        assertEquals(List.of("DONE", "DONE", "DONE", "DONE"), results.outcomes(), ended::said);
        List<String> readings = ended.out().stream()
                .filter(line -> line.matches(".*5,000 entries of lmdb.*: 5,000 records, .* all correct.*"))
                .toList();
        assertEquals(2, readings.size(), ended::said);
        assertTrue(readings.get(1).endsWith(", of revisions 0 to 15"), ended::said);
    }

    @Test
    void everyAgeIsReadWholeAndMeasuredBesideTheFreshStore() throws Exception {
        String aged = RUN + "lmdb,null --churn 1x";
        Jar.Ended ended = jar.run(aged).expect(0);
        for (String age : List.of("", " turned over 1 time")) {
            String line = ".*5,000 entries of lmdb" + age + ": 5,000 records, .* all correct.*";
            assertEquals(
                    2, ended.out().stream().filter(one -> one.matches(line)).count(), ended::said);
        }
        Path report = here.resolve("results/report.html");
        assertTrue(Files.readString(report).contains("ageing-read-t1"), ended::said);
    }

    @Test
    void aDatasetWithOneWrongBitIsNotMeasured() throws Exception {
        jar.run("load" + RECORDS + "lmdb").expect(0);
        StoreDamage.of(dataset().resolve("store"), new Records(1, 8, 100, 100, 0), COUNT)
                .turnBit();

        Jar.Ended ended = jar.run(RUN + "lmdb,null").expect(1);
        for (Map.Entry<String, String> cell : results.states().entrySet()) {
            boolean damaged = cell.getKey().startsWith("lmdb");
            assertEquals(damaged ? "FAILED" : "DONE", cell.getValue(), ended::said);
            if (damaged) {
                assertTrue(results.reason(cell.getKey()).contains("1 problems in 5,000 entries of lmdb"), ended::said);
            }
        }
        jar.run("load --force --dir data --entries 5k --engines lmdb").expect(0);
        jar.run("run --page-only --resume results --dir data").expect(0);
        assertEquals(4, Collections.frequency(results.outcomes(), "DONE"));
    }

    private Path dataset() throws IOException {
        return Jar.datasets(here.resolve("data")).get(0);
    }
}
