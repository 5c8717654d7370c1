package storemark.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import storemark.report.published.Figures;
import storemark.report.published.Verdict;
import storemark.results.Results;

/**
 * The table "One figure by hand" of docs/suites.md: what a page prints, the line of ours that holds it, what the committed run's
 * results.csv says of its cells, worked out here without the report's code, and what the report makes of both.
 */
class OneFigureByHandTest {
    private static final Path FIGURES = Path.of("src/main/resources/storemark/report/published/published.csv");

    /** The row of the table about a page. */
    private static String told(String page) throws IOException {
        String section = Files.readString(Path.of("docs/suites.md")).split("### One figure by hand", -1)[1];
        return section.lines()
                .filter(line -> line.startsWith("| " + page + " |"))
                .findFirst()
                .orElseThrow();
    }

    private static void assertTold(String page, Object... parts) throws IOException {
        String row = told(page);
        for (Object part : parts) {
            assertTrue(row.contains(String.valueOf(part)), () -> "'" + part + "' is not in: " + row);
        }
    }

    /** Rows of a run's results of one engine and workload whose columns have these values. */
    private static List<Map<String, String>> results(
            String run, String engine, String workload, Map<String, String> parameters) throws IOException {
        try (var rows = new CsvMapper()
                .readerForMapOf(String.class)
                .with(CsvSchema.emptySchema().withHeader())
                .<Map<String, String>>readValues(
                        Path.of("charts", run, "results.csv").toFile())) {
            return rows.readAll().stream()
                    .filter(row -> row.get("engine").equals(engine)
                            && row.get("workload").equals(workload))
                    .filter(row -> parameters.entrySet().stream()
                            .allMatch(one -> one.getValue().equals(row.get("parameter." + one.getKey()))))
                    .toList();
        }
    }

    private static double[] rates(List<Map<String, String>> rows) {
        return rows.stream()
                .mapToDouble(row -> Double.parseDouble(row.get("rate")))
                .sorted()
                .toArray();
    }

    private static PublishedClaims claims(String run) throws IOException {
        return PublishedClaims.of(List.of(Results.read(Path.of("charts", run)))).get(0);
    }

    private static String ratio(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }

    /** Random reads with 4 MB, of which both pages print the median of three; here it is of all repetitions. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            symas-2012   | 2  | symas-2012-tmpfs | none | lmdb    | lmdb:writemap,readTransaction.kept        | 751,315 | leveldb      | leveldb                                            | 174,246
            leveldb-2011 | 1B | leveldb-2011     | line | leveldb | leveldb:compression.snappy,writeBuffer.2m | 129,000 | kyoto-treedb | kyoto-treedb:compression.lzo,pageSize.1k,opts.sl   | 151,000
            """)
    void aRateGoesFromThePageToTheDotPlot(
            String page,
            String section,
            String run,
            String touch,
            String reference,
            String referenceSpec,
            String referencePrinted,
            String engine,
            String spec,
            String printed)
            throws IOException {
        Map<String, String> parameters =
                Map.of("cache", "4194304", "valueBytes", "100", "durability", "process", "touch", touch);
        double[] published = {number(printed), number(referencePrinted)};
        double[] measured = new double[2];
        String[] specs = {spec, referenceSpec};
        for (int side = 0; side < 2; side++) {
            double[] rates = rates(results(run, specs[side], "read", parameters));
            assertTrue(rates.length >= 3 && rates.length % 2 == 1, () -> rates.length + " repetitions");
            measured[side] = rates[rates.length / 2];
        }
        assertTold(page, printed, line(page, section, engine, printed), spec, String.format("%,.0f", measured[0]));
        assertTold(page, referencePrinted, line(page, section, reference, referencePrinted), referenceSpec);
        assertTold(page, String.format("%,.0f", measured[1]));
        assertTold(page, ratio(published[0] / published[1]), ratio(measured[0] / measured[1]));

        PublishedClaims claims = claims(run);
        Figures test = claims.figures().stream()
                .filter(one -> one.section().equals(section) && one.shortTitle().startsWith("read random, 100 B"))
                .findFirst()
                .orElseThrow();
        double[] ratios = test.ratios().get(engine);
        assertEquals(published[0] / published[1], ratios[0], 1e-9);
        assertEquals(measured[0] / measured[1], ratios[1], 1e-9);
        Chart plot = claims.charts().stream()
                .filter(chart -> chart.option().startsWith("section " + section + ","))
                .findFirst()
                .orElseThrow();
        assertTrue(
                plot.series().stream()
                        .flatMap(series -> series.points().stream())
                        .anyMatch(point -> point[1] == ratios[0] && point[2] == ratios[1]),
                "a point of the plot");
    }

    private static double number(String printed) {
        return Double.parseDouble(printed.replace(",", ""));
    }

    /** The number of the line of published.csv that has a figure as it is printed. */
    private static String line(String page, String section, String engine, String printed) throws IOException {
        List<String> lines = Files.readAllLines(FIGURES);
        for (int at = 0; at < lines.size(); at++) {
            String line = lines.get(at);
            if (line.startsWith(page + "," + section + ",")
                    && line.contains("read,random," + engine + "," + printed.replace(",", "") + ",ops/s,")
                    && line.contains("\"" + printed + "\"")) {
                return "line " + (at + 1);
            }
        }
        throw new AssertionError(printed + " is in no line of " + FIGURES);
    }

