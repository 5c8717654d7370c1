package storemark.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import storemark.parameter.Rate;
import storemark.results.Measurement.Step;
import storemark.results.Metric;
import storemark.statistics.Threshold;
import storemark.workload.Workload;

/** Reads of two engines, of 100k and 200k operations per second in the closed loop, at planned rates. */
class LoadChartsTest {
    private MadeUpCells cells = new MadeUpCells();

    @BeforeEach
    void closedLoops() {
        add("lmdb", null, 100_000, -1, 1, 0.001);
        add("tupl", null, 200_000, -1, 1, 0.001);
    }

    private void add(String engine, String rate, double done, double planned, double achieved, double tail) {
        add(engine, rate, List.of(step(done, planned, achieved, tail)));
    }

    /** A closed loop, and tries of which those above {@code limit} miss 1 ms. */
    private void addSearch(String engine, double limit) {
        List<Step> steps = new ArrayList<>();
        steps.add(new Step(100_000, Map.of(Metric.keyRange, 1000.0, Metric.wallRate, 100_000.0)));
        Threshold search = new Threshold(100_000);
        for (int attempt = 1; attempt < Rate.TRIES; attempt++) {
            double rate = search.median();
            search.add(rate, rate < limit);
            steps.add(step(rate, rate, 1, rate < limit ? 0.0005 : 0.002));
        }
        add(engine, "limit:1ms", steps);
    }

    private void add(String engine, String rate, List<Step> steps) {
        Map<String, String> parameters = rate == null ? Map.of("sample", "61") : Map.of("rate", rate, "sample", "61");
        cells.add(engine, Workload.READ, parameters, steps);
    }

    private static Step step(double done, double planned, double achieved, double tail) {
        return new Step(
                done,
                Map.of(
                        Metric.keyRange,
                        1000.0,
                        Metric.operations,
                        done,
                        Metric.plannedRate,
                        planned,
                        Metric.achievedShare,
                        achieved,
                        Metric.latencyP50,
                        1e3,
                        Metric.latencyP99,
                        1e4,
                        Metric.latencyP999,
                        tail * 1e9));
    }

    private Chart chart(String id) {
        return SyntheticRun.chart(id, LoadCharts.of(cells.data()));
    }

    private static List<Double> xs(Chart chart, int line) {
        return chart.series().get(line).points().stream().map(point -> point[0]).toList();
    }

    @Test
    void latencyIsDrawnOverTheRateAndOverItsShareOfTheMaximum() {
        add("lmdb", "50000", 50_000, 50_000, 1, 0.001);
        add("lmdb", "90000", 90_000, 90_000, 1, 0.01);
        add("tupl", "50000", 50_000, 50_000, 1, 0.001);
        add("tupl", "90000", 90_000, 90_000, 1, 0.002);
        Chart byRate = chart("load-rate-latencyP999-read-t1");
        assertEquals(List.of(50_000.0, 90_000.0), xs(byRate, 0));
        assertTrue(byRate.subtitle().contains("one repetition: no error bars"), byRate.subtitle()::toString);
        assertEquals(0.01 * 1e9, byRate.series().get(0).points().get(1)[1]);
        Chart byShare = chart("load-share-latencyP999-read-t1");
        assertEquals(List.of(50.0, 90.0), xs(byShare, 0));
        assertEquals(List.of(25.0, 45.0), xs(byShare, 1));
    }

    @Test
    void theTerminalShowsWhatCameOfPlannedRates() throws Exception {
        cells = new MadeUpCells();
        add("lmdb", "50000", 49_500, 50_000, 0.99, 0.002);
        addSearch("tupl", 90_000);
        String text = new Report(List.of(cells.results())).rates();
        assertFalse(text.contains("ops/s, all measured increments"), "no table of rates without rates");
        assertFalse(
                new Page("")
                        .of("report", new HtmlReport(Part.of(List.of(cells.results())), List.of()))
                        .contains("<section id=\"rates\">"),
                "page");
        assertFalse(text.contains("of its maximum"), "without the closed loop");
        assertTrue(text.matches("(?s).*\nread, 1 thread +lmdb +50k +99.0% +1 .s +10 .s +2 ms *\n.*"), text);
        assertTrue(text.matches("(?s).*\nread, 1 thread +tupl +1 ms +(8[89]|9[0-3])[.0-9]*k .*"), text);
        add("lmdb", null, 100_000, -1, 1, 0.001);
        assertTrue(new Report(List.of(cells.results())).rates().startsWith("ops/s, all measured increments"));
    }

