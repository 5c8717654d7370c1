package storemark.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
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

/** Reports of committed runs in a headless browser, from the disk and without a network: all that is shown, and each control. */
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
        browser = opened.add(Browser.orSkip("reports in a browser", profile));
        for (String run : List.of("quick", "memory")) {
            new Report(List.of(Results.read(Path.of("charts", run)))).write(folder.resolve(run), false);
        }
        new Report(List.of(Results.read(Path.of("charts", "quick")), Results.read(Path.of("charts", "ageing"))))
                .write(folder.resolve("unlike"), false);
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

    @ParameterizedTest
    @CsvSource({
        "quick, 1200, false",
        "quick, 390, true",
        "memory, 1200, true",
        "memory, 390, false",
        "unlike, 1200, false",
        "unlike, 390, true"
    })
    void nothingIsWiderThanThePageAndNothingFails(String run, int width, boolean dark) {
        open(run, width, dark);
        unfold();
        assertEquals(
                width, browser.evaluate("document.documentElement.scrollWidth").asInt());
        // What is wider scrolls inside of its frame.
        String wider = browser.evaluate(
                        "Array.from(document.querySelectorAll('main *, .top *')).filter(function (one) {"
                                + " return !one.closest('.wide, svg, .plot') && one.getBoundingClientRect().right > "
                                + width + "; }).map(function (one) { return one.outerHTML.slice(0, 80); }).join()")
                .asText();
        assertEquals("", wider);
        String ground = browser.evaluate("getComputedStyle(document.body).backgroundColor")
                .asText();
        assertEquals(dark ? "rgb(14, 17, 22)" : "rgb(246, 247, 249)", ground);
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
        browser.call("Page.printToPDF", java.util.Map.of());
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
}
