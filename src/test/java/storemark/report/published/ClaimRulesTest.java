package storemark.report.published;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import storemark.report.published.Verdict.Outcome;
import storemark.results.Estimate;

/** What claims are decided by: growth, cores, runs, media and intervals, each rule by a result that flips when it is broken. */
class ClaimRulesTest {
    private final MadeUpResults results = new MadeUpResults();

    private void mix(String run, double... ratios) {
        int[] threads = {1, 4};
        for (int place = 0; place < ratios.length; place++) {
            String[] more = {"pass", "1", "threads", String.valueOf(threads[place]), "run", run};
            results.add(Estimate.of(99 * ratios[place], 100 * ratios[place], 101 * ratios[place]), "tupl", "mix", more);
            results.add(Estimate.of(100, 100, 100), "lmdb:nordahead", "mix", more);
        }
    }

    @Test
    void growthNeedsTwoPlaces() throws IOException {
        mix("first", 2);
        assertEquals(Outcome.NOT_TESTED, results.verdict("T17").outcome());
        assertEquals(
                "nothing to tell growth from: all was measured with one number of threads",
                results.verdict("T17").why());
        results.clear();
        mix("first", 0.5);
        assertEquals(Outcome.FAILS, results.verdict("T17").outcome(), "below 1 it does not matter how it grows");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            2 | 3    | holds
            2 | 2.01 | holds, within the error
            3 | 2    | does not hold
            2 | 1.99 | does not hold, within the error
            """)
    void growthIsAsSureAsItsInterval(double one, double four, String words) throws IOException {
        mix("first", one, four);
        assertEquals(words, results.verdict("T17").words());
    }

    /** Smallest at one thread in the first run, largest at four in the second: within neither does it grow. */
    @Test
    void growthIsToldWithinEachRun() throws IOException {
        mix("first", 3, 2);
        mix("second", 5, 4);
        Verdict verdict = results.verdict("T17");
        assertEquals("does not hold", verdict.words());
        assertTrue(verdict.figure().endsWith("; does not grow: 0.67\u00d7 to 0.80\u00d7"), verdict::figure);
    }

    @Test
    void aRunWithOnePlaceDoesNotKeepAnotherFromShowingGrowth() throws IOException {
        mix("first", 2, 3);
        mix("second", 2);
        assertEquals("holds", results.verdict("T17").words());
    }

    @Test
    void runsAreNotDividedByOneAnother() throws IOException {
        results.add(300, "tupl", "update", "pass", "1", "run", "first");
        results.add(100, "lmdb:nordahead", "update", "pass", "1", "run", "second");
        assertEquals(Outcome.NOT_TESTED, results.verdict("T12").outcome());
    }

    private void updates(String engine, double... rates) {
        int[] threads = {1, 2, 4, 8};
        for (int place = 0; place < rates.length; place++) {
            results.add(rates[place], engine, "update", "pass", "1", "threads", String.valueOf(threads[place]));
        }
    }

    @Test
    void coresArePhysicalAndMoreThanOne() throws IOException {
        updates("tupl", 100, 120, 200, 90);
        assertEquals(
                "it is not known how many physical cores the machine has",
                results.verdict("T15").why());
        results.cores("first", 1);
        assertEquals(Outcome.NOT_TESTED, results.verdict("T15").outcome());
        assertEquals("the machine has one physical core", results.verdict("T15").why());
        results.cores("first", 3);
        assertEquals("1.20\u00d7", results.verdict("T15").figure(), "two threads are the most within three cores");
        results.cores("first", 4);
        assertEquals(Outcome.HOLDS, results.verdict("T15").outcome());
        assertEquals(
                "tupl, 4 threads against 1 thread",
                results.verdict("T15").ratios().get(0).about());
    }

    /** T11 excepts 16 threads in memory: whatever is measured there is shown and decides nothing. */
    @ParameterizedTest
    @CsvSource({"50", "150"})
    void whatAClaimExceptsIsShownAndNotJudged(double atSixteen) throws IOException {
        for (String window : List.of("in memory", "past memory")) {
            for (String threads : List.of("1", "2", "4", "8", "16")) {
                boolean excepted = window.equals("in memory") && threads.equals("16");
                results.add(excepted ? atSixteen : 150, "tupl", "scan", "window", window, "threads", threads);
                results.add(100, "lmdb:nordahead", "scan", "window", window, "threads", threads);
            }
        }
        Verdict verdict = results.verdict("T11");
        assertEquals(Outcome.HOLDS, verdict.outcome());
        assertEquals(10, verdict.ratios().size());
        assertTrue(
                verdict.ratios().get(9).about().contains("excepted by the claim"),
                () -> verdict.ratios().get(9).about());
        assertTrue(verdict.figure().endsWith("as claimed in 9 of 9"), verdict::figure);
    }

    @Test
    void aDeviceIsComparedWithTheSameRelease() throws IOException {
        results.add(200, "lmdb:1.0,nordahead,device", "read", "window", "past memory");
        results.add(100, "lmdb:nordahead", "read", "window", "past memory");
        assertEquals(Outcome.NOT_TESTED, results.verdict("T09").outcome());
        results.add(210, "lmdb:1.0,nordahead", "read", "window", "past memory");
        assertEquals(Outcome.HOLDS, results.verdict("T09").outcome());
    }

    /** Large synchronous writes count on tmpfs, where LMDB led; on a disk they do not. */
    @ParameterizedTest
    @CsvSource({"tmpfs, FAILS", "disk, NOT_TESTED"})
    void synchronousWritesCountWhereThePageClaimedThem(String medium, Outcome outcome) throws IOException {
        List<String> all = new ArrayList<>(MadeUpResults.THREE);
        all.addAll(List.of("bdb", "lmdb:writemap", "lmdb:writemap,append"));
        for (String engine : all) {
            boolean lmdb = engine.startsWith("lmdb");
            for (String order : List.of("sequential", "shuffled")) {
                String[] large = {"valueBytes", "100000", "cache", "4194304", "order", order};
                for (String batch : List.of("1", "1000")) {
                    List<String> more = new ArrayList<>(List.of(large));
                    String durability = engine.startsWith("kyoto") ? "none" : "process";
                    more.addAll(List.of("batch", batch, "durability", durability, "medium", medium));
                    results.add(lmdb ? 300 : 100, engine, "insert", more.toArray(String[]::new));
                }
                List<String> more = new ArrayList<>(List.of(large));
                more.addAll(List.of("batch", "1", "durability", "power", "medium", medium));
                results.add(lmdb ? 50 : 100, engine, "insert", more.toArray(String[]::new));
            }
        }
        assertEquals(outcome, results.verdict("S05").outcome());
    }

    /** Of the rivals SQLite has the highest mean. That Berkeley DB is ahead of all of them is as unsure as it is of any. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            150 | holds
            250 | holds, within the error
            """)
    void aRivalWithAWideIntervalCountsThoughItIsNotTheBest(double high, String words) throws IOException {
        List<String> wide = List.of("leveldb", "leveldb:compression.snappy", "rocksdb", "rocksdb:compression.snappy");
        for (String entries : List.of("100", "1000", "10000", "100000", "1000000")) {
            for (String workload : List.of("insert", "read", "update", "remove")) {
                String[] small = {"valueBytes", "1-1023", "entries", entries};
                results.add(Estimate.of(200, 200, 200), "bdb", workload, small);
                results.add(Estimate.of(100, 100, 100), "sqlite", workload, small);
                results.add(Estimate.of(50, 50, 50), "files-flat", workload, small);
                results.add(Estimate.of(50, 50, 50), "files-nested", workload, small);
                wide.forEach(engine -> results.add(new Estimate(80, 60, high, 3), engine, workload, small));
            }
        }
        assertEquals(words, results.verdict("F01").words());
    }

