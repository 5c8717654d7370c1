package storemark.report;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import storemark.Thrown;
import storemark.Tree;
import storemark.results.Metric;
import storemark.results.Results;
import storemark.results.RunFile.State;
import storemark.workload.Workload;

class ReportTest extends WithRun {
    ReportTest() {
        run.workloads = List.of(Workload.READ);
    }

    private static List<String> files(Path folder) throws IOException {
        return Tree.files(folder).stream()
                .map(file -> folder.relativize(file).toString())
                .toList();
    }

    /** Also where the folder of a report is somebody else's, with links in it: they are replaced and not followed. */
    @Test
    void drawnAgainInPlaceOfLinksItIsTheSameToTheByte() throws IOException {
        run.only(Workload.READ);
        run.repetitions = 2;
        Results measured = run.write(folder.resolve("run"));
        Path one = folder.resolve("first");
        new Report(List.of(measured)).write(one, true);
        Path precious = Files.writeString(folder.resolve("precious"), "precious");
        Path other = Files.createDirectories(folder.resolve("second/charts")).getParent();
        for (String name : List.of(
                "report.html",
                "results.csv",
                "report.html.tmp",
                "charts/rate-read-t1.svg",
                "charts/rate-read-t1.svg.tmp")) {
            Files.createSymbolicLink(other.resolve(name), precious);
        }
        new Report(List.of(Results.read(folder.resolve("run")))).write(other, true);
        assertEquals("precious", Files.readString(precious));
        List<String> drawn = files(one);
        assertTrue(
                drawn.containsAll(List.of("report.html", "results.csv", "charts/rate-read-t1.svg", "charts/disk.png")),
                drawn::toString);
        assertEquals(drawn, files(other));
        for (String file : drawn) {
            assertTrue(Files.isRegularFile(other.resolve(file), LinkOption.NOFOLLOW_LINKS), file);
            assertArrayEquals(Files.readAllBytes(one.resolve(file)), Files.readAllBytes(other.resolve(file)), file);
        }
        byte[] png = Files.readAllBytes(one.resolve("charts/rate-read-t1.png"));
        assertEquals(
                2 * SvgRenderer.WIDTH,
                ImageIO.read(new ByteArrayInputStream(png)).getWidth());
    }

    /** What is published of a run: no cell's own file. */
    @Test
    void drawnFromItsTableItIsTheSameToTheByte() throws IOException {
        run.only(Workload.INSERT, Workload.READ, Workload.UPDATE);
        run.repetitions = 2;
        run.passes = 2;
        run.steps = 3;
        run.sample = 7;
        run.reproduces = "lmdb-vs-tupldb-2024";
        run.unread = List.of(Metric.rssBytes);
        run.states = Map.of("lmdb-update-t2-p1-r2", State.FAILED, "tupl-insert", State.UNSUPPORTED);
        Path whole = folder.resolve("whole/run");
        new Report(List.of(run.write(whole))).write(whole, false); // the page says what pictures show
        Path table = Files.createDirectories(folder.resolve("table/run"));
        for (String file : List.of("run.json", "machine.json", "results.csv")) {
            Files.copy(whole.resolve(file), table.resolve(file));
        }
        new Report(List.of(Results.read(table))).write(table, false);

        List<String> drawn = files(table);
        assertTrue(drawn.contains("report.html"), drawn::toString);
        assertTrue(Files.readString(table.resolve("report.html")).contains("<figure id=\"latency-read-t1\""));
        for (String file : drawn) {
            assertArrayEquals(Files.readAllBytes(whole.resolve(file)), Files.readAllBytes(table.resolve(file)), file);
        }
    }

    @Test
    void afterTheResultsAreReadNoFileOfTheRunIsReadAgain() throws IOException {
        run.reproduces = "lmdb-vs-tupldb-2024";
        Path measured = folder.resolve("run");
        Report report = new Report(List.of(run.write(measured)));
        for (String file : files(measured)) {
            Files.delete(measured.resolve(file));
        }
        report.write(folder.resolve("out"), false);
        assertTrue(report.rates().contains("lmdb"));
        assertTrue(report.memory().contains("lmdb"));
        assertEquals(1, report.claims().size());
    }

    @Test
    void aTableThatLacksAFinishedCellIsRefused() throws IOException {
        new Report(List.of(run.write(folder.resolve("whole")))).write(folder.resolve("table"), false);
        for (String file : List.of("run.json", "machine.json")) {
            Files.copy(
                    folder.resolve("whole").resolve(file),
                    folder.resolve("table").resolve(file));
        }
        Path table = folder.resolve("table/results.csv");
        List<String> rows = Files.readAllLines(table);
        Files.write(
                table,
                rows.stream().filter(row -> !row.contains("tupl-read-t1")).toList());
        Thrown.saying(IOException.class, "tupl-read-t1", () -> Results.read(folder.resolve("table")));

        Files.write(
                table,
                rows.stream().map(row -> row.replaceAll(",[0-9.]+,", ",many,")).toList());
        Thrown.saying(IOException.class, "results.csv is damaged", () -> Results.read(folder.resolve("table")));
    }

