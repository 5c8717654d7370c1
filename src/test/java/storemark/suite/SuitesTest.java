package storemark.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static storemark.parameter.Parameters.CACHE;
import static storemark.parameter.Parameters.ENTRIES;
import static storemark.parameter.Parameters.MEMORY;
import static storemark.parameter.Parameters.STEP;
import static storemark.parameter.Parameters.VALUE_BYTES;
import static storemark.parameter.Parameters.WORKLOADS;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import storemark.parameter.Values;

/** Suite files, right and wrong. */
class SuitesTest {
    static final List<String> NAMES = Suites.NAMES;

    private static Suite parse(String yaml) {
        return Suites.parse("s", "s.yaml", yaml);
    }

    @ParameterizedTest
    @FieldSource("NAMES")
    void oursHaveCellsOfDifferentNames(String name) throws Exception {
        Suite suite = Suites.read(name);
        List<Cell> cells = suite.cells();
        assertTrue(cells.size() > 1);
        Set<String> ids = new HashSet<>();
        cells.forEach(cell -> assertTrue(ids.add(cell.id()), cell::id));
        CellNames names = new CellNames(cells);
        Set<String> told = new HashSet<>();
        cells.forEach(cell -> assertTrue(told.add(names.of(cell)), () -> names.of(cell)));
        assertTrue(!suite.about().isBlank());
    }

