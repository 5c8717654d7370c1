package storemark.report.published;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.math3.stat.correlation.KendallsCorrelation;
import storemark.results.Estimate;

/**
 * The figures of one test of a page beside those of one run. Immutable.
 *
 * @param section the page's number of it
 * @param title workload and set-up in words
 * @param unit of the published figures
 * @param medium that the page's stores were on, in its words
 * @param run the run's name
 * @param lines the engines in the page's order, those that were not measured too
 * @param reference the line to whose figures ratios are given, or null when it is missing on one side
 */
public record Comparison(
        String section, String title, String unit, String medium, String run, List<Line> lines, Line reference) {
    /**
     * One engine's.
     *
     * @param engine by the page's name
     * @param published the number that the page means
     * @param note what there is to know of it: how an anomaly is printed, that it is a copy, why it is not compared; else empty
     * @param copy whether the page repeats a figure of another test
     * @param measured null when it was not measured
     */
    public record Line(String engine, double published, String note, boolean copy, Estimate measured) {}

    /** Engines that have both figures, the page's copies of other figures left out. */
    public List<Line> compared() {
        return lines.stream()
                .filter(line -> line.measured() != null && !line.copy())
                .toList();
    }

    /** Whether the whole test is there to say why it is not compared. */
    public boolean isExcluded() {
        return compared().isEmpty();
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
    public static List<Comparison> of(Source source, Facts facts) throws IOException {
        Map<List<String>, List<Map<String, String>>> tests = new LinkedHashMap<>();
        for (Map<String, String> row : Source.rows("published.csv")) {
            if (row.get("source").equals(source.source())) {
                tests.computeIfAbsent(
                                List.of(
                                        row.get("section"),
                                        row.get("workload"),
                                        row.get("order"),
                                        row.get("unit"),
                                        row.get("value_bytes")),
                                key -> new ArrayList<>())
                        .add(row);
            }
        }
        List<Comparison> comparisons = new ArrayList<>();
        for (List<Map<String, String>> rows : tests.values()) {
            for (String run : facts.runs()) {
                Comparison comparison = of(source, facts, rows, run);
                boolean excluded = Source.says(source.excluded(), rows.get(0)) != null
                        && rows.stream().anyMatch(row -> measured(source, facts, row, run) != null);
                if (comparison.compared().size() > 1 || excluded) {
                    comparisons.add(comparison);
                }
            }
        }
        return comparisons;
    }

    private static Comparison of(Source source, Facts facts, List<Map<String, String>> rows, String run) {
        List<Line> lines =
                rows.stream().map(row -> line(source, facts, row, run)).toList();
        Map<String, String> row = rows.get(0);
        Line reference = lines.stream()
                .filter(line -> line.engine().equals(source.reference()) && line.measured() != null)
                .findFirst()
                .orElse(null);
        return new Comparison(
                row.get("section"), title(row), row.get("unit"), row.get("medium"), run, lines, reference);
    }

    private static Line line(Source source, Facts facts, Map<String, String> row, String run) {
        String printed =
                row.get("note").isEmpty() ? null : "printed as " + row.get("as_printed") + ": " + row.get("note");
        String copied = Source.says(source.copies(), row);
        String excluded = Source.says(source.excluded(), row);
        String note =
                Stream.of(printed, copied, excluded).filter(Objects::nonNull).collect(Collectors.joining("; "));
        Estimate measured = excluded == null ? measured(source, facts, row, run) : null;
        return new Line(row.get("engine"), Double.parseDouble(row.get("value")), note, copied != null, measured);
    }

    private static String medium(Map<String, String> row) {
        return row.get("medium").equals(Fact.TMPFS) ? Fact.TMPFS : Fact.DISK;
    }

    /** Bytes on disk are the same on any medium, rates are not. */
    private static boolean isRate(Map<String, String> row) {
        return row.get("unit").equals("ops/s");
    }

    private static Set<String> media(Facts facts) {
        return facts.measured().stream()
                .map(fact -> fact.labels().get(Fact.MEDIUM))
                .filter(Objects::nonNull)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Why {@link #of} is empty, in a sentence; empty when the page prints no figures. */
    public static String whyNone(Source source, Facts facts) throws IOException {
        Set<String> published = new TreeSet<>();
        for (Map<String, String> row : Source.rows("published.csv")) {
            if (row.get("source").equals(source.source())) {
                published.add(medium(row));
            }
        }
        Set<String> ours = media(facts);
        if (published.isEmpty()) {
            return "";
        }
        return published.stream().anyMatch(ours::contains)
                ? "None of the page's tests was measured with two of its engines."
                : "No figure is compared: the page's stores were on " + String.join(" and ", published)
                        + ", those of this run on " + String.join(" and ", ours) + ".";
    }

    /** Which of the page's rates are not compared, as their stores were on another medium, in a sentence; empty for none. */
    public static String elsewhere(Source source, Facts facts) throws IOException {
        Set<String> ours = media(facts);
        Set<String> sections = new LinkedHashSet<>();
        Set<String> media = new TreeSet<>();
        int rates = 0;
        for (Map<String, String> row : Source.rows("published.csv")) {
            if (row.get("source").equals(source.source()) && isRate(row) && !ours.contains(medium(row))) {
                rates++;
                sections.add(row.get("section"));
                media.add(medium(row));
            }
        }
        return rates == 0
                ? ""
                : rates + " rates of the page are not compared, those of its sections " + String.join(", ", sections)
                        + ": its stores were on " + String.join(" and ", media) + " there.";
    }

    private static String title(Map<String, String> row) {
        String compression =
                row.get("compression").equals("off") && row.get("source").startsWith("leveldb")
                        ? ", no compression"
                        : "";
        return row.get("workload") + " " + row.get("order") + ", " + row.get("value_bytes") + " B, cache of "
                + row.get("cache_mb") + " MB, " + row.get("medium") + compression;
    }

    private static Estimate measured(Source source, Facts facts, Map<String, String> row, String run) {
        String engine = Objects.requireNonNullElse(Source.says(source.standIns(), row), row.get("engine"));
        Map<String, String> test = source.tests().get(row.get("workload") + "/" + row.get("order"));
        boolean known = source.engines().containsKey(row.get("engine"));
        if (test == null || !known) {
            return null;
        }
        Selector selector = source.selector(engine)
                .withOnly(test)
                .withOnly(Map.of(
                        "cache",
                        String.valueOf(Long.parseLong(row.get("cache_mb")) << 20),
                        "keyBytes",
                        row.get("key_bytes"),
                        "valueBytes",
                        row.get("value_bytes"),
                        Fact.THREADS,
                        "1",
                        Fact.RUN,
                        run));
        if (isRate(row) || media(facts).contains(medium(row))) {
            selector = selector.withOnly(Map.of(Fact.MEDIUM, medium(row)));
        }
        String measure = isRate(row) ? "rate" : "disk";
        return facts.select(selector).stream()
                .map(fact -> fact.measure(measure))
                .filter(value -> value.samples() > 0)
                .findFirst()
                .orElse(null);
    }
}
