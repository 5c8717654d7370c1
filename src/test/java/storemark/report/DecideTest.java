package storemark.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import storemark.results.Results;
import storemark.statistics.Ratio;

/** What the choosing page decides, without a page: decide.js on the JVM, on the committed runs. */
class DecideTest {
    private static final String ASKED =
            "{read: 100, update: 0, scan: 0, insert: 0, value: '100', data: 0.0012, durability: 'process',"
                    + " threads: 1, licence: 'any', needs: [], rank: 'rate', target: 0, percentile: 'p99'}";

    @AutoClose
    private static Decide decide;

    @BeforeAll
    static void read() throws IOException {
        Choice.Facts whole = new Choice.Facts(
                Set.of("scan", "transactions", "concurrent writes"),
                Set.of("none", "process"),
                Set.of("process"),
                Map.of());
        decide = new Decide(Choice.of(
                List.of(Results.read(Path.of("charts/quick"))),
                run -> Map.of(
                        "lmdb", new Choice.Facts(Set.of("scan"), Set.of("process"), Set.of(), Map.of()),
                        "tupl", whole,
                        "rocksdb", whole,
                        "sqlite", whole,
                        "je",
                                new Choice.Facts(
                                        whole.can(),
                                        whole.levels(),
                                        whole.tested(),
                                        Map.of("process", "lost in 3 cuts")))));
    }

    /** The value of an expression in which {@code data} is the page's and {@code asked(data, threads)} a question on reads. */
    private static JsonNode evaluate(String script) throws IOException {
        return decide.evaluate("(function () { function asked(more) { return Object.assign(" + ASKED
                + ", more); } return " + script + "; })()");
    }

    @Test
    void interpolatesInLogarithmsAndNeverBeyond() throws IOException {
        assertEquals(10, evaluate("choosing.between(2, 1, 4, 1, 100)").asDouble(), 1e-9);
        assertEquals(7, evaluate("choosing.between(1, 1, 4, 7, 100)").asDouble());
        assertTrue(evaluate("choosing.between(0.99, 1, 4, 1, 100)").isNull());
        assertTrue(evaluate("choosing.between(4.01, 1, 4, 1, 100)").isNull());
        String fork = "{id: 'a', turns: '0.1', points: [[1, 10, null, 1, 1], [4, 1000, 1, 1, 1]]}";
        assertEquals(100, evaluate("choosing.at(" + fork + ", 2).rate").asDouble(), 1e-9);
        assertTrue(evaluate("choosing.at(" + fork + ", 2).p50").isNull(), "not measured at one end");
        assertEquals(1000, evaluate("choosing.at(" + fork + ", 4).rate").asDouble(), "as measured");
        assertTrue(evaluate("choosing.at(" + fork + ", 4.1)").isNull());
        assertTrue(evaluate("choosing.at(" + fork + ", 0.9)").isNull());
    }

    /** Weights need not add up to 100; those of {@link TenQuestionsTest} do. */
    @Test
    void aMixIsTheHarmonicMeanOfMeasuredRates() throws IOException {
        JsonNode rows = evaluate(
                "choosing.decide(data, asked({update: 50, data: data.cells[0].forks[0].points[2][0]}))[0].rows");
        assertEquals(4, rows.size());
        for (JsonNode row : rows) {
            for (JsonNode value : row.get("values")) {
                double read = value.at("/rates/read").asDouble();
                double update = value.at("/rates/update").asDouble();
                assertEquals(150 / (100 / read + 50 / update), value.get("rate").asDouble(), read * 1e-9);
            }
        }
    }

    @Test
    void whatDoesNotFitIsOutAndNamed() throws IOException {
        String out =
                "choosing.decide(data, asked(%s))[0].out.map(function (one) { return one.engine + ': ' + one.why; }).sort().join('; ')";
        String always = "je: did not keep durability process: lost in 3 cuts; ";
        String control = "null: the control: stores nothing";
        assertEquals(always + control, evaluate(String.format(out, "{}")).asText());
        assertEquals(
                always + "lmdb: has no transactions; " + control,
                evaluate(String.format(out, "{needs: ['scan', 'transactions']}"))
                        .asText());
        assertTrue(evaluate(String.format(out, "{target: 2000, percentile: 'p50'}"))
                .asText()
                .contains("sqlite: above the latency target"));
        assertEquals(
                always + control, evaluate(String.format(out, "{target: 2000}")).asText(), "p99 is not known");
        for (String license : List.of("GPL-3.0-or-later", "Sleepycat", "GPL-2.0-only OR GPL-3.0-only")) {
            assertFalse(
                    evaluate("choosing.licenceFits('" + license + "', 'weak')").asBoolean(), license);
        }
        assertTrue(evaluate("choosing.licenceFits('Apache-2.0 OR GPL-2.0-only', 'free')")
                .asBoolean());
        assertTrue(
                evaluate("choosing.licenceFits('MPL-2.0 OR EPL-1.0', 'weak')").asBoolean());
        for (String license : List.of("MPL-2.0 OR EPL-1.0", "GPL-2.0-only WITH Classpath-exception-2.0")) {
            assertFalse(
                    evaluate("choosing.licenceFits('" + license + "', 'free')").asBoolean(), license);
        }
    }

