package storemark.report.published;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Figures of Symas' page beside made-up ones. In section 2, lmdb, leveldb, kyoto-treedb, bdb and sqlite are from fast to slow. */
class FiguresTest {
    private static final String LABELS =
            " touch=none durability=process cache=4194304 keyBytes=16 valueBytes=100 medium=tmpfs ";

    private static Source symas;

    @BeforeAll
    static void read() throws IOException {
        symas = Source.all().get(1);
    }

    private static Figures sequentialReads(double... rates) throws IOException {
        List<String> engines = List.of(
                "lmdb:writemap",
                "leveldb",
                "kyoto-treedb:pageSize.1k,opts.sl",
                "bdb",
                "sqlite:locking.exclusive,pageSize.1k");
        StringBuilder facts = new StringBuilder();
        for (int place = 0; place < rates.length; place++) {
            facts.append(engines.get(place) + " forward" + LABELS + rates[place] + ";");
        }
        List<Figures> tests = Figures.of(symas, Fixture.facts(facts.toString()));
        assertEquals(1, tests.size());
        return tests.get(0);
    }

    @ParameterizedTest
    @CsvSource({"500, 400, 300, 200, 100, 1", "1, 2, 3, 4, 5, -1", "400, 500, 300, 200, 100, 0.8"})
    void tauSaysHowFarTheOrdersAgree(double a, double b, double c, double d, double e, double tau) throws IOException {
        Figures test = sequentialReads(a, b, c, d, e);
        assertEquals(tau, test.tau(), 1e-9);
        assertEquals(10, test.pairs());
        assertEquals("lmdb", test.reference().engine());
        assertEquals(4_587_156, test.lines().get(0).published());
        assertEquals(b, test.lines().get(0).measured().mean());
    }

    @Test
    void whatWasNotMeasuredIsLeftOutOfTheOrder() throws IOException {
        Figures test = sequentialReads(500, 400);
        assertEquals(1, test.pairs());
        assertEquals(5, test.lines().size());
        assertNull(test.lines().get(1).measured());
    }

    private static Stream<Figures> onAllMedia() throws IOException {
        return Figures.of(symas, SourceTest.facts(symas, true)).stream();
    }

    @Test
    void copiesAreShownAndNotRanked() throws IOException {
        Figures more = onAllMedia()
                .filter(test -> test.section().equals("3"))
                .findFirst()
                .orElseThrow();
        Figures.Line lmdb = more.lines().stream()
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
        List<Figures> excluded = onAllMedia().filter(Figures::isExcluded).toList();
        assertEquals(4, excluded.stream().map(Figures::test).distinct().count(), "two orders of two sizes");
        excluded.forEach(one -> assertEquals("KiB on disk", one.unit()));
        assertTrue(Double.isNaN(excluded.get(0).tau()));
    }

    /** Rates belong to their medium; bytes do not. */
    @Test
    void onADiskTheRatesOfTmpfsAreLeftOutAndItsBytesAreCompared() throws IOException {
        Facts whole = SourceTest.facts(symas, true);
        Facts disk = new Facts(
                whole.all().stream()
                        .filter(fact -> fact.label(Fact.MEDIUM).equals(Fact.DISK))
                        .toList(),
                Map.of());
        List<Figures> onTmpfs = Figures.of(symas, disk).stream()
                .filter(test -> test.medium().equals(Fact.TMPFS))
                .toList();
        assertFalse(onTmpfs.isEmpty());
        onTmpfs.forEach(test -> assertEquals("KiB on disk", test.unit()));
        assertTrue(Figures.elsewhere(symas, disk).startsWith("120 rates of the page are not compared"));
        assertEquals("", Figures.elsewhere(symas, whole));
    }

    @Test
    void anUnequalSetUpIsSaidWithWhatItIsWorth() {
        String facts = "lmdb:writemap forward" + LABELS + "300; lmdb:writemap forward" + LABELS.replace("none", "line")
                + "100; leveldb forward" + LABELS + "110; leveldb forward" + LABELS.replace("none", "line") + "100";
        assertEquals(
                "rate as published / equal: lmdb 3.00\u00d7 (1 test), leveldb 1.10\u00d7 (1 test)",
                symas.unequal().get(0).worth(symas, Fixture.facts(facts)));
        assertEquals(
                "the equal variant was not measured", symas.unequal().get(1).worth(symas, Fixture.facts(facts)));
    }
}
