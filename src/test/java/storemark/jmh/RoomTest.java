package storemark.jmh;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.util.ClearSystemProperty;
import org.openjdk.jmh.infra.BenchmarkParams;
import storemark.workload.Workload;

/** How many records a mix may add: engines are sized for a number, which the control, as fast as the harness, would soon reach. */
@ClearSystemProperty(key = "storemark.dir")
class RoomTest {
    @TempDir
    Path directory;

    private long roomPerThread(String engine, int threads) throws Exception {
        System.setProperty("storemark.dir", directory.resolve(engine).toString());
        InProcess.Case run = new InProcess.Case(engine, threads);
        Trial trial = InProcess.trial(run);
        BenchmarkParams benchmark = InProcess.benchmark(
                trial, Workload.MIX, threads, InProcess.iteration(), "mix", "insert100", "scanLength", "20");
        trial.open(benchmark);
        trial.enter();
        try {
            return trial.plan().roomPerThread();
        } finally {
            trial.leave();
        }
    }

    @Test
    void threadsShareWhatAStoreIsSizedFor() throws Exception {
        assertEquals(5_000_000, roomPerThread("tupl", 2));
    }

    @Test
    void theControlHasUnlimitedRoom() throws Exception {
        assertEquals(Long.MAX_VALUE, roomPerThread("null", 2));
    }
}