    /** No p99.9 is known of so few operations. */
    @Test
    void theTerminalShowsRatesWithoutP999() throws Exception {
        cells = new MadeUpCells();
        add("lmdb", "50000", 49_500, 50_000, 0.99, Double.NaN);
        String text = new Report(List.of(cells.results())).rates();
        assertTrue(text.matches("(?s).*\nread, 1 thread +lmdb +50k +99.0% +1 .s +10 .s *\n.*"), text);
        assertFalse(text.contains("p99.9"), text);
    }

    @Test
    void aRatePastTheLimitIsMarked() {
        add("lmdb", "max:50%", 50_000, 50_000, 0.99, 0.001);
        add("lmdb", "max:95%", 80_000, 95_000, 0.85, 0.3);
        String marked = chart("load-share-latencyP50-read-t1").subtitle().toString();
        assertTrue(marked.contains("past the limit, below 98% of the plan: lmdb at 95k/s"), marked);
        assertEquals(
                List.of(4, 5),
                chart("load-share-latencyP50-read-t1").series().get(0).points().stream()
                        .map(point -> point.length)
                        .toList(),
                "the second is a cross");
        String table = LoadTables.rates(cells.data()).text();
        assertTrue(table.contains("85.0%, past the limit"), table);
        assertTrue(table.contains("99.0% "), table);
    }

    @Test
    void aPercentileThatFewerThanTenOperationsAreAboveIsNotDrawn() {
        add("lmdb", "5000", 5000, 5000, 1, 0.001);
        add("lmdb", "50000", 50_000, 50_000, 1, 0.001);
        add("lmdb", "60000", 60_000, 60_000, 1, 0.001);
        assertEquals(List.of(50_000.0, 60_000.0), xs(chart("load-rate-latencyP999-read-t1"), 0));
        assertEquals(List.of(5000.0, 50_000.0, 60_000.0), xs(chart("load-rate-latencyP99-read-t1"), 0));
    }

    @Test
    void operationsThatDidNotBeginAreTimedToo() {
        add("lmdb", "12000", 8000, 12_000, 8 / 12.0, 0.3);
        add("lmdb", "50000", 50_000, 50_000, 1, 0.001);
        assertEquals(List.of(12_000.0, 50_000.0), xs(chart("load-rate-latencyP999-read-t1"), 0));
    }

    @Test
    void theLongestStallIsThatOfAllRepetitions() {
        for (double stall : new double[] {0, 1e9}) {
            Map<Metric, Double> metrics =
                    new HashMap<>(step(50_000, 50_000, 1, 0.001).metrics());
            metrics.put(Metric.stallLongestNanos, stall);
            add("lmdb", "50000", List.of(new Step(50_000, metrics)));
        }
        String table = LoadTables.rates(cells.data()).text();
        assertTrue(table.contains(" 1 s"), table);
    }

    @Test
    void plannedRatesAreNotRankedAsRates() {
        add("lmdb", "50000", 50_000, 50_000, 1, 0.001);
        assertEquals(1, cells.data().groups().size());
        assertEquals(1, cells.data().planned().size());
        assertNull(LoadTables.limits(cells.data()));
    }

    @Test
    void theHighestRateThatKeptTheTargetIsTold() {
        addSearch("lmdb", 60_000);
        String table = LoadTables.limits(cells.data()).text();
        assertTrue(table.matches("(?s).*1 ms +(5[89]|6[0-2])[.0-9]*k .*"), table);
    }
}
