package storemark.report.published;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import storemark.report.published.Verdict.Outcome;
import storemark.results.Estimate;

/** Verdicts on made-up results: they hold where everything is as claimed, and flip where it is not. */
class ClaimCheckTest {
    static Stream<Source> sources() throws IOException {
        return Source.all().stream();
    }

    @ParameterizedTest
    @MethodSource("sources")
    void everyClaimHoldsWhereAllIsAsClaimed(Source source) throws IOException {
        for (Verdict verdict : verdicts(source, new World(source.suite()))) {
            assertEquals(Outcome.HOLDS, verdict.outcome(), verdict::toString);
            assertFalse(verdict.ratios().isEmpty(), verdict::id);
        }
    }

    /** Ratios turned around fail what was to be above a limit; the same ratios at a high power what was to stay below one. */
    @ParameterizedTest
    @MethodSource("sources")
    void everyClaimFailsInOneOfTwoOtherWorlds(Source source) throws IOException {
        Set<String> failed = new HashSet<>();
        for (double power : new double[] {-3, 6}) {
            World world = new World(source.suite());
            world.power = power;
            verdicts(source, world).stream()
                    .filter(verdict -> verdict.outcome() == Outcome.FAILS)
                    .forEach(verdict -> failed.add(verdict.id()));
        }
        assertEquals(source.claims().keySet(), failed);
    }

    @ParameterizedTest
    @MethodSource("sources")
    void everyClaimOfTheFileHasAConditionAndTheReverse(Source source) throws IOException {
        Set<String> ids = Source.rows("claims.csv").stream()
                .filter(row -> row.get("source").equals(source.source()))
                .map(row -> row.get("id"))
                .collect(Collectors.toSet());
        assertEquals(ids, source.claims().keySet());
    }

    @ParameterizedTest
    @MethodSource("sources")
    void whatWasNotMeasuredIsNotTestedAndSaysWhy(Source source) throws IOException {
        World world = new World(source.suite());
        Facts all = world.facts();
        world.missing = all.measured().stream()
                .map(fact -> fact.labels().get("engine"))
                .distinct()
                .collect(Collectors.toMap(engine -> engine, engine -> "not available: no library"));
        for (Verdict verdict : verdicts(source, world)) {
            assertEquals(Outcome.NOT_TESTED, verdict.outcome(), verdict::toString);
            assertTrue(verdict.why().endsWith("not available: no library"), verdict::why);
            assertEquals("", verdict.figure());
        }
    }

    @Test
    void aMissingCaseLeavesOpenWhatTheOthersDoNotDecide() throws IOException {
        Source source = source("lmdb-vs-tupldb-2024");
        World world = new World(source.suite());
        Facts whole = world.facts();
        Facts few = new Facts(
                whole.measured().stream()
                        .filter(fact -> Integer.parseInt(fact.labels().get("threads")) <= 4)
                        .toList(),
                List.of(),
                Map.of());
        Verdict open = verdict(source, few, "T06");
        assertEquals(Outcome.NOT_TESTED, open.outcome());
        assertEquals("nothing was measured with 8 threads; nothing was measured with 16 threads", open.why());
        assertFalse(open.figure().isEmpty());

        Facts faster = new Facts(
                few.measured().stream().map(ClaimCheckTest::tuplTwiceAsFast).toList(), List.of(), Map.of());
        assertEquals(Outcome.FAILS, verdict(source, faster, "T06").outcome());
    }

    private static Fact tuplTwiceAsFast(Fact fact) {
        double factor = fact.labels().get("engine").equals("tupl") ? 2 : 1;
        return new Fact(fact.labels(), Estimate.of(fact.rate().mean() * factor), fact.disk(), fact.space());
    }

