package storemark.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import storemark.Opened;
import storemark.results.Results;

/**
 * Reports of committed runs, the choosing page and a site in a headless browser, from the disk and without a network: all that is shown, and
 * each control.
 */
class BrowserTest {
    /** A browser that has just been ended may still hold files of its profile. */
    @TempDir(cleanup = CleanupMode.NEVER)
    static Path profile;

    @TempDir
    static Path folder;

    @AutoClose
    private static final Opened opened = new Opened();

    private static Browser browser;

    @BeforeAll
    static void start() throws Exception {
        browser = opened.add(Browser.orSkip("pages in a browser", profile));
        List<Results> runs = List.of(Results.read(Path.of("charts/quick")), Results.read(Path.of("charts/memory")));
        for (Results run : runs) {
            new Report(List.of(run)).write(folder.resolve(run.name()), false);
        }
        new Report(List.of(runs.get(0), Results.read(Path.of("charts/ageing")))).write(folder.resolve("unlike"), false);
        Choice.Facts facts =
                new Choice.Facts(Set.of("scan", "transactions"), Set.of("none", "process"), Set.of(), Map.of());
        Choice choice = Choice.of(runs, run -> Map.of("lmdb", facts, "tupl", facts));
        choice.write(folder.resolve("choose.html"));
        new Site(runs, choice, List.of(List.of("engine", "what was found"), List.of("lmdb", "nothing")))
                .write(folder.resolve("site"));
    }

    private static void open(String run, int width, boolean dark) {
        browser.open(folder.resolve(run).resolve("report.html"), width, dark);
        browser.awaitTrue("document.querySelector('.plot svg') !== null");
    }

    private static int count(String selector) {
        return browser.evaluate("document.querySelectorAll(\"" + selector + "\").length")
                .asInt();
    }

    private static void unfold() {
        browser.evaluate("document.querySelectorAll('details.fold').forEach(function (fold) { fold.open = true; })");
        browser.awaitTrue("Array.from(document.querySelectorAll('figure:not([hidden]) .plot')).every(function (plot) {"
                + " return plot.querySelector('svg'); })");
    }

    private static void checkWidthAndGround(int width, boolean dark) {
        assertEquals(
                width, browser.evaluate("document.documentElement.scrollWidth").asInt());
        String ground = browser.evaluate("getComputedStyle(document.body).backgroundColor")
                .asText();
        assertEquals(dark ? "rgb(14, 17, 22)" : "rgb(246, 247, 249)", ground);
    }

    /** All that a report of quick alone has is in that of unlike runs too. */
    @ParameterizedTest
    @CsvSource({"memory, 1200, true", "memory, 390, false", "unlike, 1200, false", "unlike, 390, true"})
    void nothingIsWiderThanThePageAndNothingFails(String run, int width, boolean dark) {
        open(run, width, dark);
        unfold();
        checkWidthAndGround(width, dark);
        // What is wider scrolls inside of its frame.
        String wider = browser.evaluate(
                        "Array.from(document.querySelectorAll('main *, .top *')).filter(function (one) {"
                                + " return !one.closest('.wide, svg, .plot') && one.getBoundingClientRect().right > "
                                + width + "; }).map(function (one) { return one.outerHTML.slice(0, 80); }).join()")
                .asText();
        assertEquals("", wider);
        assertEquals(List.of(), browser.errors());
    }

    @ParameterizedTest
    @CsvSource({
        "choose.html, 1200, true",
        "choose.html, 390, false",
        "site/choose.html, 1200, false",
        "site/index.html, 390, false",
        "site/index.html, 390, true",
        "site/quick/report.html, 1200, true"
    })
    void noChoosingPageAndNoPageOfASiteIsWiderOrFails(String page, int width, boolean dark) {
        browser.open(folder.resolve(page), width, dark);
        checkWidthAndGround(width, dark);
        if (!page.contains("index")) {
            browser.awaitTrue("document.querySelector('.plot svg') !== null");
        }
        assertEquals(List.of(), browser.errors());
    }

