package storemark.report.published;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import storemark.report.published.Verdict.Outcome;
import storemark.results.Estimate;

/** What is missing leaves a claim open unless what is there decides it: each rule by a result that flips when it is broken. */
class ClaimGapsTest {
    private static final String[] SYMAS_READS = {
        "durability", "process", "touch", "none", "cache", "4194304", "valueBytes", "100"
    };

    private final MadeUpResults results = new MadeUpResults();

    /** S01: reads of all five of the page, LMDB {@code lmdb} times as fast as the others. */
    private void symasReads(double lmdb, List<String> others) {
        for (String workload : List.of("read", "forward")) {
            results.add(100 * lmdb, "lmdb:writemap", workload, SYMAS_READS);
            others.forEach(engine -> results.add(100, engine, workload, SYMAS_READS));
        }
    }

    @Test
    void theBestOfAllIsNotTestedWhileOneIsMissing() throws IOException {
        symasReads(5, MadeUpResults.THREE);
        results.miss("not available: libdb is not there", false, "bdb", "read", SYMAS_READS);
        Verdict open = results.verdict("S01");
        assertEquals(Outcome.NOT_TESTED, open.outcome());
        assertTrue(open.why().contains("bdb: not available: libdb is not there"), open::why);
        assertTrue(open.figure().startsWith("5.00\u00d7 to 5.00\u00d7"), open::figure);
        symasReads(5, List.of("bdb"));
        assertEquals(Outcome.HOLDS, results.verdict("S01").outcome());
    }

    @Test
    void theBestOfAllIsRefutedByThoseThatAreThere() throws IOException {
        symasReads(1.5, MadeUpResults.THREE);
        assertEquals(Outcome.FAILS, results.verdict("S01").outcome());
    }

    /** S07 divides by the smallest other: one that is missing may be smaller still, and make the ratio as large as claimed. */
    @Test
    void theSmallestOfAllIsNotRefutedWhileOneIsMissing() throws IOException {
        List<String> others = new ArrayList<>(MadeUpResults.THREE);
        others.add("bdb");
        for (String engine : others) {
            for (String order : List.of("sequential", "shuffled")) {
                for (String batch : List.of("1", "1000")) {
                    String durability = engine.startsWith("kyoto") ? "none" : "process";
                    Estimate disk = Estimate.of(engine.equals("bdb") ? 150 : 100);
                    String[] more = {
                        "durability",
                        durability,
                        "cache",
                        "4194304",
                        "valueBytes",
                        "100",
                        "order",
                        order,
                        "batch",
                        batch
                    };
                    results.addSize(disk, Estimate.of(), engine, "insert", more);
                }
            }
        }
        assertEquals(Outcome.NOT_TESTED, results.verdict("S07").outcome());
        assertEquals(
                "nothing was measured with lmdb:writemap",
                results.verdict("S07").why());
    }

    @Test
    void forBothNeedsBoth() throws IOException {
        for (String engine : List.of("tupl", "lmdb:nordahead")) {
            results.add(300, engine, "read", "window", "in memory");
        }
        results.add(100, "tupl", "read", "window", "past memory");
        results.add(100, "lmdb:nordahead", "read");
        Verdict open = results.verdict("T05");
        assertEquals(Outcome.NOT_TESTED, open.outcome());
        assertEquals("no key range had its data past memory", open.why());
        results.add(100, "lmdb:nordahead", "read", "window", "past memory");
        assertEquals(Outcome.HOLDS, results.verdict("T05").outcome());
    }

    @Test
    void aDenominatorWithoutNumeratorIsAPairThatIsMissing() throws IOException {
        results.add(200, "tupl", "update", "pass", "1");
        results.add(100, "lmdb:nordahead", "update", "pass", "1");
        results.add(100, "lmdb:nordahead", "update", "pass", "1", "threads", "2");
        Verdict open = results.verdict("T12");
        assertEquals(Outcome.NOT_TESTED, open.outcome());
        assertTrue(
                open.why().equals("nothing was measured with tupl, update, durability none, pass 1, 2 threads"),
                open::why);
    }

