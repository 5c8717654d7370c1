package storemark.report.published;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.commons.math3.stat.correlation.KendallsCorrelation;
import storemark.report.published.Fact.Measure;
import storemark.results.Estimate;

/**
 * The figures of one test of a page beside those of one run. Immutable.
 *
 * @param test what the rows of {@code published.csv} have in common, by column
 * @param run the run's name
 * @param lines the engines in the page's order, those that were not measured too
 * @param reference the line to whose figures ratios are given, or null when it is missing on one side
 */
public record Figures(Map<String, String> test, String run, List<Line> lines, Line reference) {
    private static final Map<String, Measure> UNITS =
            Map.of("ops/s", Measure.RATE, "KiB on disk", Measure.DISK, "%", Measure.SPACE, "kB", Measure.MEMORY);
    private static final List<String> TEST =
            List.of("section", "workload", "order", "unit", "value_bytes", "records", "compressibility");

    /**
     * One engine's.
     *
     * @param engine by the page's name
     * @param published the number that the page means
     * @param note what there is to know of it: how an anomaly is printed, that it is a copy, why it is not compared or was not
     *     measured; else empty
     * @param ranked whether it counts: the page's copies of other figures do not, nor what is not compared
     * @param measured null when it was not measured
     * @param standing what was measured, to the durability that was asked of it; empty as a rule
     */
    public record Line(
            String engine, double published, String note, boolean ranked, Estimate measured, String standing) {}

    /** The page's number of the test. */
    public String section() {
        return test.get("section");
    }

    /** The unit of the published figures. */
    public String unit() {
        return test.get("unit");
    }

    /** What the page's stores were on, in its words. */
    public String medium() {
        return test.get("medium");
    }

    /** The test in words: its number, workload and set-up. */
    public String title() {
        return section() + " " + workload() + ", " + medium() + setUp();
    }

    /** As {@link #title}, where its section and medium are said elsewhere. */
    public String shortTitle() {
        return workload() + setUp();
    }

    private String workload() {
        return test.get("workload") + " " + test.get("order") + ", " + test.get("value_bytes") + " B"
                + said(", cache of ", "cache_mb", " MB") + said(", ", "records", " records")
                + said(", ", "compressibility", "").replace("0.0", "noise");
    }

    /** What the page varies or says of a test; empty where it does not. */
    private String said(String before, String column, String after) {
        String value = test.get(column);
        return value.isEmpty() ? "" : before + value + after;
    }

    private String setUp() {
        boolean plain =
                test.get("compression").equals("off") && test.get("source").startsWith("leveldb");
        return (plain ? ", no compression" : "") + (isRate(test) ? "" : ", " + unit());
    }

    /** Each engine with a figure on both sides, as ratios to the reference; empty where that has none. */
    public Map<String, double[]> ratios() {
        Map<String, double[]> ratios = new LinkedHashMap<>();
        if (reference != null && !isExcluded()) {
            lines.stream()
                    .filter(line -> line.measured() != null)
                    .forEach(line -> ratios.put(line.engine(), new double[] {
                        line.published() / reference.published(),
                        line.measured().mean() / reference.measured().mean()
                    }));
        }
        return ratios;
    }

    /** What there is to know of single figures, and who was not measured. */
    public List<String> notes() {
        return lines.stream()
                .filter(line -> !line.note().isEmpty() || line.measured() == null)
                .map(line -> line.engine() + ": "
                        + (line.measured() == null ? "not measured" : "")
                        + (line.note().isEmpty() || line.measured() != null ? "" : ", ")
                        + line.note())
                .toList();
    }

    /** Of what is {@link #isExcluded excluded}: why. */
    public String exclusion() {
        return "not compared: " + lines.get(0).note();
    }

    /** Engines that have both figures, the page's copies of other figures left out. */
    public List<Line> compared() {
        return lines.stream()
                .filter(line -> line.measured() != null && line.ranked())
                .toList();
    }

    /** Whether it was measured and is there to say why it is not compared. */
    public boolean isExcluded() {
        return lines.stream().noneMatch(Line::ranked) && lines.stream().anyMatch(line -> line.measured() != null);
    }

    /**
     * How far the two orders of the engines agree: M. Kendall's tau-b (Biometrika 30, 1938; with ties 1945), from -1 to 1. Means
     * count as different however close they are: to be within each other's error is no tie, as it is not transitive.
     * {@link Double#NaN} for fewer than two engines, or where all figures of one side are the same.
     */
    public double tau() {
        double[] published = compared().stream().mapToDouble(Line::published).toArray();
        double[] measured =
                compared().stream().mapToDouble(line -> line.measured().mean()).toArray();
        return published.length < 2 ? Double.NaN : new KendallsCorrelation().correlation(published, measured);
    }

