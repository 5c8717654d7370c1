package storemark.jmh;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.util.ClearSystemProperty;
import storemark.Thrown;
import storemark.engine.Session;
import storemark.workload.Workload;

/** A store that has lost its records is not measured: reads that find nothing, and scans that end early, are errors. */
@ClearSystemProperty(key = "storemark.dir")
class MissTest {
    @TempDir
    Path directory;

    private interface Operation {
        void of(Worker worker, Trial trial) throws Exception;
    }

    private void expectError(Workload workload, String told, Operation operation) throws Exception {
        System.setProperty("storemark.dir", directory.resolve(workload.label()).toString());
        Trial trial = InProcess.trial(new InProcess.Case("heap", 1));
        trial.open(InProcess.benchmark(trial, workload, 1, InProcess.iteration()));
        Worker worker = new Worker();
        worker.open(trial, InProcess.thread(0, 1));
        try (Session losing = trial.newSession()) {
            trial.advance(InProcess.iteration());
            worker.prepare();
            for (long id = 0; id < InProcess.ENTRIES; id++) {
                losing.delete(id);
            }
            Thrown.saying(IllegalStateException.class, told, () -> operation.of(worker, trial));
        } finally {
            worker.close();
        }
    }

    @Test
    void aReadThatFindsNothingIsAnError() throws Exception {
        expectError(Workload.READ, " is missing", (worker, trial) -> new ReadBenchmark().read(worker));
    }

    @Test
    void aScanThatEndsEarlyIsAnError() throws Exception {
        expectError(Workload.SCAN, " found 0 of 100 records", (worker, trial) -> {
            ScanBenchmark.ScanShape shape = new ScanBenchmark.ScanShape();
            shape.open(trial);
            new ScanBenchmark().scan(worker, shape);
        });
        expectError(
                Workload.FORWARD,
                " found 0 of " + Math.min(Workload.RECORDS_IN_RUN, InProcess.STEP) + " records",
                (worker, trial) -> new SequentialBenchmark().forward(worker, new SequentialBenchmark.WalkShape()));
    }
}
