package storemark.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import storemark.parameter.Parameter;
import storemark.parameter.Parameters;

/** A wrong command line is refused in one line that says what would be right; help lists what a command takes. */
class WrongUsageTest {
    private static String expect(int exitCode, String told, String... command) {
        String said = Commands.said(exitCode, command);
        assertTrue(said.contains(told), said);
        assertFalse(said.contains("unexpected"), said);
        return said;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            run --entires 5                       | Unknown option: '--entires': did you mean --engines or --entries?
            run --dry-run --engines lmbd          | no engine 'lmbd': did you mean 'lmdb'?
            run --dry-run --engines lmdb:writmap  | engine lmdb has no profile 'writmap': did you mean 'writemap'?
            run --dry-run --engines lmdb:mapsze.4 | engine lmdb has no setting 'mapsze': did you mean 'mapSize'?
            run --dry-run --workloads raed        | workloads: 'raed': did you mean 'read'?
            run --dry-run qiuck                   | no suite or file 'qiuck': did you mean 'quick'?
            run --dry-run --value-bytes 1z        | value-bytes: '1z' is not a size such as
            run --dry-run --threads 0             | threads: '0': must be between 1 and 1024, or all
            run --dry-run --entries 1k --step 2k  | step: '2k': must be between 1 and the number of entries, 1k
            run --dry-run --compressibility 2     | compressibility: '2.0': must be between 0.0 and 1.0, or text
            run --dry-run --entries 4G --step 1   | step: '1': with 4G entries it makes more than 2^31 increments
            report                                | Missing required parameter: 'RUN'
            compare                               | requires at least 2 values
            compare charts/quick                  | at least 2 values
            run --dry-run --durability sync       | --durability: 'sync': did you mean 'power'?
            run --dry-run --step 2M               | --step: '2M': must be between 1 and the number of entries
            run --dry-run --value-bytes 2g        | --value-bytes: '2g': must be at most 1m
            run --engines rocksdb:blockSize.banana | blockSize 'banana': must be a number or a size such as 16k
            run --engines rocksdb:compression.no  | compression 'no': must be one of none
            run --dry-run --until 3               | --until: '3': must be between 0.1% and 50%
            run --dry-run --within 10m            | --within needs --until, which was not given
            run --dry-run --until 3% --drop-datasets | each added repetition would load its datasets again
            run --dry-run --until 3% --repetitions 4 | --repetitions 4: with --until, must be 5 or more
            run --dry-run --until 3% --engines tupl,null | name two or more, besides the control
            run --dry-run --until 3% --within 1s  | --within 1s: the first repetitions of 130 cells take about
            run --dry-run --workloads read --batch 10 | --batch: no workload of this run uses it: leave it out, or add a workload that does: insert, update, remove
            run --dry-run --write-rate 20k        | add a workload that does: read-while-writing
            run --dry-run --workloads read --passes 2 | that does: update, mix, read-while-writing
            run --dry-run --workloads insert --in-place | that does: update, mix, read-while-writing, remove
            suites show                           | suites show: write suites, or suites show NAME
            suites show quick smoke               | write suites, or suites show NAME
            durability --levels none              | --levels: must be process or power
            durability --limit 0                  | must be at least 1
            durability --power-cut-process        | needs --levels power
            durability --engines lmdb,null        | the control keeps no records: leave it out
            durability --quick --add              | cuts of short recordings must not count as others
            suites show symas-2021                | no suite 'symas-2021': did you mean 'symas-2012'?
            run quick --scale 2 --entries 1k      | not together with --entries
            --engines lmdb                        | --engines needs a command before it: run
            verfy --engines lmdb                  | did you mean verify? this is JMH's command line
            --entires 5                           | did you mean run --engines or run --entries? this is JMH's command line
            --vresion                             | did you mean --version? this is JMH's command line
            NoSuchBenchmark                       | -l lists the benchmarks
            jmh rnu                               | -l lists the benchmarks
            ReadBenchmark -f 0                    | use -f 1
            load --batch 10                       | Unknown options: '--batch'
            verify --threads 2                    | Unknown options: '--threads'
            verify --entries 1k                   | give --engines together with the dataset options
            verify --folder data --entries 1k     | leave out all dataset options except --cache
            """)
    void isRefused(String command, String told) {
        String said = expect(Failure.USAGE, told.strip(), command.strip().split(" "));
        assertEquals(1, said.lines().count(), said);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --engines null --results docs             | docs is not empty
            --engines null --results charts/quick     | charts/quick holds a run already
            --engines tupl:device --device /dev/null  | /dev/null is not a block device
            """)
    void aDryRunIsRefusedWhatTheRunWouldBe(String options, String told) {
        expect(Failure.REFUSED, told, ("run quick --dry-run " + options.strip()).split(" "));
    }

