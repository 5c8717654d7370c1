package storemark.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.util.SetSystemProperty;
import storemark.OwnJvm;
import storemark.parameter.Parameters;
import storemark.suite.Settings;

/** A dataset is loaded and verified, not measured: it need not have what inserts by all cores would. */
@SetSystemProperty(key = "storemark.flags", value = OwnJvm.QUICK_FORKS)
class SmallDatasetTest {
    @Test
    void aDatasetMayHaveFewerRecordsThanThereAreCores(@TempDir Path data) {
        for (String command : List.of("load", "verify")) {
            Commands.said(0, command, "--engines", "files-flat", "--entries", "1", "--dir", data.toString());
        }
        Commands.said(0, "verify", "--dir", data.toString());
    }

    @Test
    void aDatasetMayHaveMoreRecordsThanAnIncrementOfInserts() {
        assertEquals(
                11_000_000_000L,
                Settings.ofMap(Map.of("entries", "11G")).valuesOfDatasets().get(Parameters.ENTRIES));
    }
}
