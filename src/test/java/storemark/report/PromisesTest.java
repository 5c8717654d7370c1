package storemark.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import storemark.results.Finding;
import storemark.results.Json;
import storemark.results.Outcome;
import storemark.results.Results;
import storemark.workload.Workload;

/** A run of an engine that did not keep a level when it was killed, and of one that did, as docs/durability.json has them. */
class PromisesTest extends WithRun {
    private static final String LEVEL = "process";

    private JsonNode broken;
    private JsonNode kept;

    private static JsonNode tested(boolean isKept) throws IOException {
        JsonNode outcomes =
                Json.read(Path.of("docs/durability.json"), JsonNode.class).get("outcomes");
        return StreamSupport.stream(outcomes.spliterator(), false)
                .filter(one -> one.get("level").asText().equals(LEVEL)
                        && one.get("cuts").asInt() > 0
                        && (one.get("kept").asInt() == one.get("cuts").asInt()) == isKept)
                .findFirst()
                .orElseThrow();
    }

    private static String engine(JsonNode outcome) {
        return outcome.get("engine").asText();
    }

    private static String keptIn(JsonNode outcome) {
        return outcome.get("kept").asText() + " of " + outcome.get("cuts").asText() + " kills";
    }

    @BeforeEach
    void runOfBoth() throws IOException {
        broken = tested(false);
        kept = tested(true);
        run.engines = List.of(engine(broken), engine(kept), "null");
        run.versions = Map.of(
                engine(broken), broken.get("version").asText(),
                engine(kept), kept.get("version").asText());
        run.workloads = List.of(Workload.INSERT, Workload.READ, Workload.UPDATE);
        run.threads = List.of(1, 2);
        run.more = Map.of("durability", LEVEL);
    }

    /** Charts of reads name the engine alone. */
    private static void checkLegends(Map<Topic, List<Chart>> charts, String engine, String marked) {
        for (Topic section : List.of(Topic.KEY_RANGE, Topic.ENTRIES, Topic.THREADS, Topic.LATENCY)) {
            assertFalse(charts.get(section).isEmpty());
            for (Chart chart : charts.get(section)) {
                for (Chart.Line line : chart.series()) {
                    boolean marks = line.name().equals(engine) && !chart.id().contains("-read-");
                    assertEquals(marks ? marked : line.name(), line.label(), chart.id());
                }
            }
        }
    }

    @Test
    void chartsOfWritesNameTheLevelThatWasNotKept() throws IOException {
        checkLegends(Topic.charts(data()), engine(broken), engine(broken) + " (process not kept)");
    }

    @Test
    void theTableOfRatesMarksItsWrites() throws IOException {
        SummaryTable rates = SummaryTable.of(data());
        for (Group group : rates.groups()) {
            boolean writes = group.workload() != Workload.READ;
            assertEquals(writes, rates.cell(engine(broken), group).range().endsWith("process not kept"), group.id());
            assertFalse(rates.cell(engine(kept), group).range().contains("not kept"), group.id());
        }
        assertTrue(rates.text(100).contains("durability: " + engine(broken) + " (process not kept)\n"));
    }

    private List<List<String>> rows() throws IOException {
        return rows(data());
    }

    private static List<List<String>> rows(ReportData data) {
        return Promises.table(data).rows().stream()
                .map(row -> Table.listed(
                        row.name(),
                        row.cells().stream().limit(3).map(Table.Cell::text).toList()))
                .toList();
    }

    @Test
    void theSectionCountsWhatWasKept() throws IOException {
        assertEquals(
                List.of(
                        List.of(engine(broken), LEVEL, "not kept", keptIn(broken)),
                        List.of(engine(kept), LEVEL, "kept", keptIn(kept))),
                rows());
        Path page = folder.resolve("page");
        new Report(List.of(results())).write(page, false);
        String report = Files.readString(page.resolve("report.html"));
        assertTrue(report.contains("<section id=\"promises\">"));
        assertTrue(
                report.contains("<li>durability not kept when it was tested: " + engine(broken) + " at process</li>"));
    }

    private static Outcome cut(String fileSystem, Finding found) {
        Outcome.Builder cuts = new Outcome.Builder("some", "1.0", "power", fileSystem);
        cuts.add(0, "half", 9, Map.of(found, 1), "found");
        cuts.add(1, "half", 9, Map.of(), null);
        return cuts.build(null, List.of());
    }

