package storemark.report.published;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import storemark.report.published.Fact.Gap;
import storemark.report.published.Fact.Measure;
import storemark.report.published.Verdict.Outcome;
import storemark.results.Estimate;
import storemark.suite.Cell;
import storemark.suite.Suite;
import storemark.suite.Suites;

/** The four pages: their claims and figures find their cells in the suites that reproduce them. */
class SourceTest {
    /** It compares equal numbers of records, and the suite has a thousand synchronous writes: docs/suites.md has groups for tmpfs. */
    private static final String OUTSIDE_THE_SUITE = "S10";

    static List<Source> sources() throws IOException {
        return Source.all();
    }

    /** All cells of the suite of a page, once, on both media, each with the same numbers, or none with any. */
    static Facts facts(Source source, boolean measured) throws IOException {
        List<Fact> facts = new ArrayList<>();
        Estimate one = Estimate.of(1, 1, 1);
        Map<Measure, Estimate> values =
                Map.of(Measure.RATE, one, Measure.DISK, one, Measure.SPACE, one, Measure.MEMORY, one);
        for (String name : Suites.NAMES) {
            Suite suite = Suites.read(name);
            for (Cell cell : source.source().equals(suite.reproduces()) ? suite.cells() : List.<Cell>of()) {
                if (cell.repetition() > 1) {
                    continue; // a fact is of all repetitions
                }
                for (String medium : List.of(Fact.TMPFS, Fact.DISK)) {
                    for (DataPlace window : DataPlace.values()) {
                        Gap gap = cell.leftOut().isPresent() || !measured
                                ? new Gap("no library", cell.leftOut().isPresent())
                                : null;
                        facts.add(new Fact(labels(cell, medium, window), gap == null ? values : Map.of(), gap));
                    }
                }
            }
        }
        return new Facts(facts, Map.of(Fact.TMPFS, 8, Fact.DISK, 8));
    }

    private static Map<String, String> labels(Cell cell, String medium, DataPlace window) {
        Map<String, String> labels = new HashMap<>(cell.parameters());
        labels.keySet().removeAll(Set.of("step", "sample", "seed"));
        labels.put(Fact.ENGINE, cell.engine().toString());
        labels.put(Fact.WORKLOAD, cell.workload().label());
        labels.put(Fact.THREADS, String.valueOf(cell.threads()));
        labels.put(Fact.MEDIUM, medium);
        labels.put(Fact.RUN, medium);
        labels.put(Fact.WINDOW, window.name());
        return labels;
    }

    @ParameterizedTest
    @MethodSource("sources")
    void everyClaimAndEveryFigureFindsItsCellsInTheSuite(Source source) throws IOException {
        Facts facts = facts(source, true);
        checkClaims(Verdict.of(source, facts));
        checkFigures(source, Figures.of(source, facts));
    }

    private static void checkClaims(List<Verdict> verdicts) {
        for (Verdict verdict : verdicts) {
            assertFalse(ClaimWords.of(verdict.claim()).isEmpty());
            if (verdict.id().equals(OUTSIDE_THE_SUITE)) {
                assertEquals(Outcome.NOT_TESTED, verdict.outcome(), verdict::toString);
                continue;
            }
            assertNotEquals(Outcome.NOT_TESTED, verdict.outcome(), verdict::toString);
            assertEquals("", verdict.why(), verdict::toString);
        }
    }

    @ParameterizedTest
    @MethodSource("sources")
    void aClaimWithoutResultsIsNotTestedAndSaysWhy(Source source) throws IOException {
        for (Verdict verdict : Verdict.of(source, facts(source, false))) {
            assertEquals(Outcome.NOT_TESTED, verdict.outcome(), verdict::toString);
            assertTrue(verdict.why().contains("no library"), verdict::why);
            assertEquals("", verdict.figure());
        }
    }

    @Test
    void claimsHaveIdsOfTheirOwn() throws IOException {
        List<String> ids = sources().stream()
                .flatMap(source -> source.claims().keySet().stream())
                .toList();
        assertEquals(47, ids.size());
        assertEquals(47, new HashSet<>(ids).size());
    }

    private static void checkFigures(Source source, List<Figures> tests) throws IOException {
        long published = source.rows().stream()
                .map(row -> Stream.of(
                                "section", "workload", "order", "unit", "value_bytes", "records", "compressibility")
                        .map(row::get)
                        .toList())
                .distinct()
                .count();
        assertEquals(published, tests.stream().map(Figures::test).distinct().count());
        tests.stream()
                .filter(test -> test.run().equals(test.medium().equals(Fact.TMPFS) ? Fact.TMPFS : Fact.DISK))
                .flatMap(test -> test.lines().stream())
                .forEach(line ->
                        assertTrue(line.measured() != null || line.note().startsWith("not run: "), line::toString));
    }

    /** Ten rows of LMDB in each of the sections with more memory, TreeDB's batches, and SQLite without compression. */
    @Test
    void whatIsMarkedAsACopyHasTheFigureOfAnotherTest() throws IOException {
        Map<String, String> baseline = Map.of("3", "2", "6", "5", "9", "8", "2D", "1", "3B", "1");
        int copies = 0;
        for (Source source : sources()) {
            for (Map<String, String> row : source.rows()) {
                if (Source.names(source.copies(), row).isEmpty()) {
                    continue;
                }
                copies++;
                assertTrue(
                        source.rows().stream()
                                .filter(other -> !other.equals(row) && sameExceptSection(row, other))
                                .filter(other -> other.get("section").equals(row.get("section"))
                                        || other.get("section")
                                                .startsWith(baseline.getOrDefault(row.get("section"), "-")))
                                .anyMatch(other -> Math.abs(value(other) / value(row) - 1) < 0.005),
                        row::toString);
            }
        }
        assertEquals(24 + 18 + 4, copies);
    }

    private static boolean sameExceptSection(Map<String, String> row, Map<String, String> other) {
        return Stream.of("engine", "unit").allMatch(column -> row.get(column).equals(other.get(column)));
    }

    private static double value(Map<String, String> row) {
        return Double.parseDouble(row.get("value"));
    }

    /** Two figures with a point where a comma belongs: kept as printed, read as meant. */
    @Test
    void anomaliesOfThePrintAreKept() throws IOException {
        Map<String, String> odd = new LinkedHashMap<>();
        for (Source source : sources()) {
            source.rows().stream()
                    .filter(row -> !row.get("note").isEmpty())
                    .forEach(row -> odd.put(row.get("as_printed"), row.get("value")));
        }
        assertEquals(Map.of("5.698", "5698", "49.925", "49925"), odd);
    }

    /** TreeDB's writes without durability are in its own cache, which the page flushed before it looked at the disk. */
    @Test
    void storesAreMeasuredBeforeTheySettleButForThoseWithWritesInTheirCache() throws IOException {
        Source symas = sources().get(1);
        assertTrue(symas.countsUnsettled("bdb"));
        assertFalse(symas.countsUnsettled("kyoto-treedb:pageSize.1k,opts.sl"));
        assertFalse(sources().get(0).countsUnsettled("lmdb:nordahead"), "a page that says nothing of it");
    }
}
