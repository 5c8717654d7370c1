package storemark.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import storemark.report.published.Figures;
import storemark.results.Estimate;
import storemark.workload.Workload;

/** What a report says of a published comparison, beside the verdicts. */
class PublishedClaimsTest extends WithRun {
    @BeforeEach
    void updatesOfLmdbAndTupl() {
        run.reproduces = "lmdb-vs-tupldb-2024";
        run.engines = List.of("lmdb:nordahead", "tupl");
        run.only(Workload.UPDATE);
        run.memory = 0;
    }

    private String page() throws IOException {
        return Page.TEMPLATES
                .compile(Resources.text("published.html"))
                .execute(PublishedClaims.of(List.of(results())).get(0));
    }

    @Test
    void eachRatioHasItsInterval() throws IOException {
        run.repetitions = 3;
        String ratio = "<li>tupl against lmdb:nordahead: [0-9.]+\u00d7 \\([0-9.]+\u00d7 to [0-9.]+\u00d7\\)</li>";
        String page = page();
        assertTrue(Pattern.compile(ratio).matcher(page).find(), page);
    }

    @Test
    void oneRunIsSaidWithTheVerdictAndTheRatio() throws IOException {
        String page = page();
        assertTrue(
                page.contains("<td class=\"undecided\">undecided, fewer than five repetitions<span class=\"range\">"),
                page);
        assertTrue(Pattern.compile("<li>tupl against lmdb:nordahead: [0-9.]+\u00d7 \\(one repetition\\)</li>")
                .matcher(page)
                .find());
        assertFalse(page.contains("does not hold<"), "nothing is sure");
        assertTrue(page.contains("1 thread, on disk; the page: 1G records"), page);
    }

    /** The page of 2011 ran on hard disks. */
    @Test
    void figuresOfAnotherMediumAreLeftOutAndSaidToBe() throws IOException {
        run.reproduces = "leveldb-2011";
        run.machine = Map.of("storage", Map.of("fileSystem", "tmpfs"));
        String page = page();
        assertTrue(page.contains("52 rates of the page are not compared, as its stores were not on tmpfs there"), page);
    }

    @Test
    void mediansOfThePageAreSaidToBe() throws IOException {
        run.reproduces = "symas-2012";
        run.engines = List.of("lmdb:writemap", "leveldb");
        run.workloads = List.of(Workload.FORWARD);
        run.more = Map.of(
                "durability", "process", "touch", "none", "cache", "4194304", "keyBytes", "16", "valueBytes", "100");
        run.valueBytes = List.of("100");
        String page = page();
        assertTrue(page.contains("Each measured figure is the median of its repetitions"), page);
    }

    @Test
    void dotPlotsNameTheLevelThatWasNotKept() throws IOException {
        PublishedClaims claims = PublishedClaims.of(List.of(results())).get(0);
        Estimate one = Estimate.of(2);
        Figures.Line reference = new Figures.Line("lmdb", 1, "", true, one, "");
        Figures.Line broken = new Figures.Line("tupl", 1, "", true, one, "power not kept");
        Map<String, String> columns = Stream.of(
                        "section",
                        "medium",
                        "workload",
                        "order",
                        "value_bytes",
                        "cache_mb",
                        "records",
                        "compressibility",
                        "compression",
                        "source",
                        "unit")
                .collect(Collectors.toMap(name -> name, name -> "x"));
        Figures figures = new Figures(columns, "run", List.of(reference, broken), reference);
        PublishedClaims marked = new PublishedClaims(claims.source(), claims.facts(), List.of(), List.of(figures));
        assertEquals(
                List.of("lmdb:nordahead", "tupl (power not kept)"),
                marked.charts().get(0).series().stream().map(Chart.Line::label).toList());
    }
}
