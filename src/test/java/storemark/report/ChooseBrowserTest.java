package storemark.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import storemark.Opened;
import storemark.results.Results;

/** The choosing page and a site in a headless browser, from the disk and without a network. */
class ChooseBrowserTest {
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
        browser = opened.add(Browser.orSkip("the choosing page in a browser", profile));
        List<Results> runs = List.of(Results.read(Path.of("charts/quick")), Results.read(Path.of("charts/memory")));
        Choice.Facts facts =
                new Choice.Facts(Set.of("scan", "transactions"), Set.of("none", "process"), Set.of(), Map.of());
        Choice choice = Choice.of(runs, run -> Map.of("lmdb", facts, "tupl", facts));
        choice.write(folder.resolve("choose.html"));
        new Site(runs, choice, List.of(List.of("engine", "what was found"), List.of("lmdb", "nothing")))
                .write(folder.resolve("site"));
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

    @ParameterizedTest
    @CsvSource({
        "choose.html, 1200",
        "choose.html, 390",
        "site/choose.html, 1200",
        "site/index.html, 390",
        "site/quick/report.html, 1200"
    })
    void nothingIsWiderThanThePageAndNothingFails(String page, int width) {
        for (boolean dark : List.of(false, true)) {
            browser.open(folder.resolve(page), width, dark);
            assertEquals(
                    width,
                    browser.evaluate("document.documentElement.scrollWidth").asInt());
            assertEquals(
                    dark ? "rgb(14, 17, 22)" : "rgb(246, 247, 249)",
                    browser.evaluate("getComputedStyle(document.body).backgroundColor")
                            .asText());
            if (!page.contains("index")) {
                browser.awaitTrue("document.querySelector('.plot svg') !== null");
            }
        }
        assertEquals(List.of(), browser.errors());
    }

    @Test
    void eachControlIsInTheAddressAndTheAddressSetsEachControl() {
        browser.open(folder.resolve("choose.html"), 1200, false);
        assertTrue(text("#answer h2").startsWith("tupl: "), text("#answer h2"));
        Map<String, String> asked = new java.util.LinkedHashMap<>();
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
