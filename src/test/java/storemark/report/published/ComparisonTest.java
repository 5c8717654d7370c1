package storemark.report.published;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import storemark.results.Estimate;

/** Figures of Symas' section 2, sequential reads: lmdb, leveldb, kyoto-treedb, bdb and sqlite from fast to slow. */
class ComparisonTest {
    private static final List<String> ENGINES = List.of(
            "lmdb:writemap",
            "leveldb",
            "kyoto-treedb:pageSize.1k,opts.sl",
            "bdb",
            "sqlite:locking.exclusive,pageSize.1k");

    @Test
    void theSameOrderAgreesInFull() throws IOException {
        Comparison comparison = sequentialReads(List.of(500.0, 400.0, 300.0, 200.0, 100.0));
        assertEquals(1, comparison.tau(), 1e-9);
        assertEquals(10, comparison.pairs());
        assertEquals("lmdb", comparison.reference().engine());
        Comparison.Line leveldb = comparison.lines().get(0);
        assertEquals(4_587_156, leveldb.published());
        assertEquals(400, leveldb.measured().mean());
    }

    @Test
    void theReverseOrderDisagreesInFull() throws IOException {
        assertEquals(-1, sequentialReads(List.of(1.0, 2.0, 3.0, 4.0, 5.0)).tau(), 1e-9);
    }

    @Test
    void oneExchangeOfNeighboursCostsAFifth() throws IOException {
        assertEquals(
                0.8, sequentialReads(List.of(400.0, 500.0, 300.0, 200.0, 100.0)).tau(), 1e-9);
    }

    @Test
    void whatWasNotMeasuredIsLeftOutOfTheOrder() throws IOException {
        Comparison comparison = sequentialReads(List.of(500.0, 400.0));
        assertEquals(1, comparison.pairs());
        assertEquals(5, comparison.lines().size());
        assertNull(comparison.lines().get(1).measured());
    }

    /** Two figures with a point where a comma belongs: kept as printed, read as meant. */
    @Test
    void anomaliesOfThePrintAreKept() throws IOException {
        List<Map<String, String>> odd = Source.rows("published.csv").stream()
                .filter(row -> !row.get("note").isEmpty())
                .toList();
        assertEquals(
                List.of("5.698", "49.925"),
                odd.stream().map(row -> row.get("as_printed")).toList());
        Source symas = Source.all().get(1);
        List<Comparison.Line> noted = Comparison.of(symas, new World("symas-2012").facts()).stream()
                .flatMap(comparison -> comparison.lines().stream())
                .filter(line -> line.note().startsWith("printed as "))
                .toList();
        assertEquals(
                List.of(5698.0, 49_925.0),
                noted.stream().map(Comparison.Line::published).toList());
        assertTrue(noted.get(0).note().startsWith("printed as 5.698: "), noted.get(0)::note);
    }

    /** Every test of the two pages with figures finds its cells in the suite, for every engine that is here. */
    @Test
    void everyTestIsInItsSuite() throws IOException {
        for (Source source : Source.all()) {
            long tests = Source.rows("published.csv").stream()
                    .filter(row -> row.get("source").equals(source.source()))
                    .map(row -> List.of(
                            row.get("section"),
                            row.get("workload"),
                            row.get("order"),
                            row.get("unit"),
                            row.get("value_bytes")))
                    .distinct()
                    .count();
            List<Comparison> comparisons = Comparison.of(source, new World(source.suite()).facts());
            assertEquals(tests, comparisons.size(), source.source());
            comparisons.forEach(comparison -> comparison.lines().stream()
                    .filter(line -> line.measured() == null)
                    .forEach(line -> assertTrue(
                            line.note().startsWith("not run: ")
                                    || line.note().startsWith("the page wrote as many records"),
                            comparison.section() + " " + comparison.title() + " " + line.engine())));
        }
    }

    /** Ten rows of LMDB in each of the sections with more memory, TreeDB's batches, and SQLite without compression. */
    @Test
    void whatIsMarkedAsACopyHasTheFigureOfAnotherTest() throws IOException {
        Map<String, String> baseline = Map.of("3", "2", "6", "5", "9", "8", "2D", "1", "3B", "1");
        int copies = 0;
        for (Source source : Source.all()) {
            List<Map<String, String>> rows = Source.rows("published.csv").stream()
                    .filter(row -> row.get("source").equals(source.source()))
                    .toList();
            for (Map<String, String> row : rows) {
                if (Source.says(source.copies(), row) == null) {
                    continue;
                }
                copies++;
                double value = Double.parseDouble(row.get("value"));
                boolean repeated = rows.stream()
                        .filter(other -> other != row && other.get("engine").equals(row.get("engine")))
                        .filter(other -> other.get("unit").equals(row.get("unit")))
                        .filter(other -> other.get("section").equals(row.get("section"))
                                || other.get("section").startsWith(baseline.getOrDefault(row.get("section"), "-")))
                        .anyMatch(other -> Math.abs(Double.parseDouble(other.get("value")) / value - 1) < 0.005);
                assertTrue(repeated, row::toString);
            }
        }
        assertEquals(24 + 18 + 4, copies);
    }