    @Test
    void groupsTakeWhatTheyDoNotSayFromTheSettings() {
        Suite suite = parse("""
                settings: {entries: 10k, engines: [lmdb, null], workloads: [read], threads: [1]}
                groups:
                - {threads: [2]}
                - {entries: 20k}
                """);
        List<String> cells = suite.cells().stream()
                .map(cell -> cell + " of " + cell.get(ENTRIES))
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
    void agesOfAnEngineAreNextToEachOtherAndInsertsHaveNone() {
        Suite suite = parse("settings: {engines: [lmdb, tupl], workloads: [insert, read], threads: [1], churn: [2x]}");
        assertEquals(
                List.of("lmdb null", "tupl null", "lmdb 0x", "lmdb 1x", "lmdb 2x", "tupl 0x", "tupl 1x", "tupl 2x"),
                suite.cells().stream()
                        .map(cell -> cell.engine() + " " + cell.parameters().get("churn"))
                        .toList());
    }

    /** Nothing is compared with it. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            lmdb, null | lmdb 1, null 1, lmdb 2, lmdb 3
            null       | null 1, null 2, null 3
            """)
    void theControlBesideEnginesIsMeasuredOnce(String engines, String cells) {
        Suite suite = parse("settings: {engines: [" + engines + "], workloads: [read], threads: [1], repetitions: 3}");
        assertEquals(
                cells,
                suite.cells().stream()
                        .map(cell -> cell.engine() + " " + cell.repetition())
                        .collect(Collectors.joining(", ")));
    }

    /** A device holds one store at a time, so what is on it is not measured in turns. */
    @Test
    void enginesOnADeviceComeLastAndOneAfterTheOther() {
        Suite suite = parse("""
                settings:
                  engines: ["tupl:device", tupl, "tupl:device,direct", lmdb]
                  workloads: [read, update]
                  threads: [1]
                """);
        assertEquals(
                List.of(
                        "tupl read, 1 thread",
                        "lmdb read, 1 thread",
                        "tupl update, 1 thread",
                        "lmdb update, 1 thread",
                        "tupl:device read, 1 thread",
                        "tupl:device update, 1 thread",
                        "tupl:device,direct read, 1 thread",
                        "tupl:device,direct update, 1 thread"),
                suite.cells().stream().map(Cell::toString).toList());
    }

    @Test
    void workloadsThatAreAskedForAreMeasuredInTheGroupsThatHaveThem() {
        Suite suite = parse("""
                settings: {engines: [lmdb], threads: [1]}
                groups:
                - {workloads: [update, read], entries: 1k}
                - {workloads: [scan, read], entries: 2k}
                - {workloads: [insert], entries: 3k}
                """);
        Settings said = new Settings().set(WORKLOADS, List.of("read", "mix"));
        assertEquals(
                List.of("lmdb read, 1 thread of 1000", "lmdb read, 1 thread of 2000", "lmdb mix, 1 thread of 3000"),
                suite.with(said).cells().stream()
                        .map(cell -> cell + " of " + cell.get(ENTRIES))
                        .toList());
    }

    @Test
    void anotherNumberOfEntriesBringsAStepOfItsOwn() {
        Suite suite = parse("settings: {entries: 1M, step: 500k}");
        Settings said = new Settings();
        assertEquals(500_000, suite.with(said).cells().get(0).get(STEP));
        said.set(ENTRIES, "10k");
        assertEquals(2000, suite.with(said).cells().get(0).get(STEP));
        said.set(STEP, "1k");
        assertEquals(1000, suite.with(said).cells().get(0).get(STEP));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            settings:\\n  timme: 5s        | s.yaml:2:3: no setting 'timme': did you mean 'time'?
            settings:\\n  entries: [1, 2]  | s.yaml:2:12: 'entries' must be text or a number
            settings:\\n  entries: {a: 1}  | s.yaml:2:12: 'entries' must be text or a number
            settings:\\n  entries:         | s.yaml:2:11: 'entries' has no value
            settings:\\n  threads: 4       | s.yaml:2:12: 'threads' must be a list, such as [a, b]
            settings:\\n  engines: [lmdb   | s.yaml:2:17: invalid YAML: expected ',' or ']'
            settings:\\n  erase-device: 1g | s.yaml:2:3: no setting 'erase-device'
            settings:\\n  device: /dev/sdx | s.yaml:2:3: no setting 'device'
            settings: {seed: 1, seed: 2}   | s.yaml:1:21: 'seed' is set twice
            groups: {threads: [1]}         | s.yaml:1:9: 'groups' must be a list
            groups:\\n- threads: 1         | s.yaml:2:12: 'threads' must be a list
            groups:\\n- lmdb               | s.yaml:2:3: 'groups' must hold names with values
            groups:\\n- {matrix: {cash: [4m]}} | s.yaml:2:13: no setting 'cash': did you mean 'cache'?
            groups:\\n- {matrix: {cache: 4m}}  | s.yaml:2:20: 'cache' must be a list
            groups:\\n- {matrix: {cache: []}}  | s.yaml:2:20: 'cache' is an empty list
            groups:\\n- {seed: 1, matrix: {seed: [2]}} | s.yaml:2:22: 'seed' is set both in the matrix and in the group
            groups: []                     | s.yaml:1:9: 'groups' is an empty list
            settings: {threads: []}        | s.yaml:1:21: 'threads' is an empty list
            engines: [lmdb]                | s.yaml:1:1: 'engines' belongs below 'settings:', or into a group of 'groups:'
            abuot: a suite                 | s.yaml:1:1: no setting 'abuot': did you mean 'about'?
            - lmdb\\n- tupl                | s.yaml:1:1: write 'about: text', 'settings:' with
            just words                     | s.yaml:1:1: write 'about: text', 'settings:' with
            ''                             | s.yaml:1:1: write 'about: text', 'settings:' with
            """)
    void saysWhereAFileIsWrong(String yaml, String told) {
        String text = yaml.replace("\\n", "\n");
        String message = Refusal.of(() -> parse(text));
        assertTrue(message.startsWith(told), message);
        assertEquals(1, message.lines().count(), message);
    }

    /** Errors that YAML's parser gives no line for, or not in the way of others. */
    @Test
    void refusesNestingThatIsTooDeepAndControlCharacters() {
        for (String text : List.of("[".repeat(200), "about: a" + (char) 7 + "b", "about: \"a" + (char) 0 + "\"")) {
            String message = Refusal.of(() -> parse(text));
            assertTrue(message.matches("s.yaml(:[0-9]+:[0-9]+)?: invalid YAML: .+"), message);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {entries: 1k, step: 2k}            | s.yaml:2:23: step: '2k': must be between 1 and the number of entries, 1k
            {workloads: [read, raed]}          | s.yaml:2:22: workloads: 'raed': did you mean 'read'?
            {workloads: [remove], order: random} | s.yaml:2:32: order: 'random': its keys are drawn with replacement
            {key-bytes: 12}                    | s.yaml:2:15: key-bytes: '12': must be 8 (integer), 16 (digits) or 32
            {matrix: {step: [10%, 200%]}}      | s.yaml:2:25: step: '200%': must be above 0% and at most 100%
            {memory: 100m}                     | s.yaml:2:12: memory: '100m': must be 192 MiB or more
            {entries: 4, threads: [8], workloads: [insert]} | s.yaml:2:13: step: '1': insert and remove need a record for each of 8
            {workloads: [read], matrix: {time: [50ms, 500ms]}} | suite s has lmdb read
            {entries: 20G, threads: [1], workloads: [insert]} | s.yaml:2:13: step: '4000000000': insert and remove take up to
            """)
    void saysWhereACombinationIsImpossible(String group, String told) {
        Suite suite = parse("groups:\n- " + group);
        String message = Refusal.of(suite::cells);
        assertTrue(message.startsWith(told), message);
    }

    @Test
    void anErrorInAnOptionNamesTheOption() {
        Suite suite = parse("settings: {entries: 1k}");
        Settings said = new Settings().set(STEP, List.of("2k"), "--step", Map.of());
        String message = Refusal.of(() -> suite.with(said).cells());
        assertEquals("--step: '2k': must be between 1 and the number of entries, 1k", message);
    }

    @Test
    void errorsInCommandLineValuesNameNoFilePosition() {
        Suite suite = parse("settings: {entries: 1k}");
        Settings said = new Settings();
        said.set(ENTRIES, "many");
        String message = Refusal.of(() -> suite.with(said).cells());
        assertTrue(message.startsWith("entries: 'many'"), message);
    }

    @Test
    void aMatrixIsAGroupForEachCombination() {
        Suite suite = parse("""
                settings: {engines: [lmdb], workloads: [read], threads: [1]}
                groups:
                - matrix: {entries: [1k, 2k], value-bytes: [10, 1-1k]}
                  cache: 4m
                """);
        List<String> shapes = suite.cells().stream()
                .map(cell -> cell.get(ENTRIES) + " of " + cell.get(VALUE_BYTES) + ", " + cell.get(CACHE))
                .toList();
        assertEquals(
                List.of(
                        "1000 of 10, 4194304",
                        "1000 of 1-1024, 4194304",
                        "2000 of 10, 4194304",
                        "2000 of 1-1024, 4194304"),
                shapes);
    }

    @Test
    void aScaleMultipliesEveryGroupAndLeavesSmallOnesAlone() {
        Suite suite = parse("""
                settings: {engines: [lmdb], workloads: [read], threads: [1]}
                groups: [{entries: 1M, step: 10k}, {entries: 1M, step: 50%}, {entries: 1M}, {entries: 2k}, {entries: 50}]
                """);
        List<String> shapes = suite.scaled(0.02).cells().stream()
                .map(cell -> cell.get(ENTRIES) + "/" + cell.get(STEP))
                .toList();
        assertEquals(List.of("20000/200", "20000/10000", "20000/4000", "100/20", "50/10"), shapes);
    }

    @Test
    void aShareOfTheEntriesStaysOneWhenTheirNumberChanges() {
        Suite suite = parse("settings: {entries: 1M, step: 100%}");
        Settings said = new Settings();
        said.set(ENTRIES, "10k");
        assertEquals(10_000, suite.with(said).cells().get(0).get(STEP));
    }

    @Test
    void cellsPastTheSizeLimitAreListedAndSaidToBe() {
        Suite suite = parse("""
                settings: {engines: [lmdb], workloads: [read], threads: [1], max-bytes: 1g}
                groups: [{matrix: {entries: [1k, 1M], value-bytes: [10k-100k]}}]
                """);
        assertEquals(Optional.empty(), suite.cells().get(0).leftOut());
        assertEquals(
                Optional.of("52.5 GiB of keys and values are past the suite's limit of 1 GiB"),
                suite.cells().get(1).leftOut());
    }

    /** The page tells of all that is not a million records of 100 KiB to 1 MiB. */
    @Test
    void theSuiteOfFilesLeavesOutWhatThePageLeftBlank() throws Exception {
        List<String> out = Suites.read("filesystem-vs-embedded").cells().stream()
                .filter(cell -> cell.leftOut().isPresent())
                .map(cell -> cell.get(ENTRIES) + " of " + cell.get(VALUE_BYTES))
                .toList();
        assertEquals(Set.of("1000000 of 102400-1048576"), Set.copyOf(out));
        assertEquals(88, out.size());
    }

    /** Else its table would have dashes for rates: a store may take three times what its records are. */
    @Test
    void theMemorySuiteHasStepsInMemoryAndPastItForEveryStore() throws Exception {
        for (Cell cell : Suites.read("memory").cells()) {
            Values values = cell.values();
            double record = values.rawBytes() / values.get(ENTRIES);
            long memory = values.get(MEMORY);
            assertTrue(2 * values.get(STEP) * 3 * record <= 0.75 * memory, "two steps in memory");
            assertTrue((values.get(ENTRIES) - 2 * values.get(STEP)) * record >= 1.5 * memory, "two past it");
        }
    }

    @Test
    void refusesSuiteWithoutCells() {
        Suite empty = new Suite("s", "", List.of());
        String message = Refusal.of(empty::cells);
        assertEquals("suite s has no cells: give it a group, or leave groups out", message);
    }

    @Test
    void aFileThatIsNoTextIsRefused(@TempDir Path folder) throws Exception {
        Path file = Files.write(folder.resolve("picture.yaml"), new byte[] {(byte) 0xff, (byte) 0xd8, 0});
        String message = Refusal.of(() -> Suites.read(file.toString()));
        assertEquals(file + " is not text in UTF-8", message);
    }

    @Test
    void howAWorkloadIsTypedDoesNotChangeItsGroup() {
        Suite suite = parse("""
                settings: {engines: [lmdb], threads: [1]}
                groups: [{workloads: [read, scan], entries: 1k}, {workloads: [update], entries: 2k}]
                """);
        for (List<String> typed : List.of(List.of("READ", "scan"), List.of("read scan"))) {
            List<Cell> cells = suite.with(new Settings().set(WORKLOADS, typed)).cells();
            assertEquals(
                    List.of(1000L, 1000L),
                    cells.stream().map(cell -> cell.get(ENTRIES)).toList());
        }
    }

    @Test
    void aSuiteIsCheckedAsItIsScaled() {
        String large = "settings: {engines: [lmdb], workloads: [insert], threads: [1], entries: 20G}";
        assertEquals(1, parse(large).scaled(0.01).cells().size());
    }
}