    /** Else they would show something older than the page beside them. */
    @Test
    void aPageAloneLeavesNoPicturesOfBefore() throws IOException {
        Results measured = run.write(folder.resolve("run"));
        Path charts = Files.createDirectories(folder.resolve("out/charts"));
        for (String name : List.of("rate-read-t1.svg", "rate-read-t1.png", "somebody's.png")) {
            Files.writeString(charts.resolve(name), "old");
        }
        new Report(List.of(measured)).write(folder.resolve("out"), false);
        assertEquals(List.of("charts/somebody's.png", "report.html", "results.csv"), files(folder.resolve("out")));
    }

    @Test
    void runsWithDifferentSizesOfValuesAreInOneReport() throws IOException {
        run.workloads = List.of(Workload.INSERT, Workload.READ);
        Results fixed = run.write(folder.resolve("fixed"));
        run.valueBytes = List.of("100-200");
        Results range = run.write(folder.resolve("range"));
        new Report(List.of(fixed, range)).write(folder.resolve("both"), false);
        ReportData data = new ReportData(List.of(fixed, range));
        assertEquals(
                "1M records of 8 + 100 B or 1M records of 8 B + 100 B to 200 B",
                Words.alternatives(data.groups().get(0).measured().stream().map(Series::parameters), Words::records));
    }

    @Test
    void aRunThatLostOneClassOfSizesHasAReport() throws IOException {
        run.only(Workload.INSERT, Workload.READ);
        run.engines = List.of("lmdb", "tupl");
        run.steps = 1;
        run.sizes = List.of(100L, 1000L);
        run.valueBytes = List.of("1-1023", "1024-10240", "10241-102400");
        run.options.put("value-bytes", "1-1023 | 1024-10240 | 10241-102400");
        run.states = new HashMap<>();
        for (String cell : List.of("lmdb-insert", "tupl-insert", "lmdb-read", "tupl-read")) {
            for (long records : run.sizes) {
                run.states.put(cell + "-t1-p1-r1-1-1023-" + records, State.FAILED);
            }
        }
        new Report(List.of(run.write(folder.resolve("run")))).write(folder.resolve("out"), false);
        assertTrue(Files.exists(folder.resolve("out/report.html")));
    }

    /** Ids of charts are names of files. */
    @ParameterizedTest
    @ValueSource(strings = {"/../../../X", "..\\X", "a b", "\0"})
    void chartIdsHoldNoPathSeparators(String value) {
        String id = Group.id(Map.of("order", value));
        assertTrue(id.matches("[A-Za-z0-9._-]+"), id);
    }