    @Test
    void copiesAreShownAndNotRanked() throws IOException {
        Comparison more = Comparison.of(Source.all().get(1), new World("symas-2012").facts()).stream()
                .filter(comparison -> comparison.section().equals("3"))
                .findFirst()
                .orElseThrow();
        Comparison.Line lmdb = more.lines().stream()
                .filter(line -> line.engine().equals("lmdb"))
                .findFirst()
                .orElseThrow();
        assertEquals("the page's copy of its figure at 4 MB", lmdb.note());
        assertTrue(lmdb.measured() != null);
        assertFalse(more.compared().contains(lmdb));
        assertEquals(6, more.pairs());
    }

    @Test
    void bytesOnDiskOfOtherNumbersOfRecordsAreNotCompared() throws IOException {
        List<Comparison> excluded = Comparison.of(Source.all().get(1), new World("symas-2012").facts()).stream()
                .filter(Comparison::isExcluded)
                .toList();
        assertEquals(4, excluded.size(), "sequential and random synchronous writes of small and large values");
        excluded.forEach(one -> assertEquals("KiB on disk", one.unit()));
        assertTrue(Double.isNaN(excluded.get(0).tau()));
    }

    @Test
    void aRunOnAnotherMediumThanThePagesSaysWhyNothingIsCompared() throws IOException {
        Source google = Source.all().get(2);
        Facts memory = new Facts(
                new World("leveldb-2011")
                        .facts().measured().stream()
                                .filter(fact -> fact.labels().get("medium").equals("tmpfs"))
                                .toList(),
                List.of(),
                Map.of());
        assertEquals(List.of(), Comparison.of(google, memory));
        assertEquals(
                "No figure is compared: the page's stores were on disk, those of this run on tmpfs.",
                Comparison.whyNone(google, memory));
        assertEquals("", Comparison.whyNone(Source.all().get(0), memory), "a page without figures");
    }

    /** Rates belong to their medium; bytes do not. */
    @Test
    void onADiskTheRatesOfTmpfsAreToldToBeLeftOutAndItsBytesAreCompared() throws IOException {
        Source symas = Source.all().get(1);
        Facts whole = new World("symas-2012").facts();
        Facts disk = new Facts(
                whole.measured().stream()
                        .filter(fact -> fact.labels().get("medium").equals("disk"))
                        .toList(),
                List.of(),
                Map.of());
        List<Comparison> onTmpfs = Comparison.of(symas, disk).stream()
                .filter(comparison -> comparison.medium().equals("tmpfs"))
                .toList();
        assertFalse(onTmpfs.isEmpty());
        onTmpfs.forEach(comparison -> assertEquals("KiB on disk", comparison.unit()));
        assertEquals(
                "120 rates of the page are not compared, those of its sections 2, 3, 4: its stores were on tmpfs there.",
                Comparison.elsewhere(symas, disk));
        assertEquals("", Comparison.elsewhere(symas, whole));
    }

    /** TreeDB's writes without durability are in its own cache, which the page flushed before it looked at the disk. */
    @Test
    void storesAreMeasuredBeforeTheySettleButForThoseWithWritesInTheirCache() throws IOException {
        Source symas = Source.all().get(1);
        assertTrue(symas.countsUnsettled("bdb"));
        assertFalse(symas.countsUnsettled("kyoto-treedb:pageSize.1k,opts.sl"));
        assertFalse(Source.all().get(0).countsUnsettled("lmdb:nordahead"), "a page that says nothing of it");
    }

    @Test
    void anUnequalSetUpIsSaidWithWhatItIsWorth() throws IOException {
        Source symas = Source.all().get(1);
        List<Fact> facts = List.of(
                fact("lmdb:writemap", "none", 300), fact("lmdb:writemap", "line", 100),
                fact("leveldb", "none", 110), fact("leveldb", "line", 100));
        Difference touch =
                Difference.of(symas, new Facts(facts, List.of(), Map.of())).get(0);
        assertEquals("rate as published / equal: lmdb 3.00\u00d7 (1 test), leveldb 1.10\u00d7 (1 test)", touch.found());
    }

    private static Comparison sequentialReads(List<Double> rates) throws IOException {
        List<Fact> facts = new java.util.ArrayList<>();
        for (int place = 0; place < rates.size(); place++) {
            facts.add(fact(ENGINES.get(place), "none", rates.get(place)));
        }
        List<Comparison> comparisons = Comparison.of(Source.all().get(1), new Facts(facts, List.of(), Map.of()));
        assertEquals(1, comparisons.size());
        return comparisons.get(0);
    }

    private static Fact fact(String engine, String touch, double rate) {
        Map<String, String> labels = new HashMap<>(Map.of(
                "engine",
                engine,
                "workload",
                "forward",
                "threads",
                "1",
                "touch",
                touch,
                "durability",
                "process",
                "cache",
                "4194304",
                "keyBytes",
                "16",
                "valueBytes",
                "100",
                "medium",
                "tmpfs"));
        labels.put("run", "made-up");
        labels.put("window", "all");
        return new Fact(labels, Estimate.of(rate), Estimate.of(), Estimate.of());
    }
}