    @Test
    void cutsOnTwoFileSystemsAddUpAndAreInWords() {
        Outcome both = cut("ext4", Finding.HALF_BATCH).plus(cut("xfs", Finding.DID_NOT_OPEN));
        assertEquals("2 of 4 cuts", Promises.keptIn(both));
        assertEquals("half of a batch in 1, would not open in 1", Promises.found(both));
    }

    @Test
    void settingsOtherProfilesAndOtherVersionsAreNotTested() throws IOException {
        String settings = engine(kept) + (engine(kept).contains(":") ? "," : ":") + "pageSize.16k";
        run.engines = List.of(engine(broken), engine(kept) + ":other", settings);
        run.versions = Map.of(
                engine(broken),
                "0.0",
                run.engines.get(1),
                kept.get("version").asText(),
                settings,
                kept.get("version").asText());
        assertEquals(
                List.of(
                        List.of(engine(broken), LEVEL, "not tested", ""),
                        List.of(run.engines.get(1), LEVEL, "not tested", ""),
                        List.of(settings, LEVEL, "not tested", "")),
                rows());
    }

    @ParameterizedTest
    @ValueSource(strings = {"pageSize.16k", "direct"})
    void aSettingOrAPlaceDoesNotMendALevelThatIsNotKept(String option) throws IOException {
        String other = engine(broken) + (engine(broken).contains(":") ? "," : ":") + option;
        run.engines = List.of(other);
        run.versions = Map.of(other, broken.get("version").asText());
        assertEquals(List.of(List.of(other, LEVEL, "not kept", keptIn(broken))), rows());
    }

    @Test
    void whatAKillLeavesAtNoneIsInLegendAndTables() throws IOException {
        run.engines = List.of("rocksdb", "null");
        run.remarks = Map.of("rocksdb", Map.of("none", "a kill loses all"));
        run.more = Map.of("durability", "none");
        ReportData data = data();
        String label = "rocksdb (none: a kill loses all)";
        checkLegends(Topic.charts(data), "rocksdb", label);
        SummaryTable rates = SummaryTable.of(data);
        for (Group group : rates.groups()) {
            String beside = rates.cell("rocksdb", group).range();
            assertEquals(group.workload() != Workload.READ, beside.endsWith("none: a kill loses all"), group.id());
        }
        assertTrue(rates.text(100).contains("\ndurability: " + label + "\n"));
        assertEquals(List.of(List.of("rocksdb", "none", "a kill loses all", "")), rows(data));
    }

    @Test
    void aLevelThatIsExceededIsNamed() throws IOException {
        run.remarks = Map.of(engine(kept), Map.of(LEVEL, "exceeded"));
        ReportData data = data();
        String text = SummaryTable.of(data).text(100);
        assertTrue(text.contains(engine(kept) + " (process: exceeded)"), text);
        assertEquals("kept, exceeded", rows(data).get(1).get(2));
    }

    @Test
    void aLevelThatIsExceededAndNotKeptIsNamedAsBoth() throws IOException {
        run.remarks = Map.of(engine(broken), Map.of(LEVEL, "exceeded"));
        String text = SummaryTable.of(data()).text(100);
        assertTrue(text.contains(engine(broken) + " (process: exceeded, not kept)"), text);
    }

    @Test
    void noPromiseNeedsNoSection() throws IOException {
        run.more = Map.of();
        ReportData data = data();
        assertNull(Promises.table(data));
        assertFalse(SummaryTable.of(data).text(100).contains("not kept"));
    }

    @Test
    void comparisonsMarkItsWrites() throws IOException {
        Results old = results();
        String both = new Comparison(old, results()).text();
        String marks = "(" + LEVEL + " not kept)";
        for (String line : both.lines().toList()) {
            boolean marked = line.startsWith(engine(broken) + " ") && !line.contains(" read ");
            assertEquals(marked, line.contains(marks), both);
        }
        assertTrue(both.contains(engine(broken) + " update x1 " + marks), both);
        run.versions = Map.of();
        String mended = new Comparison(old, results()).markdown();
        assertTrue(mended.contains(engine(broken) + " update x1 (" + LEVEL + " not kept by the old)"), mended);
    }
}