    /** Pairs of engines that tau is over. */
    public int pairs() {
        int engines = compared().size();
        return engines * (engines - 1) / 2;
    }

    /**
     * All tests of {@code source} of which at least two engines were measured, run by run, and those that were measured and are
     * not compared for a reason.
     */
    public static List<Figures> of(Source source, Facts facts) throws IOException {
        Map<List<String>, List<Map<String, String>>> tests = source.rows().stream()
                .collect(Collectors.groupingBy(
                        row -> TEST.stream().map(row::get).toList(), LinkedHashMap::new, Collectors.toList()));
        return tests.values().stream()
                .flatMap(rows -> facts.values(Fact.RUN).stream().map(run -> of(source, facts, rows, run)))
                .filter(figures -> figures.compared().size() > 1 || figures.isExcluded())
                .toList();
    }

    private static Figures of(Source source, Facts facts, List<Map<String, String>> rows, String run) {
        List<Line> lines =
                rows.stream().map(row -> line(source, facts, row, run)).toList();
        Line reference = lines.stream()
                .filter(line -> line.engine().equals(source.reference()) && line.measured() != null)
                .findFirst()
                .orElse(null);
        return new Figures(rows.get(0), run, lines, reference);
    }

    private static Line line(Source source, Facts facts, Map<String, String> row, String run) {
        List<String> notes = new ArrayList<>(Source.names(source.copies(), row));
        notes.addAll(Source.names(source.excluded(), row));
        boolean ranked = notes.isEmpty();
        if (!row.get("note").isEmpty()) {
            notes.add(0, "printed as " + row.get("as_printed") + ": " + row.get("note"));
        }
        double value = Double.parseDouble(row.get("value"));
        Measure measure = UNITS.get(row.get("unit"));
        List<Fact> cells = cells(source, facts, row, run);
        Optional<Fact> ours = cells.stream().filter(fact -> fact.has(measure)).findFirst();
        if (ours.isEmpty()) {
            cells.stream()
                    .filter(fact -> fact.gap() != null)
                    .findFirst()
                    .ifPresent(fact -> notes.add(fact.gap().reason()));
        }
        return new Line(
                row.get("engine"),
                value,
                String.join("; ", notes),
                ranked,
                ours.map(fact -> fact.values().get(measure)).orElse(null),
                ours.map(Fact::standing).orElse(""));
    }

    private static String mediumOf(Map<String, String> row) {
        return row.get("medium").equals(Fact.TMPFS) ? Fact.TMPFS : Fact.DISK;
    }

    /** Bytes on disk are the same on any medium, rates are not. */
    private static boolean isRate(Map<String, String> row) {
        return row.get("unit").equals("ops/s");
    }

    /** Which of the page's rates are not compared, as their stores were on another medium, in a sentence; empty for none. */
    public static String elsewhere(Source source, Facts facts) throws IOException {
        List<String> ours = facts.values(Fact.MEDIUM);
        List<String> rates = source.rows().stream()
                .filter(row -> isRate(row) && !ours.contains(mediumOf(row)))
                .map(row -> row.get("section"))
                .toList();
        return rates.isEmpty()
                ? ""
                : rates.size() + " rates of the page are not compared, as its stores were not on "
                        + String.join(" and ", ours) + " there: sections "
                        + String.join(", ", new LinkedHashSet<>(rates)) + ".";
    }

    /** What a page does not say is not asked of our cells. */
    private static Map<String, String> labels(Map<String, String> row) {
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put("keyBytes", row.get("key_bytes"));
        labels.put("valueBytes", row.get("value_bytes"));
        labels.put("entries", row.get("records"));
        labels.put("compressibility", row.get("compressibility"));
        labels.values().removeIf(String::isEmpty);
        if (!row.get("cache_mb").isEmpty()) {
            labels.put("cache", String.valueOf(Long.parseLong(row.get("cache_mb")) << 20));
        }
        return labels;
    }

    private static List<Fact> cells(Source source, Facts facts, Map<String, String> row, String run) {
        Map<String, String> test = source.tests().get(row.get("workload") + "/" + row.get("order"));
        if (test == null || !source.engines().containsKey(row.get("engine"))) {
            return List.of();
        }
        List<String> standIn = Source.names(source.standIns(), row);
        Selector selector = source.selector(standIn.isEmpty() ? row.get("engine") : standIn.get(0))
                .with(test)
                .with(labels(row))
                .with(Map.of(Fact.THREADS, "1", Fact.RUN, run));
        if (isRate(row) || facts.values(Fact.MEDIUM).contains(mediumOf(row))) {
            selector = selector.with(Map.of(Fact.MEDIUM, mediumOf(row)));
        }
        return facts.select(selector);
    }
}
