package storemark.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import storemark.engine.Durability;

/** Settings as people write them; each error names the setting that is wrong, and what would be right. */
class ShapeTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            engines         | Lmdb     | engines: engine 'Lmdb': write name, name:profile or name:profile,setting.value
            workloads       | raed     | workloads: 'raed': did you mean 'read'? There are insert, read, scan,
            threads         | 0        | threads: '0': 1 to 1024, or all, are offered
            threads         | 2000     | threads: '2000': 1 to 1024, or all, are offered
            threads         | two      | threads: 'two' is not a count such as
            entries         | 5x       | entries: '5x' is not a count such as
            entries         | -5       | entries: '-5' is not a count such as
            entries         | 0        | entries: '0': 1 to 2^40 are offered
            entries         | 2000G    | entries: '2000G': 1 to 2^40 are offered
            entries         | 99999999999999999999 | entries: '99999999999999999999' is not a count
            step            | 0        | step: '0': 1 to all 1M entries are offered
            step            | 2M       | step: '2M': 1 to all 1M entries are offered
            time            | 10       | time: '10' is not a time such as
            time            | 0s       | time: '0s' is not a time such as
            time            | 99999999999999999999s | time: '99999999999999999999s' is not a time such as
            key-bytes       | 9        | key-bytes: '9': 8 (integer) or 16 (decimal) are offered
            key-bytes       | 32       | key-bytes: '32': 8 to 16 are offered
            value-bytes     | 1z       | value-bytes: '1z' is not a size such as
            value-bytes     | 9-5      | value-bytes: value of 9 to 5 bytes
            value-bytes     | 2m       | value-bytes: value of 2097152 to 2097152 bytes: 0 to 1048576 are offered
            compressibility | 2        | compressibility: '2': 0.0 to 1.0 are offered
            compressibility | NaN      | compressibility: 'NaN': 0.0 to 1.0 are offered
            compressibility | a lot    | compressibility: 'a lot' is not a number
            durability      | powr     | durability: 'powr': did you mean 'power'? There are none, process, power
            batch           | 0        | batch: '0': 1 to 16777216 are offered
            order           | sorted   | order: 'sorted': did you mean
            cache           | 1x       | cache: '1x' is not a size such as
            cache           | 1023k    | cache: '1023k': 1m or more are offered
            cache           | 0        | cache: '0': 1m or more are offered
            memory          | 1x       | memory: '1x' is not a size such as
            memory          | 4k       | memory: '4k': a Java process takes nearly all of that
            cold            | warm     | cold: 'warm': true or false are offered
            touch           | all      | touch: 'all': did you mean 'full'? There are none, line, full, copy
            scan-length     | 0        | scan-length: '0': 1 to 16777216 are offered
            scan-length     | 9-5      | scan-length: '9-5': 1 to 16777216 are offered
            scan-length     | long     | scan-length: 'long' is not a number of records such as
            mix             | read90   | mix: 'read90' is no mix such as read95-update5
            mix             | read100-update0 | mix: 'read100-update0' is no mix such as
            mix             | raed100  | mix: 'raed' is no operation of a mix: there are read, update
            distribution    | zipf     | distribution: 'zipf': did you mean 'zipfian'?
            sample          | often    | sample: 'often' is not a count such as
            passes          | 0        | passes: '0': 1 to 100 are offered
            forks           | 0        | forks: '0': 1 to 1000 are offered
            seed            | x        | seed: 'x' is not a number
            """)
    void saysWhichSettingIsWrong(String name, String value, String told) {
        Settings settings = Settings.ofMap(Map.of(name, value));
        String message = assertThrows(IllegalArgumentException.class, () -> Shape.of(settings))
                .getMessage();
        assertTrue(message.startsWith(told), message);
    }

    @Test
    void keepsToTheDefaultsWhereNothingIsSaid() {
        Shape shape = Shape.of(new Settings());
        assertEquals(1_000_000, shape.entries());
        assertEquals(200_000, shape.step());
        assertEquals(8, shape.records().keyBytes());
        assertEquals("100", shape.valueBytes());
        assertEquals(Durability.NONE, shape.durability());
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
        Shape shape = Shape.of(settings);
        assertEquals(2000, shape.entries());
        assertEquals(500, shape.step());
        assertEquals(120_000, shape.stepMillis());
        assertEquals("1024-10240", shape.valueBytes());
        assertEquals(Durability.POWER, shape.durability());
        assertEquals(List.of(4, 1), shape.threads());
    }

    @Test
    void withMemoryACacheOfNoGivenSizeIsAShareOfIt() {
        assertEquals(1 << 30, Shape.of(new Settings()).cacheBytes());
        Shape shared = Shape.of(Settings.ofMap(Map.of("memory", "256m")));
        assertEquals(Shape.SHARE, shared.cacheBytes());
        assertEquals(256 << 20, shared.memoryBytes());
        Shape given = Shape.of(Settings.ofMap(Map.of("memory", "256m", "cache", "32m")));
        assertEquals(32 << 20, given.cacheBytes());
        assertEquals(1 << 20, Shape.of(Settings.ofMap(Map.of("cache", "1m"))).cacheBytes(), "the least");
    }

    @Test
    void onlyWhatCanBeginAgainBeginsCold() {
        assertTrue(Shape.of(Settings.ofMap(Map.of("cold", "true", "workloads", "read update")))
                .cold());
        Settings inserts = Settings.ofMap(Map.of("cold", "true", "workloads", "insert read"));
        String message = assertThrows(IllegalArgumentException.class, () -> Shape.of(inserts))
                .getMessage();
        assertTrue(message.startsWith("cold: 'true': insert and remove go through a store once"), message);
    }

    @Test
    void refusesWhatRemoveCannotDo() {
        Map<String, String> random = Map.of("order", "random", "workloads", "insert remove");
        String message = assertThrows(IllegalArgumentException.class, () -> Shape.of(Settings.ofMap(random)))
                .getMessage();
        assertTrue(message.startsWith("order: 'random': its keys are drawn with replacement"), message);

        Map<String, String> narrow = Map.of("entries", "10", "step", "2", "threads", "4", "workloads", "remove");
        message = assertThrows(IllegalArgumentException.class, () -> Shape.of(Settings.ofMap(narrow)))
                .getMessage();
        assertEquals("step: '2': insert and remove need a record for each of 4 threads", message);
    }

    /** JMH's own numbers are ints: past them a cell would have a negative number of iterations, or of operations. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            4G | 1    | read   | 1   | step: '1': with 4G entries it makes more than 2^31 steps: give a larger one
            4G | 4G   | insert | 1   | step: '4000000000': insert and remove offer up to 2^31 operations a thread
            4G | 4G   | insert | 2 1 | step: '4000000000': insert and remove offer up to 2^31 operations a thread
            4G | 4G   | insert | 2   |
            4G | 4G   | read   | 1   |
            4G | 2    | read   | 1   |
            """)
    void refusesStepsThatCannotBeCounted(String entries, String step, String workloads, String threads, String told) {
        Settings settings =
                Settings.ofMap(Map.of("entries", entries, "step", step, "workloads", workloads, "threads", threads));
        if (told != null) {
            String message = assertThrows(IllegalArgumentException.class, () -> Shape.of(settings))
                    .getMessage();
            assertTrue(message.startsWith(told), message);
            return;
        }
        for (Cell cell : new Suite("s", "", List.of(settings)).cells()) {
            assertTrue(cell.iterations() > 0, cell::toString);
            assertTrue(!cell.workload().countsOperations() || cell.operationsPerThread() > 0, cell::toString);
        }
    }
}