    @Test
    void aDryRunSaysThatFewerRepetitionsThanFiveDecideNothing() {
        String note = "note: fewer than 5 repetitions decide no comparison";
        expect(0, note, "run --dry-run --engines tupl,je --repetitions 4".split(" "));
        for (String enough :
                List.of("tupl,je --repetitions 5", "tupl,null --repetitions 1", "tupl,je --until 3% --within 5h")) {
            String said = Commands.said(0, ("run --dry-run --engines " + enough).split(" "));
            assertFalse(said.contains(note), said);
        }
    }

    @Test
    void aDryRunRefusesMemoryThatTheMachineDoesNotHave() {
        String[] command = "run smoke --engines null --memory 900000g --dry-run".split(" ");
        expect(Failure.REFUSED, "a memory budget of 879 TiB on a machine of", command);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            settings:\\n  entries: 1k\\n  timme: 5s | wrong.yaml:3:3: no setting 'timme': did you mean 'time'?
            settings:\\n  entries: [1k, 2k]         | wrong.yaml:2:12: 'entries' must be text or a number
            settings: {entries: 1k, step: 2k}       | wrong.yaml:1:31: step: '2k': must be between 1 and the number of entries, 1k
            settings: {engines: [lmdb, lmbd]}       | wrong.yaml:1:28: no engine 'lmbd': did you mean 'lmdb'?
            """)
    void aWrongSuiteFileIsToldByLineAndColumn(String yaml, String told, @TempDir Path folder) throws Exception {
        Path suite =
                Files.writeString(folder.resolve("wrong.yaml"), yaml.strip().replace("\\n", "\n") + "\n");
        expect(Failure.USAGE, told.strip(), "run", "--dry-run", suite.toString());
    }

    @Test
    void aSuiteOfBrokenYamlIsRefusedWithItsName(@TempDir Path folder) throws Exception {
        Path suite = Files.writeString(folder.resolve("deep.yaml"), "[".repeat(500));
        expect(Failure.USAGE, "deep.yaml: invalid YAML: ", "run", "--dry-run", suite.toString());
    }

    @Test
    void theOptionsOfTheReadmeAreThoseOfARun() throws Exception {
        Pattern option = Pattern.compile("--[a-z][a-z-]+");
        Set<String> shown = new TreeSet<>();
        for (String line : Files.readAllLines(Path.of("README.md"))) {
            if (line.startsWith("| `--")) {
                option.matcher(line.split(" \\| ", 2)[0]).results().forEach(found -> shown.add(found.group()));
            }
        }
        assertTrue(shown.size() > 30, shown::toString);
        String help = Commands.run("run", "--help").said();
        shown.removeIf(
                each -> Pattern.compile(each + "(?![a-z-])").matcher(help).find());
        assertEquals(Set.of(), shown);
    }

    @Test
    void completionKnowsTheCommandsAndTheirOptions() {
        String said = Commands.said(0, "generate-completion");
        for (String word : List.of("durability", "choose", "--fail-if-slower", "--until", "--erase-device")) {
            assertTrue(said.contains(word), word);
        }
    }

    @ParameterizedTest
    @CsvSource({"load, false", "verify, false", "run, true"})
    void helpListsTheOptionsOfTheCommandInGroups(String command, boolean all) {
        String help = Commands.run(command, "--help").said();
        assertTrue(help.contains("\nDatasets:\n"), help);
        assertEquals(all, help.contains("\nThe run as a whole:\n"), help);
        List<Parameter<?>> own = all ? List.copyOf(Parameters.all()) : Parameters.ofDatasets();
        List<String> options =
                help.lines().map(line -> line.strip().split("[= ]", 2)[0]).toList();
        for (Parameter<?> parameter : Parameters.all()) {
            assertEquals(own.contains(parameter), options.contains("--" + parameter), parameter + " in " + help);
        }
    }
}
