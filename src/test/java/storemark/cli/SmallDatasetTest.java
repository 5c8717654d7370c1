package storemark.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import storemark.parameter.Parameters;
import storemark.suite.Settings;

/** A dataset is loaded and verified, not measured: it need not have what inserts by all cores would. */
class SmallDatasetTest {
    @Test
    void aDatasetMayHaveFewerRecordsThanThereAreCores(@TempDir Path data) {
        String one = " --engines files-flat --entries 1 --dir ";
        for (String command : List.of("load" + one, "verify" + one, "verify --dir ")) {
            Commands.Ended ended = Commands.runAsChild((command + data).split(" "));
            assertEquals(0, ended.exitCode(), ended::said);
        }
    }

    @Test
    void aDatasetMayHaveMoreRecordsThanAnIncrementOfInserts() {
        assertEquals(
                11_000_000_000L,
                Settings.ofMap(Map.of("entries", "11G")).valuesOfDatasets().get(Parameters.ENTRIES));
    }
}
