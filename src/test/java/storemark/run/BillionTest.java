package storemark.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import storemark.engine.Engine;
import storemark.engine.EngineSpec;
import storemark.engine.StoreSpec;
import storemark.parameter.Parameter;
import storemark.parameter.Parameters;
import storemark.parameter.Values;
import storemark.suite.Cell;
import storemark.suite.Settings;
import storemark.suite.Suite;
import storemark.suite.Suites;
import storemark.text.Amount;

/** docs/billion.md: its suite is what its command says, and the space that it tells of is what {@code --dry-run} would print. */
class BillionTest {
    private static final Pattern ROW =
            Pattern.compile("(?m)^\\| `([a-z]+)` \\| [0-9, ]+ \\| ([^|]+) \\| ([^|]+) \\| ([^|]+) \\|$");

    @TempDir
    Path directory;

    private String page;
    private Workspace workspace;

    @BeforeEach
    void read() throws IOException {
        page = Files.readString(Path.of("docs/billion.md"));
        workspace = Plans.workspace(directory, false);
    }

    private String block(String language) {
        String start = "```" + language + "\n";
        int from = page.indexOf(start) + start.length();
        return page.substring(from, page.indexOf("```", from));
    }

    private List<Cell> command() {
        List<String> words =
                new ArrayList<>(List.of(block("sh").replace("\\\n", " ").strip().split("\\s+")));
        List<String> settings = words.subList(words.indexOf("run") + 1, words.size());
        settings.removeAll(List.of("--verify", "--drop-datasets"));
        for (String other : List.of("--dir", "--results")) {
            int at = settings.indexOf(other);
            settings.subList(at, at + 2).clear();
        }
        Map<String, String> said = new HashMap<>();
        for (int at = 0; at < settings.size(); at += 2) {
            Parameter<?> parameter = Parameters.named(settings.get(at).substring(2));
            String text = settings.get(at + 1);
            said.put(parameter.toString(), parameter.isList() ? text.replace(',', ' ') : text);
        }
        return new Suite("billion", "", List.of(Settings.ofMap(said))).cells();
    }

    private static Values options(boolean drop) {
        return Settings.ofMap(Map.of("drop-datasets", String.valueOf(drop))).valuesOfRun();
    }

    @Test
    void theSuiteIsWhatTheCommandSays() throws Exception {
        Path file = Files.writeString(directory.resolve("billion-108.yaml"), block("yaml"));
        Suite suite = Suites.read(file.toString());
        assertEquals(
                command().stream().map(Cell::id).toList(),
                suite.cells().stream().map(Cell::id).toList());
    }

    @Test
    void theSpaceOfTheCommandIsWhatIsCounted() throws Exception {
        for (boolean drop : new boolean[] {true, false}) {
            List<Cell> cells = workspace.order(command(), options(drop));
            String counted = Amount.ofBytes(DiskNeeds.peak(cells, workspace, options(drop), null));
            assertTrue(page.contains(counted), counted + " is not in the page, drop " + drop);
        }
    }

    private StoreSpec store(String engine, String valueBytes) {
        return workspace.storeSpec(
                Plans.cells(Map.of("engines", engine, "entries", "1G", "value-bytes", valueBytes, "workloads", "read"))
                        .get(0));
    }

    @Test
    void theTableHasWhatIsCounted() {
        Map<String, List<String>> told = new HashMap<>();
        Matcher row = ROW.matcher(page.substring(page.indexOf("## Disk"), page.indexOf("## Memory")));
        while (row.find()) {
            told.put(row.group(1), List.of(row.group(2), row.group(3), row.group(4)));
        }
        Map<String, List<String>> counted = new HashMap<>();
        for (String engine : List.of("lmdb", "tupl", "rocksdb", "sqlite", "je")) {
            StoreSpec small = store(engine, "8");
            StoreSpec large = store(engine, "100");
            Engine library = Plans.ENGINES.of(EngineSpec.parse(engine));
            counted.put(
                    engine,
                    Stream.of(library.loadedBytes(small), library.loadedBytes(large), library.diskBytes(large))
                            .map(Amount::ofBytes)
                            .toList());
        }
        assertEquals(counted, told);
    }
}