    @Test
    void aWorkloadThatIsNoneIsRefused() throws IOException {
        run.write(folder.resolve("run"));
        Path file = folder.resolve("run/run.json");
        Files.writeString(file, Files.readString(file).replaceAll("(\"workload\" : )\"read\"", "$1\"/../../../X\""));
        IOException refused = assertThrows(IOException.class, () -> Results.read(folder.resolve("run")));
        assertTrue(refused.getMessage().startsWith(file + " is damaged"), refused.getMessage());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aLinkInPlaceOfTheFolderOfChartsIsRefused(boolean pictures) throws IOException {
        Report report = new Report(List.of(run.write(folder.resolve("run"))));
        Path outside = Files.createDirectories(folder.resolve("outside"));
        Files.writeString(outside.resolve("rate-read-t1.svg"), "precious");
        Path out = Files.createDirectories(folder.resolve("out"));
        Files.createSymbolicLink(out.resolve("charts"), outside);
        assertThrows(IOException.class, () -> report.write(out, pictures));
        assertEquals(List.of("rate-read-t1.svg"), files(outside));
        assertEquals("precious", Files.readString(outside.resolve("rate-read-t1.svg")));
    }

    private String page() throws IOException {
        return new Page("").of("report", new HtmlReport(List.of(part()), List.of()));
    }

    @Test
    void thePageNeedsNoOtherFileAndNoNetwork() throws IOException {
        run.workloads = List.of(Workload.values());
        String page = page();
        Matcher fetched = Pattern.compile("(?:src|href|action|url)\\s*[=(]\\s*[\"']?([^\"')>]+)")
                .matcher(markup(page));
        while (fetched.find()) {
            String target = fetched.group(1);
            assertTrue(target.startsWith("#") || target.startsWith("data:"), target);
        }
        assertFalse(page.contains("@import"));
        assertTrue(page.contains("default-src 'none'"), "browsers are told to fetch nothing");
        assertFalse(page.contains("<!--"), "a place of the template was left empty");
    }

    /** The page without the scripts. */
    private static String markup(String page) {
        return Pattern.compile("<script.*?</script>", Pattern.DOTALL)
                .matcher(page)
                .replaceAll("");
    }

    @Test
    void everyChartHasItsPlaceItsDataAndItsTable() throws IOException {
        run.workloads = List.of(Workload.values());
        String page = page();
        Matcher data =
                Pattern.compile("id=\"data\">(.*?)</script>", Pattern.DOTALL).matcher(page);
        assertTrue(data.find());
        JsonNode charts = new ObjectMapper().readTree(data.group(1));
        assertTrue(charts.size() > 40);
        for (JsonNode chart : charts) {
            String figure = "<figure id=\"" + chart.get("id").asText() + "\"";
            int from = page.indexOf(figure);
            assertTrue(from > 0, figure);
            assertTrue(page.indexOf("<summary>Values</summary>", from) < page.indexOf("</figure>", from), figure);
        }
    }

    @Test
    void textFromOutsideIsWrittenOut() throws IOException {
        run.states = Map.of("lmdb-read-t1", State.FAILED, "tupl-read-t1", State.UNSUPPORTED);
        String page = page();
        assertTrue(page.contains("the store said &lt;no&gt; &amp; &quot;never&quot;"));
        assertFalse(page.contains("<no>"));
        assertTrue(page.contains("<td>not supported</td>"));
        assertTrue(page.contains("6 of 8 cells measured"));
    }

    @Test
    void theSetUpIsThere() throws IOException {
        String page = markup(page());
        for (String fact :
                List.of("Example 9000", "24 GiB", "swapUsedBytes", "log without sync", "0.1.0", "durability")) {
            assertTrue(page.contains(fact), fact);
        }
    }

    @Test
    void theDebtOfWritesIsTold() throws IOException {
        run.only(Workload.READ, Workload.UPDATE);
        run.steps = 12;
        String page = markup(page());
        String debt = page.substring(page.indexOf("<section id=\"debt\">"), page.indexOf("<section id=\"engines\">"));
        assertEquals(3, debt.split("<tr>", -1).length - 2, "lmdb, tupl and rocksdb; neither reads nor the control");
        assertTrue(debt.contains("<td>2 s</td><td>1.86 GiB</td><td>still falling ("), debt);
    }

    @Test
    void aStoreThatDidNotSettleInTimeIsMarked() throws IOException {
        run.workloads = List.of(Workload.UPDATE);
        run.settleEnded = 0;
        String page = markup(page());
        assertTrue(page.contains("<td>2 s, then timed out</td>"));
        assertFalse(page.contains("too few increments to tell"), "a column that says nothing is left out");
    }

    @Test
    void readsHaveNoDebt() throws IOException {
        assertFalse(markup(page()).contains("<section id=\"debt\">"));
    }

    @Test
    void aRunWithoutAnyResultHasAReport() throws IOException {
        run.states = Map.of("", State.PENDING);
        String page = page();
        Results results = results();
        assertTrue(page.contains("0 of " + results.run().cells().size() + " cells measured"));
        assertEquals(List.of(), Part.of(List.of(results)).get(0).allCharts());
    }

    @Test
    void whatWasFoundBeforeTheRunIsInItsMachineSection() throws IOException {
        String found = "the data directory is on tmpfs: it is memory, so no disk is measured";
        run.machine = Map.of("cpu", Map.of("logicalCores", 2), "warnings", List.of(found, "1 < 2"));
        String page = page();
        int section = page.indexOf("<section id=\"machine\">");
        assertTrue(page.indexOf("<li>" + found + "</li>", section) > section);
        assertTrue(page.contains("<li>1 &lt; 2</li>"));
    }

    @Test
    void aRunOnAGoodMachineSaysSo() throws IOException {
        run.machine = Map.of("cpu", Map.of("logicalCores", 2), "warnings", List.of());
        assertTrue(page().contains("The check before the run found nothing that would spoil it."));
    }

    /** What an older harness has kept: a heap and collectors that were not the forks', and no warnings. */
    @Test
    void aMachineOfAnOlderRunIsShownAsItIs() throws IOException {
        run.machine = Map.of("jvm", Map.of("collectors", List.of("G1 Young Generation"), "maxHeapBytes", 6L << 30));
        String page = page();
        assertTrue(page.contains("G1 Young Generation"));
        assertTrue(Pattern.compile(">max heap</th>\\s*<td>6[.0]* GiB<")
                .matcher(page)
                .find());
        assertFalse(page.contains("before the run"));
    }
}
