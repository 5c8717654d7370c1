package storemark.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import storemark.results.Measurement;
import storemark.workload.Workload;

class DebtTableTest extends WithRun {
    @Test
    void theDebtBesideReadersIsThatOfTheWrites() throws IOException {
        run.engines = List.of("lmdb");
        run.only(Workload.READ_WHILE_WRITING);
        Measurement measured = results().measurements().get(0);
        assertEquals(1000, measured.rateWithoutDebt(), 1e-6, "writes per second in each increment");
        assertEquals(10 * 1000.0 / 12, measured.rateWithDebt(), 1, "with two seconds more");
    }
}