    private static Verdict verdict(String run, String id) throws IOException {
        return claims(run).verdicts().stream()
                .filter(one -> one.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    /** The page's "about 12%": values are 512 bytes in the mean, keys 16. */
    @Test
    void aShareOfSpaceGoesFromThePageToItsClaim() throws IOException {
        Map<String, String> smallest = Map.of("valueBytes", "1-1023", "entries", "100", "compressibility", "0.0");
        List<Map<String, String>> rows = results("filesystem-vs-embedded", "files-flat", "insert", smallest);
        assertEquals(1, rows.size());
        double bytes = Double.parseDouble(rows.get(0).get("settledDiskBytes"));
        double share = 100 * (16 + 512) / bytes;
        assertTold("filesystem-vs-embedded-2023", "about 12%", "F03", String.format("%,.0f", bytes), ratio(share));
        Verdict verdict = verdict("filesystem-vs-embedded", "F03");
        assertTrue(
                verdict.ratios().stream().anyMatch(one -> Math.abs(one.value().mean() / share - 1) < 1e-9),
                verdict::figure);
        assertTrue(verdict.figure().contains(ratio(share) + "\u00d7"), verdict::figure);
    }

    /** The page prints hours, which are to each other as mean rates are: all operations by all of their time. */
    @Test
    void aTimeGoesFromThePageToItsClaim() throws IOException {
        double[] mean = new double[2];
        String[] specs = {"tupl", "lmdb:nordahead"};
        for (int side = 0; side < 2; side++) {
            double[] rates = rates(results("lmdb-vs-tupldb", specs[side], "insert", Map.of("durability", "none")));
            assertEquals(10, rates.length, "increments of one repetition");
            double time = 0;
            for (double rate : rates) {
                time += 1 / rate;
            }
            mean[side] = rates.length / time;
            assertTold("lmdb-vs-tupldb-2024", String.format("%,.0f", mean[side]));
        }
        assertTold("lmdb-vs-tupldb-2024", "5.0 hours", "7.0 hours", "1.40", "T01", ratio(mean[0] / mean[1]));
        Verdict verdict = verdict("lmdb-vs-tupldb", "T01");
        assertTrue(verdict.claim().expected().contains("published 1.40"), verdict.claim()::expected);
        assertEquals(mean[0] / mean[1], verdict.ratios().get(0).value().mean(), 1e-9);
    }
}
