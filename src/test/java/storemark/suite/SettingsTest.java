package storemark.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static storemark.parameter.Parameters.CACHE;
import static storemark.parameter.Parameters.COLD;
import static storemark.parameter.Parameters.DURABILITY;
import static storemark.parameter.Parameters.ENTRIES;
import static storemark.parameter.Parameters.MEMORY;
import static storemark.parameter.Parameters.STEP;
import static storemark.parameter.Parameters.THREADS;
import static storemark.parameter.Parameters.TIME;
import static storemark.parameter.Parameters.VALUE_BYTES;
import static storemark.parameter.Parameters.WALK;
import static storemark.parameter.Parameters.WARM_UP;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import storemark.engine.Durability;
import storemark.parameter.Parameters;
import storemark.parameter.Values;
import storemark.workload.Walk;

/** Settings as people write them; each error names the setting that is wrong, and what would be right. */
class SettingsTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            engines         | Lmdb     | engines: engine 'Lmdb': must be name, name:profile or name:profile,setting.value
            workloads       | raed     | workloads: 'raed': did you mean 'read'? There are insert, read,
            threads         | 0        | threads: '0': must be between 1 and 1024, or all
            threads         | 2000     | threads: '2000': must be between 1 and 1024, or all
            threads         | two      | threads: 'two' is not a count such as
            entries         | 5x       | entries: '5x' is not a count such as
            entries         | -5       | entries: '-5' is not a count such as
            entries         | 0        | entries: '0': must be between 1 and 2^40
            entries         | 2000G    | entries: '2000G': must be between 1 and 2^40
            entries         | 99999999999999999999 | entries: '99999999999999999999' is not a count
            step            | 0        | step: '0': must be between 1 and the number of entries, 1M
            step            | 2M       | step: '2M': must be between 1 and the number of entries, 1M
            time            | 10       | time: '10' is not a time such as
            time            | 0s       | time: '0s' is not a time such as
            time            | 99999999999999999999s | time: '99999999999999999999s' is not a time such as
            key-bytes       | 9        | key-bytes: '9': must be 8 (integer), 16 (digits) or 32 (digits and a hash)
            key-bytes       | 64       | key-bytes: '64': must be 8 (integer)
            value-bytes     | 1z       | value-bytes: '1z' is not a size such as
            value-bytes     | 9-5      | value-bytes: '9-5': must be at most 1m; a range must begin with the smaller size
            value-bytes     | 2g       | value-bytes: '2g': must be at most 1m
            compressibility | 2        | compressibility: '2.0': must be between 0.0 and 1.0, or text
            compressibility | NaN      | compressibility: 'NaN': must be between 0.0 and 1.0, or text
            compressibility | a lot    | compressibility: 'a lot' is not a number
            durability      | powr     | durability: 'powr': did you mean 'power'? There are none, process, power
            durability      | sync     | durability: 'sync': did you mean 'power'?
            batch           | 0        | batch: '0': must be between 1 and 16777216
            order           | sorted   | order: 'sorted': did you mean
            cache           | 1x       | cache: '1x' is not a size such as
            cache           | 1023k    | cache: '1023k': must be 1m or more
            cache           | 0        | cache: '0': must be 1m or more
            memory          | 1x       | memory: '1x' is not a size such as
            memory          | 4k       | memory: '4k': must be 192 MiB or more
            cold            | warm     | cold: 'warm': must be true or false
            touch           | all      | touch: 'all': did you mean 'full'? There are none, line, full, copy
            scan-length     | 0        | scan-length: '0': must be between 1 and 16777216
            scan-length     | 9-5      | scan-length: '9-5': must be between 1 and 16777216
            scan-length     | long     | scan-length: 'long' is not a number of records such as
            mix             | read90   | mix: 'read90' is not a mix such as read95-update5
            mix             | read100-update0 | mix: 'read100-update0' is not a mix such as
            mix             | raed100  | mix: 'raed' is not an operation of a mix: must be one of read, update
            distribution    | zipf     | distribution: 'zipf': did you mean 'zipfian'?
            sample          | often    | sample: 'often' is not a count such as
            passes          | 0        | passes: '0': must be between 1 and 100
            repetitions     | 0        | repetitions: '0': must be between 1 and 1000
            seed            | x        | seed: 'x' is not a number
            """)
    void saysWhichSettingIsWrong(String name, String value, String told) {
        Settings settings = Settings.ofMap(Map.of(name, value));
        String message = Refusal.of(() -> settings.values());
        assertTrue(message.startsWith(told), message);
    }

    @Test
    void keepsToTheDefaultsWhereNothingIsSaid() {
        Values values = new Settings().values();
        assertEquals(1_000_000, values.get(ENTRIES));
        assertEquals(200_000, values.get(STEP));
        assertEquals(8, values.records().keyBytes());
        assertEquals("100", values.get(VALUE_BYTES).toString());
        assertEquals(Durability.PROCESS, values.get(DURABILITY));
    }

    @Test
    void readsWhatIsSaid() {
        Settings settings = Settings.ofMap(Map.of(
                "entries",
                "2k",
                "step",
                "500",
                "time",
                "2m",
                "value-bytes",
                "1k-10k",
                "durability",
                "Power",
                "threads",
                "4 1 4"));
        Values values = settings.values();
        assertEquals(2000, values.get(ENTRIES));
        assertEquals(500, values.get(STEP));
        assertEquals(120_000, values.get(TIME));
        assertEquals("1024-10240", values.get(VALUE_BYTES).toString());
        assertEquals(Durability.POWER, values.get(DURABILITY));
        assertEquals(List.of(4, 1), values.get(THREADS));
    }

    @Test
    void theWarmUpIsAsLongAsAnIterationUnlessItIsGiven() {
        assertEquals(300, Settings.ofMap(Map.of("time", "300ms")).values().get(WARM_UP));
        assertEquals(
                2000,
                Settings.ofMap(Map.of("time", "300ms", "warm-up", "2s"))
                        .values()
                        .get(WARM_UP));
    }

    @Test
    void withMemoryACacheOfNoGivenSizeIsAShareOfIt() {
        assertEquals(1 << 30, new Settings().values().get(CACHE));
        Values shared = Settings.ofMap(Map.of("memory", "256m")).values();
        assertEquals(Parameters.SHARE, shared.get(CACHE));
        assertEquals(256 << 20, shared.get(MEMORY));
        Values given = Settings.ofMap(Map.of("memory", "256m", "cache", "32m")).values();
        assertEquals(32 << 20, given.get(CACHE));
        assertEquals(1 << 20, Settings.ofMap(Map.of("cache", "1m")).values().get(CACHE), "the least");
    }

    @Test
    void onlyWhatCanBeginAgainBeginsCold() {
        assertTrue(Settings.ofMap(Map.of("cold", "true", "workloads", "read update"))
                .values()
                .get(COLD));
        Settings inserts = Settings.ofMap(Map.of("cold", "true", "workloads", "insert read"));
        String message = Refusal.of(() -> inserts.values());
        assertTrue(message.startsWith("cold: 'true': insert and remove go through a store once"), message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            1k | 100% | 1   | forward |
            1k | 100% | 1 4 | reverse |
            1k | 20%  | 1   | read    |
            1k | 20%  | 1   | forward | walk: 'whole': one cursor reads all records: step must be 100%
            1k | 100% | 1 3 | forward | walk: 'whole': the 1k entries do not divide evenly among the threads: give other threads
            4G | 100% | 4 1 | forward | walk: 'whole': a thread goes over up to 2^31 records: give fewer
            """)
    void aWholeWalkIsOfAllRecords(String entries, String step, String threads, String workload, String told) {
        Settings settings = Settings.ofMap(
                Map.of("walk", "whole", "entries", entries, "step", step, "threads", threads, "workloads", workload));
        if (told == null) {
            assertEquals(Walk.WHOLE, settings.values().get(WALK));
            return;
        }
        assertEquals(told, Refusal.of(() -> settings.values()));
    }

    @Test
    void refusesWhatRemoveCannotDo() {
        Map<String, String> random = Map.of("order", "random", "workloads", "insert remove");
        String message = Refusal.of(() -> Settings.ofMap(random).values());
        assertTrue(message.startsWith("order: 'random': its keys are drawn with replacement"), message);

        Map<String, String> narrow = Map.of("entries", "10", "step", "2", "threads", "4", "workloads", "remove");
        message = Refusal.of(() -> Settings.ofMap(narrow).values());
        assertEquals("step: '2': insert and remove need a record for each of 4 threads: give a larger one", message);
    }

    /** JMH's own numbers are ints: past them a cell would have a negative number of iterations, or of operations. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            4G | 1    | read   | 1   | step: '1': with 4G entries it makes more than 2^31 increments: give a larger one
            4G | 4G   | insert | 1   | step: '4000000000': insert and remove take up to 2^31 operations per thread
            4G | 4G   | insert | 2 1 | step: '4000000000': insert and remove take up to 2^31 operations per thread
            4G | 4G   | insert | 2   |
            4G | 4G   | read   | 1   |
            4G | 2    | read   | 1   |
            """)
    void refusesStepsThatCannotBeCounted(String entries, String step, String workloads, String threads, String told) {
        Settings settings =
                Settings.ofMap(Map.of("entries", entries, "step", step, "workloads", workloads, "threads", threads));
        if (told != null) {
            String message = Refusal.of(() -> settings.values());
            assertTrue(message.startsWith(told), message);
            return;
        }
        for (Cell cell : new Suite("s", "", List.of(settings)).cells()) {
            assertTrue(cell.iterations() > 0, cell::toString);
            assertTrue(!cell.workload().countsOperations() || cell.operationsPerThread() > 0, cell::toString);
        }
    }
}
