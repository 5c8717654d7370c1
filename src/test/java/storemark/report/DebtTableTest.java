package storemark.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import storemark.results.Measurement;
import storemark.workload.Workload;

class DebtTableTest {
    @TempDir
    Path folder;

    @Test
    void theDebtBesideReadersIsThatOfTheWrites() throws IOException {
        SyntheticRun run = new SyntheticRun();
        run.engines = List.of("lmdb");
        run.workloads = List.of(Workload.READ_WHILE_WRITING);
        run.threads = List.of(1);
        Measurement measured = run.write(folder.resolve("run")).measurements().get(0);
        assertEquals(1000, measured.rateWithoutDebt(), 1e-6, "writes per second in each increment");
        assertEquals(10 * 1000.0 / 12, measured.rateWithDebt(), 1, "with two seconds more");
    }
}
