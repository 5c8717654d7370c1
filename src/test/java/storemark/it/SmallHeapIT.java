package storemark.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The harness's own memory does not grow with the number of records. A hundred million are more than these heaps could hold in any
 * form: with the control engine, which stores none, and with LMDB, which stores them outside of the heap, a tenth of that.
 */
class SmallHeapIT extends WithJar {
    @BeforeEach
    void takeTheFlagsOfUsers() throws IOException {
        jar = Jar.asShipped(here);
    }

    @Test
    void aRunnerOf128MibMeasuresAHundredMillionRecords() throws Exception {
        String run =
                "run --page-only --engines null --workloads insert --threads 2 --entries 100M --step 10M --time 50ms"
                        + " --value-bytes 8 --dir data --results results";
        jar.start(List.of("-Xmx128m"), run).await().expect(0);
        assertEquals(List.of("DONE"), results.outcomes());
        String cell = results.states().keySet().iterator().next();
        List<Double> used = RunResults.metric(results.cell(cell), "heapUsedAfterGcBytes");
        assertTrue(used.get(used.size() - 1) > 0, cell + ": " + used);
    }

    /** The load, the read-ahead before each step, the keys and the permutation of inserts, in a fork of 48 MiB. */
    @Test
    void aForkOf48MibLoadsAndMeasuresAHundredMillionRecords() throws Exception {
        String shape = " -p engine=null -p entries=100M -p valueBytes=8 -jvmArgs -Xmx48m -foe true";
        jar.run("ReadBenchmark -p step=25M -i 4 -r 50ms -w 50ms" + shape).expect(0);
        jar.run("InsertBenchmark -p step=25M -i 4 -bs 25000000" + shape).expect(0);
    }

    /** A store of some 270 MB: its load, which a plain JMH command line does itself, and reads of all of it. */
    @Test
    void aForkOf48MibLoadsAndReadsTenMillionRecordsOfLmdb() throws Exception {
        jar.run("ReadBenchmark -p step=5M -i 2 -r 50ms -w 50ms -p engine=lmdb -p entries=10M -p valueBytes=8"
                        + " -jvmArgs -Xmx48m -jvmArgsAppend -Dstoremark.dir=data -foe true")
                .expect(0);
    }

    /** A full collection leaves what is kept: a thousand times the records may not be a tenth more of it. */
    @Test
    void aLoadKeepsAsMuchForAThousandTimesTheRecords() throws Exception {
        double few = heapOfLoad("5k");
        double many = heapOfLoad("5M");
        assertTrue(few > 0);
        assertEquals(1, many / few, 0.1, few + " bytes for 5k records, " + many + " for 5M");
    }

    private double heapOfLoad(String entries) throws Exception {
        String data = "data-" + entries;
        jar.run("load --value-bytes 8 --engines lmdb --entries " + entries + " --dir " + data)
                .expect(0);
        Path only = Jar.datasets(here.resolve(data)).get(0);
        return new RunResults(only).json("manifest.json").path("heapUsedBytes").asDouble();
    }
}
