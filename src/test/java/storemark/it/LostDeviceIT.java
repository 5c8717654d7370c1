package storemark.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import storemark.LoopDevice;
import storemark.Opened;

/**
 * The disk of the stores goes while a cell is measured: a loop device loses the file that it is made of, and every read of it is an
 * I/O error from then on. Results are on another disk. What can be written is not lost by this, so it is reads that fail here.
 */
class LostDeviceIT extends WithJar {
    private static final String READS =
            " --workloads read --threads 1,2 --entries 100k --step 50k --value-bytes 500 --cache 8m --time 500ms"
                    + " --results results --dir ";

    @AutoClose
    private final Opened opened = new Opened();

    private LoopDevice loop;

    @BeforeEach
    void makeDevice() throws IOException {
        loop = opened.add(LoopDevice.create(here, 256L << 20));
    }

    /** Takes the device away while a cell of {@code engine} is measured, and waits for the run to end. */
    private void lose(Jar.Running run, String engine) throws Exception {
        run.await("a step of " + engine, () -> results.isAt("measuring", engine));
        assertTrue(run.process().isAlive(), () -> "the run has ended before it lost anything");
        loop.lose();
    }

    /** Asserts that both cells of {@code lost} have failed and all others are done, and returns why the first has failed. */
    private String failed(String lost, Jar.Running run) throws Exception {
        Jar.Ended ended = run.await().expect(1);
        String reason = null;
        for (String cell : results.states().keySet()) {
            boolean fails = cell.startsWith(lost);
            assertEquals(fails ? "FAILED" : "DONE", results.states().get(cell), ended::said);
            if (fails) {
                String why = results.reason(cell);
                assertFalse(why.isBlank() || why.contains("\n"), why);
                reason = reason == null ? why : reason;
            }
        }
        jar.expectNobodyAlive();
        return reason;
    }

    @Test
    void cellFailsWhenItsBlockDeviceIsLost() throws Exception {
        Jar.Running run = jar.start("run --page-only --engines tupl:device+direct,sqlite --erase-device=256m --device "
                + loop.path() + READS + "data");
        lose(run, "tupl");
        assertTrue(failed("tupl", run).contains("Input/output error"));
    }

    @Test
    void cellFailsWhenTheDiskOfItsFileSystemIsLost() throws Exception {
        loop.format(here.resolve("disk"));
        Jar.Running run = jar.start("run --page-only --engines rocksdb:direct,null" + READS + "disk/data");
        lose(run, "rocksdb");
        String reason = failed("rocksdb", run);
        assertTrue(reason.contains("Input/output error"), reason);
    }
}
