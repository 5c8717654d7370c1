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
import storemark.report.published.Figures.Line;
import storemark.report.published.Source;
import storemark.report.published.Verdict;
import storemark.results.Results;

/** What a published comparison says beside what the runs of its suite measured: the values of {@code published.html}. */
record PublishedPart(Source source, Facts facts, List<Verdict> verdicts, List<Figures> figures) {
    /** A set-up that favoured one, and what that is worth; empty where it is not known. */
    record SetUp(String says, String worth) {}

    /** One for each source with a run of its suite. */
    static List<PublishedPart> of(List<Results> runs) throws IOException {
        List<PublishedPart> parts = new ArrayList<>();
        for (PublishedClaims.Found found : PublishedClaims.found(runs)) {
            List<Verdict> verdicts = Verdict.of(found.source(), found.facts());
            List<Figures> figures = Figures.of(found.source(), found.facts());
            parts.add(new PublishedPart(found.source(), found.facts(), verdicts, figures));
        }
        return parts;
    }

    List<SetUp> setUps() {
        return source.unequal().stream()
                .map(unequal -> new SetUp(unequal.says(), unequal.worth(source, facts)))
                .toList();
    }

    String count() {
        return Verdict.count(verdicts);
    }

    String elsewhere() throws IOException {
        return Figures.elsewhere(source, facts);
    }

    /** Null, which is no part of the page, where no figure is compared. */
    Table table() {
        List<String> head = List.of("test", "engine: published, measured", "Kendall's tau");
        return figures.isEmpty()
                ? null
                : Table.of("data words", head, figures.stream().map(this::row).toList());
    }

    /** One for each medium of the page: a run on one disk stands beside its SSD and beside its hard disk, and counts once for each. */
    String agreement() {
        Map<String, List<Figures>> media = figures.stream()
                .filter(one -> !Double.isNaN(one.tau()))
                .collect(Collectors.groupingBy(Figures::medium, LinkedHashMap::new, Collectors.toList()));
        return media.entrySet().stream()
                .map(medium -> {
                    List<Figures> ranked = medium.getValue();
                    int pairs = ranked.stream().mapToInt(Figures::pairs).sum();
                    double weighted = ranked.stream()
                                    .mapToDouble(one -> one.tau() * one.pairs())
                                    .sum()
                            / pairs;
                    return tau(weighted) + " with the page's " + medium.getKey() + " (" + ranked.size() + " tests, "
                            + pairs + " pairs of engines)";
                })
                .collect(Collectors.joining(", "));
    }

    private List<String> row(Figures comparison) {
        String test = comparison.section() + " " + comparison.title()
                + (comparison.unit().equals("ops/s") ? "" : ", " + comparison.unit())
                + (facts.values(Fact.RUN).size() > 1 ? " [" + comparison.run() + "]" : "");
        if (comparison.isExcluded()) {
            String published = comparison.lines().stream()
                    .map(line -> line.engine() + ": " + Quantity.COUNT.format(line.published()))
                    .collect(Collectors.joining("; "));
            return List.of(
                    test,
                    published,
                    "not compared: " + comparison.lines().get(0).note());
        }
        String lines = comparison.lines().stream()
                .map(line -> line.engine() + ": " + published(comparison, line) + ", " + measured(comparison, line)
                        + (line.note().isEmpty() ? "" : " [" + line.note() + "]"))
                .collect(Collectors.joining("; "));
        String tau = Double.isNaN(comparison.tau())
                ? "-"
                : tau(comparison.tau()) + " (" + comparison.compared().size() + " engines, " + comparison.pairs()
                        + " pairs)";
        return List.of(test, lines, tau);
    }

    private static String published(Figures comparison, Line line) {
        return comparison.reference() == null
                ? Quantity.COUNT.format(line.published())
                : Quantity.RATIO.format(
                        line.published() / comparison.reference().published());
    }

    private static String measured(Figures comparison, Line line) {
        if (line.measured() == null) {
            return "not measured";
        }
        return comparison.reference() == null
                ? Quantity.COUNT.format(line.measured().mean())
                : Quantity.RATIO.format(line.measured().mean()
                        / comparison.reference().measured().mean());
    }

    private static String tau(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
