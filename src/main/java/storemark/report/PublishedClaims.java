package storemark.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import storemark.report.published.Fact;
import storemark.report.published.Facts;
import storemark.report.published.Figures;
import storemark.report.published.Source;
import storemark.report.published.Verdict;
import storemark.report.published.Verdict.Outcome;
import storemark.results.Results;

/** A published comparison beside what the runs of its suite measured: the values of {@code published.html}. Immutable. */
public record PublishedClaims(Source source, Facts facts, List<Verdict> verdicts, List<Figures> figures) {
    private static final List<Outcome> COLUMNS =
            List.of(Outcome.HOLDS, Outcome.FAILS, Outcome.UNDECIDED, Outcome.NOT_TESTED);

    /** What a suite may declare that it reproduces. */
    public static List<String> names() throws IOException {
        return Source.all().stream().map(Source::source).toList();
    }

    /** One for each source with a run of its suite. */
    static List<PublishedClaims> of(List<Results> runs) throws IOException {
        List<PublishedClaims> found = new ArrayList<>();
        if (runs.stream().allMatch(run -> run.run().reproduces() == null)) {
            return found; // to read the sources takes a good part of a report's time
        }
        for (Source source : Source.all()) {
            List<Results> own = runs.stream()
                    .filter(run -> source.source().equals(run.run().reproduces()))
                    .toList();
            if (!own.isEmpty()) {
                Facts facts = FactReader.of(own, source);
                found.add(new PublishedClaims(source, facts, Verdict.of(source, facts), Figures.of(source, facts)));
            }
        }
        return found;
    }

    /**
     * Which claims hold in {@code runs}, each run by itself: a table in Markdown.
     *
     * @return a row for each run of a suite that reproduces a published comparison; empty when there is none
     */
    public static String markdown(List<Results> runs) throws IOException {
        List<String> rows = new ArrayList<>();
        for (Results run : runs) {
            for (PublishedClaims found : of(List.of(run))) {
                rows.add(found.markdownRow(run.name()));
            }
        }
        return markdownTable(rows);
    }

    String markdownRow(String run) {
        return "| " + source.source() + " | " + run + " | "
                + COLUMNS.stream().map(outcome -> ids(verdicts, outcome)).collect(Collectors.joining(" | ")) + " |\n";
    }

    static String markdownTable(List<String> rows) {
        String head = "| page | run | "
                + COLUMNS.stream().map(Outcome::words).collect(Collectors.joining(" | "))
                + " |\n|---|---|---|---|---|---|\n";
        return rows.isEmpty() ? "" : head + String.join("", rows);
    }

    private static String ids(List<Verdict> verdicts, Outcome outcome) {
        String ids = verdicts.stream()
                .filter(verdict -> verdict.outcome() == outcome)
                .map(Verdict::id)
                .collect(Collectors.joining(", "));
        return ids.isEmpty() ? "-" : ids;
    }

    /** On how many of its claims hold. */
    String line() {
        return "Claims of \"" + source.title() + "\": " + count();
    }

    String count() {
        return Verdict.count(verdicts);
    }

    /** What each unequal set-up gained the engines, by its text; an empty text where that is not known. */
    Map<String, String> setUps() {
        Map<String, String> gains = new LinkedHashMap<>();
        source.unequal().forEach(unequal -> gains.putIfAbsent(unequal.says(), unequal.worth(source, facts)));
        return gains;
    }

    String elsewhere() throws IOException {
        return Figures.elsewhere(source, facts);
    }

    boolean severalRuns() {
        return facts.values(Fact.RUN).size() > 1;
    }

    boolean hasFigures() {
        return !figures.isEmpty();
    }

    /** For each section of the page a dot plot: a row a test, and in it each engine's ratio to the reference, published and measured. */
    List<Chart> charts() {
        Map<String, List<Figures>> sections = Group.by(
                figures.stream().filter(test -> test.ratios().size() > 1),
                test -> "section " + test.section() + ", " + test.medium()
                        + (severalRuns() ? " beside " + test.run() : ""));
        return sections.entrySet().stream()
                .map(section -> chart(section.getKey(), section.getValue()))
                .toList();
    }

    private Chart chart(String section, List<Figures> tests) {
        Styles styles = new Styles();
        Map<String, Chart.Line> lines = new LinkedHashMap<>();
        for (String engine : source.engines().keySet()) {
            String name = source.specification(engine, facts.values(Fact.ENGINE));
            String standing = standing(engine, tests);
            String label = standing.isEmpty() ? name : name + " (" + standing + ")";
            lines.put(engine, new Chart.Line(name, label, styles.next(name), lines.size(), new ArrayList<>()));
        }
        for (int row = 0; row < tests.size(); row++) {
            for (Map.Entry<String, double[]> one : tests.get(row).ratios().entrySet()) {
                double[] ratios = one.getValue();
                lines.get(one.getKey()).points().add(new double[] {row, ratios[0], ratios[1]});
            }
        }
        return new Chart(
                "published-" + source.source() + "-" + section.replaceAll("[^A-Za-z0-9]+", "-"),
                Chart.Kind.DOTS,
                "Figures of " + source.title(),
                section,
                List.of("tau: Kendall's, how far the orders of the engines agree, from -1 to 1"),
                new Chart.Axis("ratio to " + source.reference() + ", log scale", Quantity.RATIO, true),
                new Chart.Axis("", Quantity.RATIO, false),
                null,
                lines.values().stream().filter(line -> !line.points().isEmpty()).toList(),
                Chart.Marks.ofRows(tests.stream().map(PublishedClaims::row).toList()));
    }

    /** How an engine of the page stands to the durabilities of its figures. */
    private static String standing(String engine, List<Figures> tests) {
        return tests.stream()
                .flatMap(test -> test.lines().stream())
                .filter(line -> line.engine().equals(engine) && !line.standing().isEmpty())
                .map(Figures.Line::standing)
                .distinct()
                .collect(Collectors.joining(", "));
    }

    private static String row(Figures test) {
        return (Double.isNaN(test.tau()) ? "" : String.format(Locale.ROOT, "tau %.2f: ", test.tau()))
                + test.shortTitle();
    }

    List<Section.Stack> stacks() {
        return Section.Stack.of(charts());
    }

    /** Tests whose figures have something to know of them. */
    List<Figures> noted() {
        return figures.stream()
                .filter(test -> test.isExcluded() || !test.notes().isEmpty())
                .toList();
    }

    /** One for each medium of the page: a run on one disk is compared with its SSD and with its hard disk, and counts once for each. */
    String agreement() {
        Map<String, List<Figures>> media =
                Group.by(figures.stream().filter(one -> !Double.isNaN(one.tau())), Figures::medium);
        return media.entrySet().stream()
                .map(medium -> {
                    List<Figures> ranked = medium.getValue();
                    int pairs = ranked.stream().mapToInt(Figures::pairs).sum();
                    double weighted = ranked.stream()
                                    .mapToDouble(one -> one.tau() * one.pairs())
                                    .sum()
                            / pairs;
                    return String.format(
                            Locale.ROOT,
                            "%.2f with the page's %s (%d tests, %d pairs of engines)",
                            weighted,
                            medium.getKey(),
                            ranked.size(),
                            pairs);
                })
                .collect(Collectors.joining(", "));
    }
}
