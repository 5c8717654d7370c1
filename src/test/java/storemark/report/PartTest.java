package storemark.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import storemark.results.Results;
import storemark.results.RunFile.State;
import storemark.workload.Workload;

/** What a report begins with, and what it keeps apart. */
class PartTest extends WithRun {
    PartTest() {
        run.workloads = List.of(Workload.INSERT, Workload.READ);
    }

    private Results measured(String name) throws IOException {
        return run.write(folder.resolve(name));
    }

    /** Five repetitions of reads in memory: lmdb and tupl do the same where {@code tie}, else lmdb is ahead. */
    private void five(boolean tie) {
        run.entries = 100_000;
        run.engines = List.of("lmdb", "tupl", "je", "null");
        run.only(Workload.READ);
        run.repetitions = 5;
        run.weather = (cell, step) -> cell.engine().equals("tupl") && tie ? 1.55 : 1;
    }

    @Test
    void runsThatDifferAreNeverInOneTable() throws IOException {
        Results one = measured("one");
        Results same = measured("same");
        run.machine = Map.of("cpu", Map.of("model", "another"));
        Results elsewhere = measured("elsewhere");
        List<Part> parts = Part.of(List.of(one, elsewhere, same));
        assertEquals(
                List.of("one + same", "elsewhere"),
                parts.stream().map(Part::name).toList());
        assertTrue(
                parts.get(0).rates().names().contains("lmdb (one)"),
                parts.get(0).rates().names()::toString);
        assertTrue(parts.get(1).rates().names().contains("lmdb"), "it is alone in its part");
        Set<String> ids = new HashSet<>();
        parts.forEach(part -> part.allCharts().forEach(chart -> assertTrue(ids.add(chart.id()), chart.id())));
        assertEquals("run elsewhere", parts.get(1).allCharts().get(0).subtitle().get(0));
    }

    @Test
    void versionsThatDifferAreNeverInOneTable() throws IOException {
        run.engines = List.of("lmdb");
        Results without = measured("without");
        run.engines = List.of("rocksdb");
        Results old = measured("old");
        run.versions = Map.of("rocksdb", "10.2");
        List<Part> parts = Part.of(List.of(without, old, measured("new")));
        assertEquals(
                List.of("without + old", "new"), parts.stream().map(Part::name).toList());
    }

    @Test
    void anEngineHasOneStyleInAllReports() {
        assertEquals(new Styles().next("lmdb"), after("sqlite", "lmdb:nordahead", "lmdb"));
        for (String engine : List.of("lmdb", "tupl", "je", "wiredtiger")) {
            int style = new Styles().next(engine);
            assertEquals(style % 7, after(engine + ":default") % 7, "profiles have the engine's hue");
            assertEquals(style % 7, after(engine, "lmdb:default", engine + ":device,direct") % 7);
        }
        Styles styles = new Styles();
        Set<Integer> all = new HashSet<>();
        for (int at = 0; at < 40; at++) {
            assertTrue(all.add(styles.next("engine" + at % 20)), "no two look alike");
        }
        assertEquals(Styles.CONTROL, styles.next("null"));
    }

    private static int after(String... specs) {
        Styles styles = new Styles();
        int last = 0;
        for (String spec : specs) {
            last = styles.next(spec);
        }
        return last;
    }

    @Test
    void itBeginsWithWhoIsAheadAndByHowMuch() throws IOException {
        five(false);
        List<String> found = part().findings();
        assertTrue(
                found.get(0)
                        .matches("Read: lmdb is first, 1\\.[0-9]+× \\(1\\.[0-9]+ to 1\\.[0-9]+\\) the rate of tupl\\."),
                found::toString);
        assertEquals("Not measured: data past memory.", found.get(1));
    }

    @Test
    void aTieIsSaidToBeOne() throws IOException {
        five(true);
        String found = part().findings().get(0);
        assertTrue(
                found.matches("Read: (lmdb and tupl|tupl and lmdb) tie: [0-9.]+× \\([0-9.]+ to [0-9.]+\\)\\."), found);
    }

    @Test
    void oneRunCrownsNobodyAndSaysWhatWasNotMeasured() throws IOException {
        run.workloads = List.of(Workload.READ);
        run.states = Map.of("tupl-read-t2", State.UNSUPPORTED);
        List<String> found = part().findings();
        assertTrue(found.get(0).startsWith("No verdicts: fewer than five repetitions"), found::toString);
        assertTrue(found.get(1).contains(" has the highest rate, "), found::toString);
        assertTrue(found.stream().noneMatch(sentence -> sentence.contains("first")), found::toString);
        assertTrue(found.get(2).startsWith("Not measured: 1 cell not supported (tupl)"), found::toString);
    }

    @Test
    void itsHeadSaysWhatTheNumbersAreOfAndWhatSpoilsThem() throws IOException {
        run.machine = Map.of(
                "cpu", Map.of("model", "Example 9000", "usableCores", 2),
                "memory", Map.of("totalBytes", 24L << 30),
                "jvm", Map.of("version", "17.0.1"),
                "warnings", List.of("the load average is 2.8 on 2 cores"));
        Part part = part();
        assertEquals(
                "{engines=lmdb 1.4, tupl 1.4, rocksdb 1.13, null 1.4, machine=Example 9000, 2 cores, memory=64 MiB for each fork of 24 GiB, Java=17.0.1,"
                        + " records=1M records of 8 + 100 B, durability=none, repetitions=1}",
                part.facts().toString());
        assertEquals(List.of("the load average is 2.8 on 2 cores"), part.warnings());
    }

    /** Stores of 120 bytes a record are smaller than values of 200 that do not compress. */
    @Test
    void aStoreThatIsSmallerThanItsValuesCannotBe() throws IOException {
        run.valueBytes = List.of("200");
        run.more = Map.of("compressibility", "0.0");
        assertEquals(
                List.of(
                        "impossible disk use: less than the values alone, which do not compress: lmdb, tupl, rocksdb:tuned"),
                part().warnings());
    }

    @Test
    void aStoreOfTextMayBeSmallerThanItsValues() throws IOException {
        run.valueBytes = List.of("200");
        run.more = Map.of("compressibility", "text");
        assertEquals(List.of(), part().warnings());
    }

    @Test
    void picturesNameVersionsAndProcessor() throws IOException {
        run.machine = Map.of("cpu", Map.of("model", "Example 9000"));
        run.versions = Map.of("lmdb", "LMDB 0.9.33", "tupl", "TuplDB 1.3.11");
        List<String> subtitle = part().pictures().get(0).subtitle();
        assertEquals(
                "lmdb 0.9.33 (2024), tupl 1.3.11 (2017), rocksdb 1.13, null 1.4; Example 9000",
                subtitle.get(subtitle.size() - 1));
    }

    @Test
    void readsThatFetchNoValueAreNamedInTitleAndSubtitle() throws IOException {
        run.workloads = List.of(Workload.READ);
        run.more = Map.of("touch", "none");
        Chart chart = part().charts().get(Topic.KEY_RANGE).get(0);
        assertEquals("Read: rate by key range, touch: none, 1 thread", chart.title());
        assertTrue(chart.subtitle().stream().anyMatch(line -> line.startsWith("touch: none: no byte of any value")));
    }
}
