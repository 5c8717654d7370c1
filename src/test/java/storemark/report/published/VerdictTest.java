package storemark.report.published;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import storemark.report.published.Verdict.Outcome;

/** The rules by which claims are judged, each by results of which the verdict flips when the rule is broken. */
class VerdictTest {
    private static final String SIDES = "where: {workload: read}, of: {engine: a}, to: {engine: b}";
    private static final String RATIO = "{" + SIDES + ", is: '> 1.5'}";
    private static final String MOST =
            "{where: {workload: [insert, read, scan]}, of: {engine: a}, to: {engine: b}, is: '< 1', need: most}";
    private static final String BEST =
            "{where: {workload: read}, of: {engine: a}, to: {engine: others}, pick: best, is: '> 2'}";
    private static final String GROWTH = "{" + SIDES + ", is: '> 1'}, {says: growing, ratio: {" + SIDES
            + "}, where: {engine: a}, of: {threads: most}, to: {threads: fewest}, is: '> 1'}";
    private static final String CORES =
            "{where: {workload: read, engine: a}, of: {threads: core-count}, to: {threads: 1}, is: '> 1.3'}";

    /** The scope is that of the fixture, which has one of the two numbers of records that the page is about. */
    private static String words(Verdict verdict) {
        return verdict.words().replace(", at 100 records", "");
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
    void aConditionHoldsInItsRange(String text, double value, boolean holds) {
        assertEquals(holds, Condition.parse(text).holds(value));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{is: 'about 1'}", "{pick: worst}", "{need: few}", "{measure: heat}", "{wher: {}}"})
    void aMisspeltComparisonIsRefused(String comparison) {
        assertThrows(IllegalArgumentException.class, () -> Fixture.page(comparison));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            160                     | 100           | holds
            140,150,160,170,180     | 100           | undecided, within the error
            140                     | 100           | does not hold
            120,130,140,150,160     | 100           | undecided, within the error
            300*1                   | 100*1         | undecided, fewer than five repetitions
            300*4                   | 100           | undecided, fewer than five repetitions
            100                     | 100*4         | undecided, fewer than five repetitions
            980,990,1000,1010,1020  | 1,1,10,19,19  | holds
            """)
    void aVerdictIsAsSureAsItsIntervals(String a, String b, String words) {
        assertEquals(words, words(Fixture.verdict(RATIO, "A read " + a + "; B read " + b)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            A read run=r 300; B read run=s 100                | not tested
            A read threads=2 300; A read 300; B read 100      | not tested
            A read threads=2 300; B read threads=2 100        | holds
            A read cache=7 300; B read cache=9 100            | holds
            A read 300; B read !the disk is full              | not tested
            A read ~too large; B read ~too large              | not tested
            A read 300; A read threads=2 !full; B read 100    | not tested
            A read 300; A read threads=2 ~large; B read 100   | holds
            A read 100; A read threads=2 !full; B read 100    | does not hold
            A read 300; B read 100; B read threads=2 100      | not tested
            """)
    void onlyTheSameSetUpsOfARunAreComparedAndAllOfThem(String facts, String words) {
        assertEquals(words, words(Fixture.verdict(RATIO, facts)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            A read 300; B read !full             | B: full
            A read !full; B read 100             | A: full
            A read ~large; B read ~large         | left out by the suite
            A scan 300; B scan 100               | not measured: read
            A read 300; C read 100               | not measured: B
            A read 300; B scan 100; B read 100   | ''
            """)
    void whatIsMissingIsTold(String facts, String why) {
        assertEquals(why, Fixture.verdict(RATIO, facts).why());
    }

    /** Which of the best or the least is missing decides what could still change. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            best  | > 2   | A read 300; B read 100; C read 100 | holds
            best  | > 2   | A read 300; B read 100; C read !no | not tested
            best  | > 2   | A read 150; B read 100; C read !no | does not hold
            best  | < 1   | A read 150; B read 100; C read !no | not tested
            least | > 2   | A read 150; B read 100; C read !no | not tested
            least | > 2   | A read 250; B read 100; C read 200 | holds
            least | < 1   | A read 150; B read 100; C read !no | does not hold
            """)
    void whatIsMissingLeavesOpenWhatItCouldDecide(String pick, String is, String facts, String words) {
        String claim = "{where: {workload: read}, of: {engine: a}, to: {engine: others}, pick: " + pick + ", is: '" + is
                + "'}";
        assertEquals(words, words(Fixture.verdict(claim, facts)));
    }

    /** B has the highest mean; that A is ahead of both is as unsure as it is of C. */
    @ParameterizedTest
    @CsvSource({"80, holds", "140, 'undecided, within the error'"})
    void aRivalWithAWideIntervalCountsThoughItIsNotTheBest(double high, String words) {
        String facts =
                "A read 300; B read 100; C read " + (160 - high) + "," + (160 - high) + ",80," + high + "," + high;
        assertEquals(words, words(Fixture.verdict(BEST, facts)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            50  | 50  | -   | not tested
            50  | 50  | 50  | holds
            50  | 150 | 150 | undecided, about as many as by chance
            150 | 150 | 150 | does not hold
            """)
    void mostCountsWhatIsMissing(String insert, String read, String scan, String words) {
        String facts = "A insert " + insert + (read.equals("-") ? "" : "; A read " + read)
                + (scan.equals("-") ? "" : "; A scan " + scan) + "; B insert 100; B read 100; B scan 100";
        assertEquals(words, words(Fixture.verdict(MOST, facts)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            50               | 50  | holds
            70,80,95,110,120 | 50  | undecided, within the error
            """)
    void mostIsSureWhenTheSureOnesAreEnough(String second, String third, String words) {
        String facts = "A insert 50; A read " + second + "; A scan " + third + "; B insert 100; B read 100; B scan 100";
        assertEquals(words, words(Fixture.verdict(MOST, facts)));
    }

    /** A sign test: with ten of a fair coin, nine and more are less likely than one in forty. */
    @ParameterizedTest
    @CsvSource({
        "9, 1, HOLDS",
        "8, 2, UNDECIDED",
        "5, 5, UNDECIDED",
        "2, 8, UNDECIDED",
        "1, 9, FAILS",
        "8, 1, NOT_TESTED",
        "9, 0, HOLDS"
    })
    void mostIsMoreThanChance(long holding, long failing, Verdict.Outcome outcome) {
        assertEquals(outcome, Comparison.Need.MOST.outcome(holding, failing, 10));
        assertEquals(Verdict.Outcome.UNDECIDED, Comparison.Need.MOST.outcome(36, 28, 64));
        assertEquals(Verdict.Outcome.HOLDS, Comparison.Need.MOST.outcome(3, 0, 3));
    }

    @ParameterizedTest
    @CsvSource({"50, holds", "150, holds", "-, not tested"})
    void anyNeedsOneAndFailsOnlyWhenAllAreMeasured(String scan, String words) {
        String facts = "A insert " + (scan.equals("-") ? "150" : "50") + "; A read 150; B insert 100; B read 100"
                + (scan.equals("-") ? "" : "; B scan 100; A scan " + scan);
        assertEquals(words, words(Fixture.verdict(MOST.replace("most", "any"), facts)));
    }

    private static String mix(String run, double... ratios) {
        StringBuilder facts = new StringBuilder();
        for (int place = 0; place < ratios.length; place++) {
            String at = " read run=" + run + " threads=" + (1 + 3 * place) + " ";
            double rate = 100 * ratios[place];
            facts.append(";A" + at + (rate - 1) + "," + (rate - 1) + "," + rate + "," + (rate + 1) + "," + (rate + 1)
                    + ";B" + at + "100");
        }
        return facts.toString();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            2   | 3    | holds
            2   | 2.01 | undecided, within the error
            3   | 2    | does not hold
            2   | 1.99 | undecided, within the error
            """)
    void growthIsTheRatioAtMostThreadsDividedByThatAtFewest(double one, double four, String words) {
        assertEquals(words, words(Fixture.verdict(GROWTH, mix("r", one, four))));
    }

    @Test
    void growthNeedsTwoNumbersOfThreads() {
        assertEquals(Outcome.NOT_TESTED, Fixture.verdict(GROWTH, mix("r", 2)).outcome());
        assertEquals(
                "not measured: most threads",
                Fixture.verdict(GROWTH, mix("r", 2)).why());
        assertEquals(Outcome.FAILS, Fixture.verdict(GROWTH, mix("r", 0.5)).outcome());
        assertEquals("holds", words(Fixture.verdict(GROWTH, mix("r", 2, 3) + mix("s", 2))));
    }

    /** Smallest at one thread in the first run, largest at four in the second: within neither does it grow. */
    @Test
    void growthIsToldWithinEachRun() {
        Verdict verdict = Fixture.verdict(GROWTH, mix("r", 3, 2) + mix("s", 5, 4));
        assertEquals("does not hold", words(verdict));
        assertTrue(verdict.figure().contains("growing: 0.67\u00d7 to 0.80\u00d7"), verdict::figure);
    }

    /** Run r has 4 cores, run s has 1. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            r | 4 | 2.00× | tupl
            r | 3 | 1.20× | the third thread is the most within four cores
            s | 4 | ''    | one core
            """)
    void theCoreCountIsTheMostThreadsWithinTheCores(String run, int threads, String figure, String about) {
        String facts = "A read run=R 100; A read run=R threads=T FF; A read run=R threads=8 90"
                .replace("R", run)
                .replace("T", String.valueOf(threads))
                .replace("FF", threads == 4 ? "200" : "120");
        assertEquals(figure, Fixture.verdict(CORES, facts).figure(), about);
    }

    /** A gains 5 times by batches; the claim is that this is more than what any other gains. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            500 | B insert batch=9 400 | holds         | gain: 5.00×; lead: 1.25×
            500 | B insert batch=9 600 | does not hold | gain: 5.00×; lead: 0.83×
            200 | B insert batch=9 100 | does not hold | gain: 2.00×; lead: 2.00×
            500 | B insert batch=9 !no | not tested             | gain: 5.00×; lead: 5.00×
            """)
    void ratiosAreComparedWithRatios(double batched, String other, String words, String figure) {
        String gain = "of: {batch: 9}, to: {batch: 1}";
        String claim = "{says: gain, where: {workload: insert, engine: a}, " + gain + ", is: '> 3'},"
                + "{says: lead, ratio: {where: {workload: insert, engine: [a, b, c]}, " + gain
                + "}, of: {engine: a}, to: {engine: [b, c]}, pick: best, is: '> 1'}";
        String facts = "A insert batch=1 100; A insert batch=9 " + batched + "; B insert batch=1 100; " + other
                + "; C insert batch=1 100; C insert batch=9 100";
        Verdict verdict = Fixture.verdict(claim, facts);
        assertEquals(words, words(verdict));
        assertEquals(figure, verdict.figure());
    }

    @ParameterizedTest
    @ValueSource(ints = {50, 150})
    void whatAClaimExceptsIsShownAndNotJudged(int atSixteen) {
        String sides = "of: {engine: a}, to: {engine: b}";
        String claim = "{where: {workload: read, threads: 1}, " + sides + ", is: '> 1'}, {where: {workload: read,"
                + " threads: 16}, " + sides + "}";
        String facts = "A read 150; B read 100; A read threads=16 " + atSixteen + "; B read threads=16 100";
        Verdict verdict = Fixture.verdict(claim, facts);
        assertEquals(Outcome.HOLDS, verdict.outcome());
        assertEquals(2, verdict.ratios().size());
        assertEquals("1.50\u00d7", verdict.figure());
    }

    /** Of both together half hold, though none of the first. */
    @Test
    void comparisonsWithNamesAreJudgedByThemselves() {
        String claim = MOST.replace("{where", "{says: one, where") + ", {says: two, where: {workload: [insert, read,"
                + " scan]}, of: {engine: c}, to: {engine: b}, is: '< 1', need: most}";
        String facts =
                "A insert 150; A read 150; A scan 150; C insert 50; C read 50; C scan 50; B insert 100; B read 100;"
                        + " B scan 100";
        Verdict verdict = Fixture.verdict(claim, facts);
        assertEquals(Outcome.FAILS, verdict.outcome());
        assertEquals(
                "one: 1.50\u00d7 to 1.50\u00d7, median 1.50\u00d7; as claimed in 0 of 3;"
                        + " two: 0.50\u00d7 to 0.50\u00d7, median 0.50\u00d7; as claimed in 3 of 3",
                verdict.figure());
    }

    @Test
    void aNumberIsNotDividedByItself() {
        String claim = "{where: {workload: read, engine: a}, of: {entries: 100}, to: {}, is: '< 2'}";
        assertEquals(Outcome.NOT_TESTED, Fixture.verdict(claim, "A read 100").outcome());
        Verdict verdict = Fixture.verdict(claim, "A read 100; A read entries=1000 80");
        assertEquals(
                "A, 100 records against 1k records", verdict.ratios().get(0).about());
    }

    @Test
    void eachRatioSaysWhatItIsOfAndHowSureItIs() {
        Verdict verdict = Fixture.verdict(
                RATIO,
                "A read threads=1 300*1; A read threads=2 300,320; B read 100,100; " + "B read threads=2 100,100");
        assertEquals(
                "A, 1 thread against B: 3.00\u00d7 (one repetition)",
                verdict.ratios().get(0).toString());
        assertEquals(
                "A, 2 threads against B: 3.10\u00d7 (3.00\u00d7 to 3.20\u00d7)",
                verdict.ratios().get(1).toString());
    }

    @Test
    void theConfidenceIsThatOfTheRepetitions() {
        assertEquals(
                "one repetition",
                Fixture.verdict(RATIO, "A read 300*1; B read 100*1").confidence());
        String three =
                Fixture.verdict(RATIO, "A read 300,300,300; B read 100,100,100").confidence();
        assertEquals("3.00\u00d7 to 3.00\u00d7, 95% interval", three);
        assertEquals("", Fixture.verdict(RATIO, "A scan 300").confidence());
    }

    /** Of A and B and of B and C, the second is not sure. */
    @Test
    void whatIsSurelyNotSoDecidesAndWhatIsNotTestedLeavesOpen() {
        String claim = "{says: one, " + SIDES
                + ", is: '> 1'}, {says: two, where: {workload: read}, of: {engine: c}, to: {engine: b}, is: '> 1'}";
        assertEquals("does not hold", words(Fixture.verdict(claim, "A read 50; B read 100; C read 300*1")));
        assertEquals(
                "undecided, fewer than five repetitions",
                words(Fixture.verdict(claim, "A read 150; B read 100; C read 50*1")));
        assertEquals("not tested", words(Fixture.verdict(claim, "A read 150*1; B read 100")));
    }

    @Test
    void aVerdictNamesItsScaleBesideThePages() {
        Verdict verdict = Fixture.verdict(
                RATIO,
                "A read 300; B read 100; A read threads=2 300; B read threads=2 100;"
                        + " A read threads=16 300; B read threads=16 100");
        assertEquals("100 records, 1 thread to 16 threads, on disk; the page: 1G records", verdict.scale());
        assertEquals("", Fixture.verdict(RATIO, "A read 300").scale());
    }

    @Test
    void verdictsAreCounted() {
        Verdict holds = Fixture.verdict(RATIO, "A read 300; B read 100");
        Verdict fails = Fixture.verdict(RATIO, "A read 100; B read 100");
        Verdict undecided = Fixture.verdict(RATIO, "A read 300*4; B read 100*4");
        Verdict none = Fixture.verdict(RATIO, "A read 300");
        assertEquals(
                "1 holds, 2 do not, 1 undecided, 1 not tested",
                Verdict.count(List.of(holds, fails, fails, undecided, none)));
    }

    /** Run r has 4 cores. */
    @Test
    void aNumberOfThreadsIsOneOfThePagesCores() {
        String claim = "{where: {workload: read, threads: [2, 8, 16]}, of: {engine: a}, to: {engine: b}, is: '> 1'}";
        String yaml = "A read threads=%1$s 300; B read threads=%1$s 100";
        Facts facts =
                Fixture.facts(Stream.of("2", "8", "16").map(yaml::formatted).collect(Collectors.joining("; ")));
        assertEquals(
                Outcome.HOLDS, Verdict.of(Fixture.page(claim), facts).get(0).outcome());
        Verdict other = Verdict.of(Fixture.page(claim, 8), facts).get(0);
        assertEquals(Outcome.NOT_TESTED, other.outcome());
        assertEquals("8 threads on 4 cores: the page's machine had 8", other.why());
        assertEquals(2, other.ratios().size());
        assertEquals(
                Outcome.HOLDS, Verdict.of(Fixture.page(claim, 4), facts).get(0).outcome());
    }

    /** An engine of a page is one specification of ours: the one listed first that the run has, also where that failed. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            A1 read 300; A2 read 50; B read 100      | holds
            A2 read 300; A1 read 50; B read 100      | does not hold
            A2 read 300; B read 100                  | holds
            A1 read !no; A2 read 300; B read 100     | not tested
            A1 read walk=whole 300; A1 read 50; A2 read walk=whole 50; B read walk=whole 100; B read 900 | holds
            A2 read walk=whole 300; A1 read 50; B read walk=whole 100; B read 900 | holds
            """)
    void theFirstOfSeveralSpecificationsStandsForAnEngine(String facts, String words) {
        String yaml = "- {source: page, reference: a, labels: {walk: [whole, '']}, engines: {a: {engine: [A1, A2]},"
                + " b: {engine: B}}, claims: {X: {claim: a claim, expected: a condition, judged: [" + RATIO + "]}}}";
        Source page = Source.read(new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8)))
                .get(0);
        assertEquals(words, words(Verdict.of(page, Fixture.facts(facts)).get(0)));
    }
}