    @Test
    void aHiddenEngineLeavesChartsAndTables() {
        open("quick", 1200, false);
        int cells = count("#rates tbody tr:not([hidden])");
        String chart = "document.querySelector('#rate-read-t1 svg').textContent.includes('tupl')";
        assertTrue(browser.evaluate(chart).asBoolean());
        browser.evaluate("document.querySelector('.filter input[value=tupl]').click()");
        browser.awaitTrue("!" + chart.substring(0, chart.length()));
        assertEquals(cells - 1, count("#rates tbody tr:not([hidden])"));
        browser.evaluate("document.querySelector('.filter button[data-all=false]').click()");
        assertEquals(0, count("#rates tbody tr:not([hidden])"));
        browser.evaluate("document.querySelector('.filter button[data-all=true]').click()");
        browser.awaitTrue(chart);
        assertEquals(cells, count("#rates tbody tr:not([hidden])"));
    }

    @Test
    void aTableIsSortedByItsNumbers() {
        open("quick", 1200, false);
        String column = "Array.from(document.querySelectorAll('#rates tbody tr')).map(function (row) {"
                + " const words = /([0-9.]+)([kM]?)/.exec(row.cells[1].textContent);"
                + " return words[1] * { k: 1e3, M: 1e6, '': 1 }[words[2]]; }).join()";
        List<Double> once = sortedByTheFirstRate(column);
        List<Double> again = sortedByTheFirstRate(column);
        assertEquals(once.stream().sorted(Comparator.reverseOrder()).toList(), once);
        assertEquals(once.stream().sorted().toList(), again);
    }

    private static List<Double> sortedByTheFirstRate(String column) {
        browser.evaluate("document.querySelectorAll('#rates thead tr:last-child th')[1].click()");
        return Stream.of(browser.evaluate(column).asText().split(","))
                .map(Double::valueOf)
                .toList();
    }

    @Test
    void ofChartsThatRepeatOneIsShownAndChosen() {
        open("quick", 1200, false);
        String shown = "#key-range figure:not([hidden])";
        int figures = count(shown);
        assertTrue(figures < count("#key-range figure"));
        browser.evaluate("(function (select) { select.value = 'rate-read-t2';"
                + " select.dispatchEvent(new Event('change')); })(document.querySelector('#key-range select'))");
        browser.awaitTrue("document.querySelector('#rate-read-t2 svg') !== null");
        assertEquals(0, count("#rate-read-t1:not([hidden])"));
        assertEquals(figures, count(shown));
    }

    @Test
    void aLinkUnfoldsAndShowsWhatItLeadsTo() {
        open("quick", 390, false);
        assertEquals(0, count("#peak-memory details.fold[open]"));
        browser.evaluate("location.hash = '#peak-memory'");
        browser.awaitTrue("document.querySelector('#peak-memory figure:not([hidden]) svg') !== null");
        browser.evaluate("location.hash = '#rate-read-t2'");
        browser.awaitTrue("document.querySelector('#rate-read-t2 svg') !== null");
    }

    @Test
    void onPaperAllChartsAreDrawn() {
        open("quick", 1200, true);
        int charts = count(".plot");
        assertTrue(count(".plot svg") < charts);
        browser.call("Page.printToPDF", Map.of());
        assertEquals(charts, count(".plot svg"));
        assertEquals(0, count(".printing"), "as before afterwards");
        assertTrue(count("details.fold:not([open])") > 0);
    }

    @Test
    void unlikeRunsHaveABannerAndTablesOfTheirOwn() throws Exception {
        open("unlike", 1200, false);
        assertTrue(browser.evaluate("document.querySelector('.banner').textContent.includes('cpu model')")
                .asBoolean());
        assertEquals(2, count("#rates table"));
        assertEquals(2, count(".head"));
        assertTrue(Files.readString(folder.resolve("unlike/report.html")).contains("figure id=\"quick-rate-read-t1\""));
    }

    private static String text(String selector) {
        return browser.evaluate("(document.querySelector('" + selector + "') || {textContent: ''}).textContent")
                .asText();
    }

