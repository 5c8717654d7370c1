package storemark.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import storemark.results.RunFile.EngineEntry;
import storemark.run.Plans;
import storemark.run.Workspace;
import storemark.suite.Cell;
import storemark.suite.Settings;
import storemark.suite.Suite;

/** What a run's record says of a series: with batches, whether one is a transaction. */
class RunDescriptionTest {
    /** What is said of batches by series, of a run with a group for each of {@code batches}. */
    private static Map<String, String> saidOfBatches(String engines, String... batches) {
        List<Settings> groups = List.of(batches).stream()
                .map(batch -> Settings.ofMap(
                        Map.of("engines", engines, "workloads", "insert update", "threads", "1", "batch", batch)))
                .toList();
        Map<String, String> said = new LinkedHashMap<>();
        entries(groups).forEach(entry -> said.put(entry.spec(), entry.settings().get("batch")));
        return said;
    }

    private static List<EngineEntry> entries(List<Settings> groups) {
        List<Cell> cells = new Suite("mine", "", groups).cells();
        Workspace workspace = Plans.workspace(Path.of("data"), false);
        return RunDescription.engines(cells, Plans.ENGINES, Plans.versions(), workspace);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            sqlite                                    | process | synchronous=OFF: each commit is written to the log
            sqlite:synchronous.full                   | process | synchronous=FULL: each commit ends with fsync of the log
            sqlite:journal.delete,synchronous.full    | none    | synchronous=FULL: each commit synchronises the rollback
            sqlite:journal.delete                     | none    | synchronous=OFF: each commit writes the rollback journal
            rocksdb                                   | none    | disableWAL
            rocksdb:log.on                            | none    | RocksDB's default: each commit is written to the log
            rocksdb:log.on                            | power   | sync: each commit ends with fdatasync
            bdb                                       | none    | DB_TXN_NOSYNC
            bdb:log.off                               | none    | no log
            """)
    void durabilityIsSaidAsTheSettingsMakeIt(String engine, String level, String start) {
        Settings settings =
                Settings.ofMap(Map.of("engines", engine, "workloads", "insert", "threads", "1", "durability", level));
        String said = entries(List.of(settings)).get(0).durability();
        assertTrue(said.startsWith(start), said);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            -                                        | false | quick
            engines=lmdb tupl:mapped                 | false | quick-lmdb-tupl_mapped
            engines=lmdb; workloads=read             | false | quick-lmdb-read
            workloads=read; batch=10                 | false | quick-read-custom
            -                                        | true  | quick-custom
            in-place=true                            | false | quick
            engines=je je:tuned lmdb lmdb:ffm rocksdb rocksdb:tuned tupl tupl:mapped | false | quick-custom
            """)
    void aFolderIsNamedByWhatTheRunWasAskedFor(String options, boolean scaled, String name) {
        Map<String, String> given = new LinkedHashMap<>();
        for (String option : options.split("; ", -1)) {
            if (option.contains("=")) {
                given.put(option.split("=", 2)[0], option.split("=", 2)[1]);
            }
        }
        String folder = RunDescription.folderName("quick", Settings.ofMap(given), scaled);
        assertTrue(folder.matches("[0-9]{8}-[0-9]{6}-" + name), folder);
    }

    @Test
    void anEngineWithoutTransactionsIsNotRunInBatchesWithoutAWord() {
        Map<String, String> said = saidOfBatches("lmdb files-flat mvstore chronicle-map kyoto-treedb", "1000");
        assertEquals(
                Map.of(
                        "lmdb", "transactions: copy on write, serialisable",
                        "files-flat", "no transactions: each put takes effect at once, a batch is not atomic",
                        "mvstore", "no transactions: a put shows at once, and a commit covers all threads' puts",
                        "chronicle-map", "no transactions: each put takes effect at once, a batch is not atomic",
                        "kyoto-treedb", "transactions: one at a time, read uncommitted; none at durability none"),
                said);
    }

    @Test
    void durabilityIsSaidOfEachLevelThatIsMeasured() {
        Settings settings = Settings.ofMap(Map.of("engines", "sqlite", "workloads", "insert", "threads", "1"));
        Settings strict = Settings.ofMap(Map.of("durability", "power")).over(settings);
        String said = entries(List.of(settings, strict)).get(0).durability();
        assertTrue(said.matches("process: synchronous=OFF.*; power: synchronous=FULL.*"), said);
    }

    @Test
    void aGroupWithBatchesIsEnough() {
        assertEquals(
                "transactions: copy on write, serialisable",
                saidOfBatches("lmdb", "1", "10").get("lmdb"));
    }

    @Test
    void nothingIsSaidWhereThereAreNoBatches() {
        assertNull(saidOfBatches("mvstore", "1").get("mvstore"));
    }
}
