package storemark.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static storemark.parameter.Parameters.ENGINES;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import storemark.engine.EngineSpec;

/** The table of docs/suites.md: which suites there are, and how many cells each has. */
class SuitesTableTest {
    private static final Pattern ROW = Pattern.compile("^\\| `([a-z0-9-]+)` \\| .* \\| ([^|]*) \\|$");

    @Test
    void listsEverySuiteWithItsCells() throws IOException {
        assumeTrue(
                Runtime.getRuntime().availableProcessors() > 1,
                "skipped: on one core, suites that ask for 1 thread and for all have cells for one count only");
        Map<String, String> said = new LinkedHashMap<>();
        for (String line : Files.readAllLines(Path.of("docs/suites.md"))) {
            Matcher row = ROW.matcher(line);
            if (row.matches()) {
                said.put(row.group(1), row.group(2).replace(",", ""));
            }
        }
        Map<String, String> counted = new LinkedHashMap<>();
        for (String name : Suites.NAMES) {
            counted.put(name, cells(Suites.read(name)));
        }
        assertEquals(counted, said, "docs/suites.md");
    }

    /** The number of cells, and that of those that are left where no device is named, if it is another. */
    private static String cells(Suite suite) {
        List<Settings> groups = suite.groups().stream()
                .filter(group -> !group.values(ENGINES).stream().allMatch(EngineSpec::onDevice))
                .toList();
        int all = suite.cells().size();
        int left = new Suite(suite.name(), suite.about(), groups).cells().size();
        return left == all ? String.valueOf(all) : all + " " + left + " without `--device`";
    }
}