    /** F03 has no denominator: only the run's own plan tells that a cell is missing. */
    @Test
    void aPlannedCellThatFailedIsMissingAndOneLeftOutIsNot() throws IOException {
        String[] few = {"valueBytes", "1-1023", "entries", "100"};
        results.addSize(Estimate.of(1), Estimate.of(0.12), "files-flat", "insert", few);
        String[] many = {"valueBytes", "1-1023", "entries", "1000000"};
        results.miss("past the limit", true, "files-flat", "insert", many);
        assertEquals(Outcome.HOLDS, results.verdict("F03").outcome());
        String[] middle = {"valueBytes", "1-1023", "entries", "1000"};
        results.miss("disk full", false, "files-flat", "insert", middle);
        assertEquals(Outcome.NOT_TESTED, results.verdict("F03").outcome());
        assertEquals("files-flat: disk full", results.verdict("F03").why());
    }

    @Test
    void aRatioOfANumberToItselfIsNone() throws IOException {
        results.add(100, "sqlite", "read", "valueBytes", "1-1023", "entries", "100");
        assertEquals(Outcome.NOT_TESTED, results.verdict("F06").outcome());
        assertEquals(
                "nothing was measured with 1M records", results.verdict("F06").why());
        results.add(80, "sqlite", "read", "valueBytes", "1-1023", "entries", "1000000");
        Verdict verdict = results.verdict("F06");
        assertEquals(Outcome.HOLDS, verdict.outcome());
        assertEquals(
                "sqlite, 100 records against 1M records",
                verdict.ratios().get(0).about());
    }

    @Test
    void mostCountsWhatIsMissing() throws IOException {
        for (String workload : List.of("insert", "read")) {
            results.add(100, "files-flat", workload);
            results.add(50, "files-nested", workload);
        }
        assertEquals(Outcome.NOT_TESTED, results.verdict("F07").outcome(), "two of four are not most");
        results.add(100, "files-flat", "update");
        results.add(50, "files-nested", "update");
        assertEquals(Outcome.HOLDS, results.verdict("F07").outcome(), "three of four are, whatever the fourth is");
    }

    /** Four of eight hold and the rest is planned: a workload without any result lacks each of its cells, however many rounds. */
    @Test
    void aWorkloadThatIsMissingLacksAllOfItsCells() throws IOException {
        for (String entries : List.of("100", "1000")) {
            for (String workload : List.of("insert", "read")) {
                results.add(100, "files-flat", workload, "entries", entries);
                results.add(50, "files-nested", workload, "entries", entries);
            }
            for (String workload : List.of("update", "remove")) {
                results.miss("pending", false, "files-flat", workload, "entries", entries);
                results.miss("pending", false, "files-flat", workload, "entries", entries);
                results.miss("pending", false, "files-nested", workload, "entries", entries);
            }
        }
        assertEquals(Outcome.NOT_TESTED, results.verdict("F07").outcome());
        results.add(100, "files-flat", "update", "entries", "100");
        results.add(50, "files-nested", "update", "entries", "100");
        assertEquals(Outcome.HOLDS, results.verdict("F07").outcome(), "five of eight");
    }

    /** F02 is about two counts above 100 KiB: what the suite leaves out of them is blank, not missing, unless that is all. */
    @Test
    void whatTheSuiteLeavesOutIsNotMissing() throws IOException {
        for (String workload : List.of("insert", "read")) {
            for (String engine : List.of("files-flat", "files-nested", "sqlite", "leveldb", "rocksdb", "bdb")) {
                double rate = engine.equals("files-flat") ? 200 : 100;
                results.add(rate, engine, workload, "valueBytes", "10240-102400", "entries", "100");
                results.add(rate, engine, workload, "valueBytes", "102400-1048576", "entries", "10000");
            }
            for (String engine : List.of("leveldb:compression.snappy", "rocksdb:compression.snappy")) {
                results.add(100, engine, workload, "valueBytes", "10240-102400", "entries", "100");
                results.add(100, engine, workload, "valueBytes", "102400-1048576", "entries", "10000");
            }
            String[] many = {"valueBytes", "102400-1048576", "entries", "100000"};
            results.miss("past the limit", true, "files-flat", workload, many);
        }
        Verdict verdict = results.verdict("F02");
        assertEquals(Outcome.HOLDS, verdict.outcome(), verdict::toString);
        assertEquals("", verdict.why());
    }
}
