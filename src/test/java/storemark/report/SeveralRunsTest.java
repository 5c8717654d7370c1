package storemark.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import storemark.results.Profile;
import storemark.results.Results;
import storemark.workload.Workload;

/** A report of several runs does not take one for the other. */
class SeveralRunsTest extends WithRun {
    @Test
    void runsOfFoldersWithOneNameHaveChartsOfTheirOwn() throws IOException {
        run.engines = List.of("lmdb");
        run.workloads = List.of(Workload.READ);
        Results here = run.write(folder.resolve("here/run"));
        run.machine = Map.of("cpu", Map.of("model", "another"));
        Results there = run.write(folder.resolve("there/run"));
        Path out = folder.resolve("out");
        new Report(List.of(here, there)).write(out, false);
        List<String> ids = Pattern.compile("<figure id=\"([^\"]+)\"")
                .matcher(Files.readString(out.resolve("report.html")))
                .results()
                .map(found -> found.group(1))
                .toList();
        assertFalse(ids.isEmpty());
        assertEquals(ids.size(), Set.copyOf(ids).size(), ids::toString);
    }

    @Test
    void aCellsProfileIsThatOfItsRun() throws IOException {
        run.engines = List.of("lmdb");
        run.only(Workload.READ);
        List<Results> runs = new ArrayList<>();
        for (long ofEngine : new long[] {9, 1}) {
            Results measured = run.write(folder.resolve("run" + ofEngine));
            String cell = measured.measurements().get(0).cell();
            Profile profile = new Profile(Map.of(Profile.Owner.ENGINE, ofEngine, Profile.Owner.JVM, 10 - ofEngine));
            runs.add(new Results(
                    measured.name(),
                    measured.run(),
                    measured.machine(),
                    measured.measurements(),
                    Map.of(cell, profile)));
        }
        String table = ProfileTable.of(new ReportData(runs)).text();
        assertTrue(table.matches("(?s).* 90% .* 10% .*\n.* 10% .* 90% .*"), table);
    }
}