    @Test
    void anIntervalWithoutAnUpperEndIsSureWhereItsLowerEndIs() throws IOException {
        results.add(Estimate.of(990, 1000, 1010), "tupl", "update", "pass", "1");
        results.add(Estimate.of(1, 10, 19), "lmdb:nordahead", "update", "pass", "1");
        assertEquals("holds", results.verdict("T12").words());
    }

    /** F07 needs most of its cells: three of four hold, of which one may have an interval that crosses the limit. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            50 50 50    | holds
            80 95 110   | holds, within the error
            """)
    void whatMostDecideIsSureWhenTheSureOnesAreEnough(String second, String words) throws IOException {
        double[] rates = Stream.of(second.split(" ", -1))
                .mapToDouble(Double::parseDouble)
                .toArray();
        Estimate hundred = Estimate.of(100, 100, 100);
        for (String workload : List.of("insert", "read", "update", "remove")) {
            results.add(hundred, "files-flat", workload);
        }
        results.add(Estimate.of(50, 50, 50), "files-nested", "insert");
        results.add(Estimate.of(60, 60, 60), "files-nested", "read");
        results.add(Estimate.of(rates), "files-nested", "update");
        results.add(Estimate.of(200, 200, 200), "files-nested", "remove");
        assertEquals(words, results.verdict("F07").words());
    }

    /** S03: LMDB's gain from batches has to be above 3, and above that of every other engine. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            500 | 400 | holds, one run
            500 | 600 | does not hold, one run
            200 | 100 | does not hold, one run
            """)
    void theMostIsMoreThanAnyOther(double lmdb, double sqlite, String words) throws IOException {
        List<String> all = new ArrayList<>(MadeUpResults.THREE);
        all.addAll(List.of("bdb", "lmdb:writemap,append"));
        for (String engine : all) {
            double batched = engine.startsWith("lmdb") ? lmdb : engine.startsWith("sqlite") ? sqlite : 100;
            String durability = engine.startsWith("kyoto") ? "none" : "process";
            String[] small = {"order", "sequential", "cache", "4194304", "valueBytes", "100", "durability", durability};
            results.add(100, engine, "insert", with(small, "batch", "1"));
            results.add(batched, engine, "insert", with(small, "batch", "1000"));
        }
        Verdict verdict = results.verdict("S03");
        assertEquals(words, verdict.words());
        assertTrue(verdict.figure().startsWith("LMDB's gain: "), verdict::figure);
        assertTrue(verdict.figure().contains("; that gain / the largest of the others: "), verdict::figure);
    }

    @Test
    void theMostIsNotTestedWhileOneIsMissing() throws IOException {
        String[] small = {"order", "sequential", "cache", "4194304", "valueBytes", "100", "durability", "process"};
        results.add(100, "lmdb:writemap,append", "insert", with(small, "batch", "1"));
        results.add(500, "lmdb:writemap,append", "insert", with(small, "batch", "1000"));
        results.add(100, "bdb", "insert", with(small, "batch", "1"));
        results.add(200, "bdb", "insert", with(small, "batch", "1000"));
        Verdict verdict = results.verdict("S03");
        assertEquals(Outcome.NOT_TESTED, verdict.outcome());
        assertEquals("LMDB's gain: 5.00\u00d7; that gain / the largest of the others: 2.50\u00d7", verdict.figure());
    }

    private static String[] with(String[] labels, String... more) {
        return Stream.concat(Stream.of(labels), Stream.of(more)).toArray(String[]::new);
    }

    /** F04 is about LevelDB and RocksDB: most of both together would hold although most of LevelDB's do not. */
    @Test
    void aCaseWithWordsIsJudgedByItself() throws IOException {
        for (String workload : List.of("insert", "read", "update", "remove")) {
            boolean costs = workload.equals("insert");
            results.add(100, "leveldb", workload);
            results.add(costs ? 50 : 150, "leveldb:compression.snappy", workload);
            results.add(100, "rocksdb", workload);
            results.add(50, "rocksdb:compression.snappy", workload);
        }
        Verdict verdict = results.verdict("F04");
        assertEquals(Outcome.FAILS, verdict.outcome());
        assertEquals(
                "LevelDB: 0.50\u00d7 to 1.50\u00d7, median 1.50\u00d7; as claimed in 1 of 4;"
                        + " RocksDB: 0.50\u00d7 to 0.50\u00d7, median 0.50\u00d7; as claimed in 4 of 4",
                verdict.figure());
    }

    /** The claims about files are over five counts of records. */
    @Test
    void aVerdictOnLessThanTheClaimIsOverSaysWhatItIsAbout() throws IOException {
        for (String entries : List.of("100", "1000", "10000", "100000", "1000000")) {
            for (String workload : List.of("insert", "read", "update", "remove")) {
                results.add(Estimate.of(100, 100, 100), "files-flat", workload, "entries", entries);
                results.add(Estimate.of(50, 50, 50), "files-nested", workload, "entries", entries);
            }
            Verdict verdict = results.verdict("F07");
            assertEquals(Outcome.HOLDS, verdict.outcome());
            String words = switch (entries) {
                case "100" -> "holds, at 100 records";
                case "1000" -> "holds, at 100 records and 1k records";
                case "1000000" -> "holds";
                default -> verdict.words();
            };
            assertEquals(words, verdict.words());
        }
    }
}
