package storemark.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import storemark.results.Results;

/** A made-up run, and what the report makes of it. */
abstract class WithRun {
    @TempDir
    Path folder;

    final SyntheticRun run = new SyntheticRun();
    private int written;

    /** The run as it is set up now, in a folder of its own. */
    Results results() throws IOException {
        return run.write(folder.resolve("run-" + ++written));
    }

    ReportData data() throws IOException {
        return new ReportData(List.of(results()));
    }

    Part part() throws IOException {
        return Part.of(List.of(results())).get(0);
    }

    Chart chart(String id) throws IOException {
        return SyntheticRun.chart(id, part().allCharts());
    }
}