    /** Sets a control as a hand does, and returns what stands in the address. */
    private static String set(String name, String value) {
        return browser.evaluate(
                        "(function (field) { if (field.type === 'checkbox') { field.checked = true; } else { field.value = '"
                                + value
                                + "'; } field.dispatchEvent(new Event('input', {bubbles: true})); return location.hash; })"
                                + "(document.querySelector('[name=" + name + "]'))")
                .asText();
    }

    @Test
    void eachControlIsInTheAddressAndTheAddressSetsEachControl() {
        browser.open(folder.resolve("choose.html"), 1200, false);
        assertTrue(text("#answer h2").startsWith("tupl: "), text("#answer h2"));
        Map<String, String> asked = new LinkedHashMap<>();
        asked.put("read", "50");
        asked.put("update", "20");
        asked.put("scan", "5");
        asked.put("insert", "10");
        asked.put("value", "100");
        asked.put("data", "0.0014");
        asked.put("durability", "none");
        asked.put("durability", "process");
        asked.put("threads", "1");
        asked.put("needs", "scan");
        asked.put("licence", "free");
        asked.put("rank", "p99");
        asked.put("target", "900");
        asked.put("percentile", "p999");
        asked.forEach((name, value) -> {
            String address = set(name, value);
            assertTrue(address.contains(name + "=" + value), address);
        });
        String address = browser.evaluate("location.hash").asText();
        String answer = text("#answer");
        assertTrue(answer.contains("tupl"), answer);
        browser.evaluate("location.hash = ''");
        browser.evaluate("new Promise(function (done) { location.hash = '" + address + "'; setTimeout(done, 200); })");
        assertEquals(answer, text("#answer"));
        assertEquals(List.of(), browser.errors());
    }

    @Test
    void eachRequirementIsInTheAddressAndExcludesEnginesWithoutIt() {
        browser.open(folder.resolve("choose.html"), 1200, false);
        for (String need : List.of("scan", "transactions", "concurrent writes")) {
            String address = browser.evaluate("(function (field) { field.click(); return location.hash; })"
                            + "(document.querySelector('[value=\"" + need + "\"]'))")
                    .asText();
            assertTrue(address.contains("needs=" + need.replace(' ', '+')), address);
            boolean isKnown = !need.equals("concurrent writes");
            assertEquals(isKnown, text("#answer h2").startsWith("tupl: "), text("#answer h2"));
        }
        assertEquals("No engine here fits", text("#answer h2"));
        assertEquals(List.of(), browser.errors());
    }

    @Test
    void theSliderSetsTheSizeOfTheData() {
        browser.open(folder.resolve("choose.html"), 1200, false);
        String address = browser.evaluate("(function (slider) { slider.value = slider.max;"
                        + " slider.dispatchEvent(new Event('input', {bubbles: true})); return location.hash; })"
                        + "(document.getElementById('place'))")
                .asText();
        String data =
                browser.evaluate("document.querySelector('[name=data]').value").asText();
        assertTrue(address.contains("data=" + data.replace("%", "%25")), address + ", " + data);
        assertEquals("Not measured", text("#answer h2"), "beyond the largest store");
    }

    @Test
    void anAnswerNamesItsCellsAndItsWeights() {
        browser.open(folder.resolve("choose.html"), 1200, false);
        assertTrue(text(".cells").matches("(?s).*tupl-read-t1-p1-r1-[0-9a-f]{8}: read.*"), text(".cells"));
        assertTrue(text(".about").contains("90% read + 10% update"), text(".about"));
        assertTrue(text(".sure").contains("of 4 combinations of weights"), text(".sure"));
    }

    @Test
    void whatNoCellCoversIsAnsweredWithACommand() {
        browser.open(folder.resolve("choose.html"), 390, false);
        set("threads", "16");
        assertEquals("Not measured", text("#answer h2"));
        assertTrue(
                text(".command")
                        .matches(
                                "java -jar target/benchmarks\\.jar run --engines lmdb,tupl.* --workloads read,update --threads 16 .*"),
                text(".command"));
        set("threads", "1");
        set("target", "0.5");
        assertEquals("No engine here fits", text("#answer h2"));
        assertEquals(List.of(), browser.errors());
    }
}