    @Test
    void aRangePastMemoryThatWasNotReachedIsSaid() throws IOException {
        Source source = source("lmdb-vs-tupldb-2024");
        Facts whole = new World(source.suite()).facts();
        Facts small = new Facts(
                whole.measured().stream()
                        .filter(fact -> !fact.labels().get("window").equals("past memory"))
                        .toList(),
                List.of(),
                Map.of());
        assertEquals(
                "no key range had its data past memory",
                verdict(source, small, "T05").why());
    }

    /** Three rounds of tupl and lmdb: the mean ratio is 1.6, above the limit of 1.5 of T12. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            160 160 160 | HOLDS | holds
            150 160 170 | HOLDS | holds, within the error
            140 140 140 | FAILS | does not hold
            130 140 150 | FAILS | does not hold, within the error
            """)
    void anIntervalThatCrossesTheLimitIsSaid(String rates, Outcome outcome, String words) throws IOException {
        double[] tupl =
                Stream.of(rates.split(" ", -1)).mapToDouble(Double::parseDouble).toArray();
        Facts facts = new Facts(
                List.of(update("tupl", Estimate.of(tupl)), update("lmdb:nordahead", Estimate.of(100, 100, 100))),
                List.of(),
                Map.of());
        Verdict verdict = verdict(source("lmdb-vs-tupldb-2024"), facts, "T12");
        assertEquals(outcome, verdict.outcome());
        assertEquals(words, verdict.words());
        assertTrue(verdict.confidence().endsWith("95% confidence interval"), verdict::confidence);
    }

    @Test
    void oneRunIsSaidToBeOne() throws IOException {
        Facts facts = new Facts(
                List.of(update("tupl", Estimate.of(300)), update("lmdb:nordahead", Estimate.of(100))),
                List.of(),
                Map.of());
        Verdict verdict = verdict(source("lmdb-vs-tupldb-2024"), facts, "T12");
        assertEquals("3.00\u00d7", verdict.figure());
        assertEquals("one run", verdict.confidence());
        assertEquals("holds, one run", verdict.words());
    }

    /** A share of a memory budget differs between engines, and keeps none from being compared. */
    @Test
    void whatDiffersOnlyBetweenEnginesDoesNotMatter() throws IOException {
        Facts facts = new Facts(
                List.of(
                        update("tupl", Estimate.of(300), "cache", "700"),
                        update("lmdb:nordahead", Estimate.of(100), "cache", "9")),
                List.of(),
                Map.of());
        assertEquals(
                Outcome.HOLDS,
                verdict(source("lmdb-vs-tupldb-2024"), facts, "T12").outcome());
    }

    @ParameterizedTest
    @CsvSource({
        "> 1, 1, false",
        "> 1, 1.01, true",
        ">= 0.95, 0.95, true",
        "< 0.05, 0.05, false",
        "<= 1.05, 1.05, true",
        "0.9 to 1.25, 0.9, true",
        "0.9 to 1.25, 1.26, false"
    })
    void conditionsAreAsTheyAreWritten(String text, double value, boolean holds) {
        assertEquals(holds, Condition.parse(text).holds(value));
    }

    private static Fact update(String engine, Estimate rate, String... more) {
        Map<String, String> labels = new java.util.HashMap<>(Map.of(
                "engine",
                engine,
                "workload",
                "update",
                "threads",
                "1",
                "pass",
                "1",
                "durability",
                "none",
                "window",
                "all"));
        if (more.length > 0) {
            labels.put(more[0], more[1]);
        }
        return new Fact(labels, rate, Estimate.of(), Estimate.of());
    }

    private static Source source(String name) throws IOException {
        return sources()
                .filter(source -> source.source().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static List<Verdict> verdicts(Source source, World world) throws IOException {
        return new ClaimCheck(source, world.facts()).verdicts();
    }

    private static Verdict verdict(Source source, Facts facts, String id) throws IOException {
        return new ClaimCheck(source, facts)
                .verdicts().stream()
                        .filter(verdict -> verdict.id().equals(id))
                        .findFirst()
                        .orElseThrow();
    }
}