    @Test
    void whatNoCellCoversIsNotAnswered() throws IOException {
        for (String beyond : List.of(
                "{data: 1}",
                "{data: 0.0001}",
                "{threads: 3}",
                "{durability: 'none', update: 1}",
                "{value: '1000'}",
                "{scan: 1, threads: 2}")) {
            assertEquals(
                    0, evaluate("choosing.decide(data, asked(" + beyond + "))").size(), beyond);
        }
    }

    /** As storemark.statistics decides, of one rate a repetition. */
    @Test
    void tiesAreThoseOfTheIntervals() throws IOException {
        double[][] rates = {{100, 101, 99, 100.5, 98}, {99, 101.5, 100, 99.5, 98.5}, {90, 91, 92, 90.5, 89}};
        for (int other = 1; other < rates.length; other++) {
            for (boolean paired : List.of(true, false)) {
                List<double[]> one = Arrays.stream(rates[0])
                        .mapToObj(rate -> new double[] {rate})
                        .toList();
                List<double[]> two = Arrays.stream(rates[other])
                        .mapToObj(rate -> new double[] {rate})
                        .toList();
                Ratio expected = paired
                        ? Ratio.paired(two, one)
                        : Ratio.unpaired(two, one).orElseThrow();
                JsonNode found = evaluate("choosing.ratio(" + values(rates[other], "0.1") + ", "
                        + values(rates[0], paired ? "0.1" : "0.2") + ", 'rate')");
                assertEquals(expected.median(), found.get("median").asDouble(), 1e-9);
                assertEquals(expected.low(), found.get("low").asDouble(), 0.01);
                assertEquals(expected.high(), found.get("high").asDouble(), 0.01);
                assertEquals(other == 1 ? "tie" : "less", found.get("verdict").asText());
            }
        }
        assertEquals(
                "undecided",
                evaluate("choosing.ratio(" + values(new double[] {1, 1, 1, 1}, "0.1") + ", "
                                + values(new double[] {2, 2, 2, 2}, "0.1") + ", 'rate').verdict")
                        .asText());
    }

    /** The second has the lower median, and did more in four repetitions of five. */
    @Test
    void whatIsFasterByItsRatioIsFirst() throws IOException {
        String first = values(new double[] {100, 200, 210, 50, 51}, "0.1");
        String second = values(new double[] {99.9, 240, 250, 60, 61}, "0.1");
        String rows = "(function () { const rows = [{engine: 'a', values: %s}, {engine: 'b', values: %s}];"
                + " choosing.lead(rows, 'rate'); return rows; })()";
        assertEquals(
                "b",
                evaluate(String.format(rows, first, second)).at("/0/engine").asText());
        assertEquals(
                "a", evaluate(String.format(rows, first, first)).at("/0/engine").asText());
    }

    /** As the order is: by the ratio, not by the medians alone. */
    @Test
    void whatIsFirstByItsRatioStaysFirst() throws IOException {
        String rates = ".map(function (value) { return Object.assign({rates: {read: value.rate}}, value); })";
        String leader = values(new double[] {99.9, 240, 250, 60, 61}, "0.1") + rates;
        String other = values(new double[] {100, 200, 210, 50, 51}, "0.1") + rates;
        String rows = "[{engine: 'b', values: " + leader + "}, {engine: 'a', values: " + other + "}]";
        JsonNode stays = evaluate("choosing.stays(" + rows + ", {read: 100})");
        assertEquals(2, stays.get("of").asInt());
        assertEquals(2, stays.get("kept").asInt());
    }

    /** Too few operations were timed for it. */
    @Test
    void repetitionsWithoutAPercentileDoNotCountInItsRatio() throws IOException {
        String six =
                "[1, 2, 3, 4, 5, 6].map(function (n) { return {number: n, turns: 't', p99: n < %d ? null : %d}; })";
        String ratio = "choosing.ratio(" + String.format(six, 2, 30) + ", %s, 'p99')";
        JsonNode found = evaluate(String.format(ratio, String.format(six, 2, 10)));
        assertEquals("more", found.get("verdict").asText());
        assertEquals(3, found.get("low").asDouble(), 1e-9);
        assertEquals(
                "undecided",
                evaluate(String.format(ratio, String.format(six, 3, 10)))
                        .get("verdict")
                        .asText());
    }

    private static String values(double[] rates, String turns) {
        return IntStream.range(0, rates.length)
                .mapToObj(number -> "{number: '" + number + "', turns: '" + turns + "', rate: " + rates[number] + "}")
                .collect(Collectors.joining(",", "[", "]"));
    }
}
