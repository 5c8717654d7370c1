package storemark.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

/** Suite files, right and wrong. */
class SuitesTest {
    static final List<String> NAMES = Suites.NAMES;

    @ParameterizedTest
    @FieldSource("NAMES")
    void oursHaveCellsOfDifferentNames(String name) throws Exception {
        Suite suite = Suites.read(name);
        List<Cell> cells = suite.cells();
        assertTrue(cells.size() > 1);
        Set<String> ids = new HashSet<>();
        cells.forEach(cell -> assertTrue(ids.add(cell.id()), cell::id));
        assertTrue(!suite.about().isBlank());
    }

    @Test
    void groupsTakeWhatTheyDoNotSayFromTheSettings() {
        Suite suite = Suites.parse("s", """
                settings: {entries: 10k, engines: [lmdb, null], workloads: [read], threads: [1]}
                groups:
                - {threads: [2]}
                - {entries: 20k}
                """);
        List<String> cells = suite.cells().stream()
                .map(cell -> cell + " of " + cell.shape().entries())
                .toList();
        assertEquals(
                List.of(
                        "lmdb read, 2 threads of 10000",
                        "null read, 2 threads of 10000",
                        "lmdb read, 1 thread of 20000",
                        "null read, 1 thread of 20000"),
                cells);
    }

    @Test
    void anotherNumberOfEntriesBringsAStepOfItsOwn() {
        Suite suite = Suites.parse("s", "settings: {entries: 1M, step: 500k}");
        Settings said = new Settings();
        assertEquals(500_000, suite.with(said).cells().get(0).shape().step());
        said.entries = "10k";
        assertEquals(2000, suite.with(said).cells().get(0).shape().step());
        said.step = "1k";
        assertEquals(1000, suite.with(said).cells().get(0).shape().step());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            settings:\\n  timme: 5s        | suite s, line 2, column 12: no setting 'timme': did you mean 'time'?
            settings:\\n  entries: [1, 2]  | suite s, line 2, column 12: 'entries' holds text or a number
            settings:\\n  entries: {a: 1}  | suite s, line 2, column 12: 'entries' holds text or a number
            settings:\\n  threads: 4       | suite s, line 2, column 12: 'threads' is a list, such as [a, b]
            settings:\\n  engines: [lmdb   | suite s, line 2, column 17: this is no YAML: expected ',' or ']'
            groups: {threads: [1]}         | suite s, line 1, column 9: 'groups' is a list
            groups:\\n- threads: 1         | suite s, line 2, column 12: 'threads' is a list
            - lmdb\\n- tupl                | suite s, line 1, column 1: write 'about: text', 'settings:' with
            just words                     | suite s, line 1, column 1: write 'about: text', 'settings:' with
            ''                             | suite s, line 1, column 1: write 'about: text', 'settings:' with
            """)
    void saysWhereAFileIsWrong(String yaml, String told) {
        String text = yaml.replace("\\n", "\n");
        String message = assertThrows(IllegalArgumentException.class, () -> Suites.parse("s", text))
                .getMessage();
        assertTrue(message.startsWith(told), message);
        assertEquals(1, message.lines().count(), message);
    }

    @Test
    void aSuiteWithoutCellsIsNone() {
        Suite empty = Suites.parse("s", "groups: []");
        String message =
                assertThrows(IllegalArgumentException.class, empty::cells).getMessage();
        assertEquals("suite s has no cells: give it a group, or leave groups out", message);
    }

    @Test
    void aFileThatIsNoTextIsRefused(@TempDir Path folder) throws Exception {
        Path file = Files.write(folder.resolve("picture.yaml"), new byte[] {(byte) 0xff, (byte) 0xd8, 0});
        String message = assertThrows(IllegalArgumentException.class, () -> Suites.read(file.toString()))
                .getMessage();
        assertEquals("suite picture: " + file + " is not text in UTF-8", message);
    }
}
